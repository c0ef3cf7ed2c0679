import { ROUTES, type RouteName, type RoutePattern } from './routes.ts'

export const ROUTE_NAMES = Object.keys(ROUTES) as readonly RouteName[]
export const ROUTE_PATTERNS: readonly RoutePattern[] = Object.values(ROUTES)

const ROUTE_MATCHERS = ROUTE_NAMES.map(name => ({
  name,
  matcher: new RegExp(`^${ROUTES[name].replace(/\$([a-zA-Z]+)/g, '(?<$1>[^/]+)')}/?$`),
}))

type RouteMatch = { readonly name: RouteName; readonly params: Readonly<Record<string, string>> }

/** The page at `path`, with the parameters in its address; null if there is none. */
export function matchRoute(path: string): RouteMatch | null {
  for (const { name, matcher } of ROUTE_MATCHERS) {
    const match = matcher.exec(path)
    if (match !== null) return { name, params: match.groups ?? {} }
  }
  return null
}
