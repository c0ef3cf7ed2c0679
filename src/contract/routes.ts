// The one list of pages. The web adds each page's component, the server its title and the queries to prefetch.

/** Page to path pattern: without ticket numbers and link tokens. */
export const ROUTES = {
  home: '/',
  register: '/register',
  login: '/login',
  resetPassword: '/reset-password',
  confirmEmail: '/confirm-email/$token',
  releaseEmail: '/release-email/$token',
  workHistory: '/work-history',
  aboutUs: '/about-us',
  downloads: '/downloads',
  company: '/companies/$companyId',
  book: '/companies/$companyId/book',
  confirmBooking: '/booking/$token',
  track: '/follow/$token',
  signup: '/join',
  confirmSignup: '/join/$token',
  rigReport: '/rig-report/$token',
  ownCompany: '/company',
  audit: '/company/activity',
  preferences: '/company/preferences',
  imports: '/company/imports',
  billing: '/company/billing',
  receivables: '/company/billing/receivables',
  dayClose: '/company/billing/day-close',
  bookkeeping: '/company/billing/bookkeeping',
  profile: '/profile',
  dashboard: '/dashboard',
  schedule: '/schedule',
  registerEmployee: '/register-employee',
  createTicket: '/create-ticket',
  myRigs: '/my',
  myRig: '/my/rigs/$vin',
  platformAdmin: '/founders',
  serviceTicket: '/service-ticket/$ticketId',
  approvalTicket: '/approval-service-ticket/$ticketId',
  completedTicket: '/completed-service-ticket/$ticketId',
  bay: '/bay',
  bayTicket: '/bay/$ticketId',
  printTicket: '/print/$ticketId',
  printTracked: '/follow/$token/print',
} as const

export type RouteName = keyof typeof ROUTES
export type RoutePattern = (typeof ROUTES)[RouteName]

export const ROUTE_NAMES = Object.keys(ROUTES) as readonly RouteName[]

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
