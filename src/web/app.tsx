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

/** Where `notify` shows its words, from the first of them on; most pages never have any. */
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
    // Its code is there before: nothing can be fetched to say that the connection is lost.
    return requestIdle(() => loadNotificationList().catch(() => {}))
  }, [])
  return List === null ? null : <List />
}
