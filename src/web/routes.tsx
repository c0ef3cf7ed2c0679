import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { NotFoundPage } from './public/not-found.tsx'
import { WentWrongPage } from './public/went-wrong.tsx'
import { Shell } from './shell.tsx'

const root = createRootRoute({ component: Shell, notFoundComponent: NotFoundPage })

const aboutUs = createRoute({
  getParentRoute: () => root,
  path: '/about-us',
  component: lazyRouteComponent(() => import('./public/about-us.tsx'), 'AboutUsPage'),
})

const downloads = createRoute({
  getParentRoute: () => root,
  path: '/downloads',
  component: lazyRouteComponent(() => import('./public/downloads.tsx'), 'DownloadsPage'),
})

export const router = createRouter({
  routeTree: root.addChildren([aboutUs, downloads]),
  defaultErrorComponent: WentWrongPage,
  defaultPreload: 'intent',
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
