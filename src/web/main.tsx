import './ui/mantine-styles.ts'
import './ui/theme.css'
import { MantineProvider } from '@mantine/core'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { router } from './routes.tsx'
import { colorSchemeManager } from './ui/color-scheme.ts'
import { Notices } from './ui/notices.tsx'
import { cssVariablesResolver, theme } from './ui/theme.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element with the id "root".')

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      <RouterProvider router={router} />
      <Notices />
    </MantineProvider>
  </StrictMode>,
)
