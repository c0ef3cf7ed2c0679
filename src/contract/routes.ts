// Every page of the web client, by path pattern: without ticket numbers and link tokens.

export const PAGES = [
  ...(['/', '/register', '/login', '/reset-password', '/work-history', '/about-us', '/downloads'] as const),
  ...(['/companies/$companyId', '/companies/$companyId/book', '/booking/$token'] as const),
  ...(['/follow/$token', '/join', '/join/$token', '/rig-report/$token'] as const),
  ...(['/company', '/company/trail', '/profile', '/dashboard', '/schedule'] as const),
  ...(['/register-employee', '/create-ticket', '/my', '/my/rigs/$vin', '/founders'] as const),
  ...(['/service-ticket/$ticketId', '/approval-service-ticket/$ticketId'] as const),
  ...(['/completed-service-ticket/$ticketId', '/bay', '/bay/$ticketId'] as const),
  ...(['/print/$ticketId', '/follow/$token/print'] as const),
] as const

export type Page = (typeof PAGES)[number]

const PAGE_PATTERNS = PAGES.map(page => ({
  page,
  pattern: new RegExp(`^${page.replace(/\$[a-zA-Z]+/g, '[^/]+')}/?$`),
}))

/** The page at `path`; null if there is none. */
export const findPage = (path: string): Page | null =>
  PAGE_PATTERNS.find(({ pattern }) => pattern.test(path))?.page ?? null
