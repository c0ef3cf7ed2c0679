import './ui/mantine-styles.ts'
import './ui/theme.css'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { config } from 'zod/v4/core'
import { keepQueries } from './parts/kept-queries.ts'
import { openQueries } from './parts/open-queries.ts'
import { openRouter } from './routes.tsx'
import { meQuery } from './session.ts'
import { colorSchemeManager } from './ui/color-scheme.ts'
import { hearInstallOffer } from './ui/install.ts'
import { Notices } from './ui/notices.tsx'
import { cssVariablesResolver, theme } from './ui/theme.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element with the id "root".')

// The page's security policy forbids code made from text, and the browser reports even the attempt.
config({ jitless: true })

hearInstallOffer()

const queries = openQueries()
const router = openRouter(queries)
// Asked for while the page's own code is still on its way.
void queries.prefetchQuery(meQuery)

// A moment later, and not at all where its code does not come: it must not slow down what it measures.
setTimeout(() =>
  import('./vitals.ts').then(
    ({ measureVitals }) => measureVitals(),
    () => {},
  ),
)

// On screen again what was seen last; it waits no longer than nobody notices.
await keepQueries(queries, () => void router.invalidate())

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
        <Notices />
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
)
