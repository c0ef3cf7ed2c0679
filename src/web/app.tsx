import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterContextProvider, RouterProvider } from '@tanstack/react-router'
import { type ComponentType, StrictMode, useEffect, useState } from 'react'
import { loadNotificationList, onFirstShown } from '#web/ui/feedback/notify.ts'
import { requestIdle } from '#web/ui/request-idle.ts'
import { cssVariablesResolver, theme } from '#web/ui/theme.ts'
import type { createAppRouter } from './router.tsx'

// static/color-scheme.js reads the same key before the first paint.
const colorSchemeManager = localStorageColorSchemeManager({ key: 'rigwright-color-scheme' })

type AppProps = { queries: QueryClient; router: ReturnType<typeof createAppRouter> }

/** The whole web client, for the browser and for server-side rendering. */
export const App = ({ queries, router }: AppProps) => (
  <StrictMode>
    <MantineProvider
      theme={theme}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      // The build writes them into the styles (scripts/vite-mantine-css.mjs).
      {...(import.meta.env.DEV ? { cssVariablesResolver } : { withCssVariables: false })}
    >
      <QueryClientProvider client={queries}>
        <RouterProvider router={router} />
        <RouterContextProvider router={router}>
          <NotificationHost />
        </RouterContextProvider>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>
)

/** Renders notices, once there is one; most pages never have any. */
function NotificationHost() {
  const [List, setList] = useState<ComponentType | null>(null)
  useEffect(() => {
    onFirstShown(
      () =>
        void loadNotificationList().then(
          ({ NotificationList }) => setList(() => NotificationList),
          () => {},
        ),
    )
    // Loaded in advance: nothing can be loaded to say that the connection is lost.
    return requestIdle(() => loadNotificationList().catch(() => {}))
  }, [])
  return List === null ? null : <List />
}
