import { MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterContextProvider, RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { colorSchemeManager } from '#web/ui/color-scheme.ts'
import { NotificationHost } from '#web/ui/feedback/notification-host.tsx'
import { cssVariablesResolver, theme } from '#web/ui/theme.ts'
import type { createAppRouter } from './router.tsx'

type AppProps = { queries: QueryClient; router: ReturnType<typeof createAppRouter> }

/** The whole web, as it stands in a browser and as the server draws it ahead. */
export const App = ({ queries, router }: AppProps) => (
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      // The build writes them into the styles (scripts/vite-mantine-css.mjs).
      withCssVariables={import.meta.env.DEV}
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
