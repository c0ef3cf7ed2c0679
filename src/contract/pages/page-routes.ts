// Every page, said once: the router, the server's rendering and the tab's title read it here. A page's module exports its
// component under the page's name: `home` is `HomePage`.

import type { Action } from '#domain/account/permission.ts'

/** The parameters in a page's address; those of its path are empty if it has none. */
export type PageParams = {
  readonly ticketId: string
  readonly companyId: string
  readonly customerId: string
  readonly token: string
  readonly vin: string
  readonly search: Readonly<Record<string, string>>
}

export type PageDefinition = {
  /** With `$` before a parameter. */
  readonly path: string
  readonly title: string
  /** The name of its module in `src/web/pages` or `src/web/bay/screens`, without `.page.tsx`; by default the page's own. */
  readonly module?: string
  /** Whether it can be seen without a session. */
  readonly isOpen?: true
  /** The permission needed to see it. */
  readonly needs?: Action
}

export const PAGES = {
  home: { path: '/', title: 'Rigwright · RV service companies and the history of every rig', isOpen: true },
  register: { path: '/register', title: 'Register Your Company', isOpen: true },
  login: { path: '/login', title: 'Login', isOpen: true },
  resetPassword: { path: '/reset-password', title: 'Reset Password', isOpen: true },
  confirmEmail: { path: '/confirm-email/$token', title: 'Confirm Your Email', isOpen: true },
  releaseEmail: { path: '/release-email/$token', title: 'Use Your Email', isOpen: true },
  workHistory: { path: '/work-history', title: 'Work History', isOpen: true },
  aboutUs: { path: '/about-us', title: 'About Us', isOpen: true },
  downloads: { path: '/downloads', title: 'Downloads', isOpen: true },
  company: { path: '/companies/$companyId', title: 'Company', isOpen: true },
  book: { path: '/companies/$companyId/book', title: 'Book an Appointment', isOpen: true },
  confirmBooking: { path: '/booking/$token', title: 'Your Booking', isOpen: true },
  // The title has the company's name, and never the customer's data.
  track: { path: '/follow/$token', title: 'Your RV', isOpen: true },
  signup: { path: '/join', title: 'Create an Account', isOpen: true },
  confirmSignup: { path: '/join/$token', title: 'Create Your Account', isOpen: true },
  rigReport: { path: '/rig-report/$token', title: 'RV Report', isOpen: true },
  ownCompany: { path: '/company', title: 'Company', needs: 'company.change' },
  audit: { path: '/company/activity', title: 'Activity Log', needs: 'audit.see' },
  endOfDay: { path: '/company/end-of-day', title: 'End of Day', needs: 'company.see-details' },
  reports: { path: '/company/reports', title: 'Reports', needs: 'company.see-details' },
  timeSheet: { path: '/company/time-sheet', title: 'Time Sheet', needs: 'company.see-details' },
  preferences: { path: '/company/preferences', title: 'Preferences', needs: 'company.see-details' },
  imports: { path: '/company/imports', title: 'Import', needs: 'company.import-data' },
  billing: { path: '/company/billing', title: 'Billing', needs: 'company.change' },
  receivables: { path: '/company/billing/receivables', title: 'Receivables', needs: 'billing.use' },
  dayClose: { path: '/company/billing/day-close', title: 'Day Close', needs: 'billing.use' },
  bookkeeping: { path: '/company/billing/bookkeeping', title: 'Bookkeeping', needs: 'company.export' },
  profile: { path: '/profile', title: 'Profile', needs: 'session.see-own' },
  dashboard: { path: '/dashboard', title: 'Dashboard' },
  schedule: { path: '/schedule', title: 'Schedule', needs: 'schedule.see' },
  registerEmployee: { path: '/register-employee', title: 'Register Employee' },
  createTicket: { path: '/create-ticket', title: 'Create a New Ticket', needs: 'ticket.create' },
  newAppointment: { path: '/new-appointment', title: 'New Appointment', needs: 'ticket.create' },
  rig: { path: '/rigs/$vin', title: 'RV', needs: 'customer.see' },
  rigsByComponent: { path: '/components', title: 'RVs by Component', needs: 'customer.see' },
  partsOnOrder: { path: '/parts-on-order', title: 'Parts on Order', needs: 'part.order' },
  stock: { path: '/stock', title: 'Stock', needs: 'stock.see' },
  customer: { path: '/customers/$customerId', title: 'Customer', needs: 'customer.see' },
  myRigs: { path: '/my', title: 'My Rigs', needs: 'rv-owner.see' },
  myRig: { path: '/my/rigs/$vin', title: 'My Rig', needs: 'rv-owner.see' },
  platformAdmin: { path: '/founders', title: 'Founders', needs: 'platform.see' },
  serviceTicket: {
    path: '/service-ticket/$ticketId',
    title: 'Service Ticket',
    module: 'ticket',
    needs: 'ticket.see',
  },
  approvalTicket: {
    path: '/approval-service-ticket/$ticketId',
    title: 'Approval Service Ticket',
    module: 'ticket',
    needs: 'ticket.see',
  },
  completedTicket: {
    path: '/completed-service-ticket/$ticketId',
    title: 'Completed Service Ticket',
    module: 'ticket',
    needs: 'ticket.see',
  },
  bay: { path: '/bay', title: 'My Jobs' },
  bayTicket: { path: '/bay/$ticketId', title: 'Bay Ticket', needs: 'ticket.see' },
  printTicket: { path: '/print/$ticketId', title: 'Print Ticket', needs: 'money.see' },
  printTracked: { path: '/follow/$token/print', title: 'Print or Save', isOpen: true },
} as const satisfies Readonly<Record<string, PageDefinition>>

export type PageName = keyof typeof PAGES
export type PagePath = (typeof PAGES)[PageName]['path']

export const PAGE_NAMES = Object.keys(PAGES) as readonly PageName[]

/** A page with the parameters of its address. */
export type MatchedPage = PageDefinition & { readonly name: PageName; readonly params: PageParams }

const NO_PARAMS = { ticketId: '', companyId: '', customerId: '', token: '', vin: '' }

/** The page at an address; null if there is none. */
export function matchPage(path: string, search = new URLSearchParams()): MatchedPage | null {
  for (const name of PAGE_NAMES) {
    const pattern = PAGES[name].path.replace(/\$([a-zA-Z]+)/g, '(?<$1>[^/]+)')
    const match = new RegExp(`^${pattern}/?$`).exec(path)
    if (match === null) continue
    const params = { ...NO_PARAMS, ...match.groups, search: Object.fromEntries(search) }
    return { ...PAGES[name], name, params }
  }
  return null
}

/** Whether `file` in `src/web` is the module of a page. */
export function isModuleOf(name: PageName, file: string): boolean {
  const { module = name.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`) }: PageDefinition =
    PAGES[name]
  return file.endsWith(`/${module}.page.tsx`)
}

/** Whether a page is for the person who has its link: it is never cached or indexed. */
export const isLinkPage = ({ path }: PageDefinition): boolean => path.includes('$token')
