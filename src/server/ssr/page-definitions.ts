// What the server adds to each page of contract/routes.ts: its title, its module and the queries to prefetch. Any other
// path is not found.

import type { ProcedureName } from '#contract/index.ts'
import { matchRoute, ROUTE_NAMES, ROUTES, type RouteName, type RoutePattern } from '#contract/routes.ts'
import { type Actor, isStaff } from '#domain/account/actor.ts'
import { landingPageOf, may } from '#domain/account/permission.ts'
import { SEARCH_PARAM_NAMES } from '#domain/companies/search-param-names.ts'
import { firstPageInput, parseSearchParams } from '#domain/companies/search-params.ts'
import { isDay } from '#domain/lib/calendar-date.ts'
import { isStorableVin, normalizeVin } from '#domain/rigs/vin.ts'
import { boardFilter, parseBoardSearch } from '#domain/tickets/board-search.ts'

/** One query of the contract, as the web would send it. */
export type PageQuery = {
  readonly name: ProcedureName
  readonly input?: unknown
  /** Whether the page can be rendered without its answer. */
  readonly mayBeRefused?: true
}

/** The parameters in a page's address. */
type PageParams = {
  readonly ticketId: string
  readonly companyId: string
  readonly token: string
  readonly vin: string
  readonly search: URLSearchParams
}

type PageDefinition = {
  readonly title: string
  /** The page's file in `src/web`. */
  readonly module: string
  /** For search engines and link previews. Only public pages have one. */
  readonly description?: string
  /** The search parameters that change what is rendered. */
  readonly searchParams?: readonly string[]
  /** The query whose NOT_FOUND means that the page does not exist. */
  readonly requires?: ProcedureName
  /** It shows one person's data even without a session: never cached, never indexed. */
  readonly isPrivate?: true
  /** The web app manifest for its home screen icon; by default the product's. */
  readonly manifest?: string
  /** The queries to prefetch for this actor. */
  readonly prefetch?: (params: PageParams, actor: Actor) => readonly PageQuery[]
}

export const vinFromSearch = ({ search }: PageParams): string => normalizeVin(search.get('vin') ?? '')

const ticketQuery = ({ ticketId }: PageParams): readonly PageQuery[] => {
  const number = Number(ticketId)
  return Number.isInteger(number) ? [{ name: 'tickets.get', input: { ticketId: number } }] : []
}

/** The board as the browser asks for it: another one would differ from what it hydrates. */
function boardQueryOf(search: URLSearchParams): PageQuery {
  const input = boardFilter(parseBoardSearch(Object.fromEntries(search)))
  return input === undefined ? { name: 'tickets.board' } : { name: 'tickets.board', input }
}

const boardQueries = ({ search }: PageParams): readonly PageQuery[] => [
  { name: 'companies.mine' },
  boardQueryOf(search),
  // The clocks, unread messages and cancellations are above the board: loaded later, they would push it down.
  ...([
    { name: 'clocks.list' },
    { name: 'employees.list' },
    { name: 'messages.listUnread' },
    { name: 'bookings.listCancellations' },
  ] as const),
]
const TECHNICIAN_BOARD = [{ name: 'tickets.board', input: { whose: 'mine' } }] as const
const deskTicketQuery = (params: PageParams, actor: Actor) =>
  landingPageOf(actor) === 'bay' ? [] : ticketQuery(params)
/** Also who can be assigned: loaded later, it would move what is below. */
const openTicketQueries = (params: PageParams, actor: Actor): readonly PageQuery[] =>
  deskTicketQuery(params, actor).flatMap(query => [query, { name: 'employees.list' }])

const companyQuery = ({ companyId }: PageParams): readonly PageQuery[] => [
  { name: 'companies.get', input: { companyId } },
]

const PAGE_DEFINITIONS: Readonly<Record<RouteName, PageDefinition>> = {
  home: {
    title: 'Rigwright · RV service companies and the history of every rig',
    module: 'pages/public/home.tsx',
    description:
      'Find RV shops and mobile mechanics near you, and look up any rig’s work history by VIN: date, technician and total.',
    searchParams: SEARCH_PARAM_NAMES,
    prefetch: ({ search }) => [
      { name: 'companies.list', input: firstPageInput(parseSearchParams(name => search.get(name))) },
    ],
  },
  workHistory: {
    title: 'Work History',
    module: 'pages/public/work-history/work-history.tsx',
    searchParams: ['vin'],
    description:
      'Look up the work RV service companies have completed on a vehicle, by VIN: date, technician and total. No login needed.',
    prefetch: params => {
      const vin = vinFromSearch(params)
      return isStorableVin(vin) ? [{ name: 'workHistory.get', input: { vin } }] : []
    },
  },
  aboutUs: {
    title: 'About Us',
    module: 'pages/public/about-us.tsx',
    description: 'What Rigwright is, what it does for you, and what Trusted and Verified companies are.',
  },
  downloads: {
    title: 'Downloads',
    module: 'pages/public/downloads/downloads.tsx',
    description: 'The Rigwright app for your phone, a sample work history report and a blank intake sheet.',
    prefetch: () => [{ name: 'downloads.androidApp' }],
  },
  company: {
    title: 'Company',
    module: 'pages/public/companies/company-page.tsx',
    description:
      'An RV service company on Rigwright: where it is, when it is open, and how to book an appointment.',
    requires: 'companies.get',
    prefetch: companyQuery,
  },
  book: {
    title: 'Book an Appointment',
    module: 'pages/customer/booking/book.tsx',
    description:
      'Book an appointment for your RV: tell the shop what’s wrong, where your RV is and when you’re free. No account needed.',
    requires: 'companies.get',
    prefetch: companyQuery,
  },
  confirmBooking: {
    title: 'Your Booking',
    module: 'pages/customer/booking/confirm-booking.tsx',
    isPrivate: true,
  },
  register: {
    title: 'Register Your Company',
    module: 'pages/account/register.tsx',
    description:
      'Run your RV service company on Rigwright: every ticket on one board, with technicians, parts and time on any phone.',
  },
  login: {
    title: 'Login',
    module: 'pages/account/login.tsx',
    description: 'Log in to Rigwright, where RV service companies run their day.',
  },
  signup: {
    title: 'Create an Account',
    module: 'pages/account/signup.tsx',
    description: 'Create an RV owner account: your tickets at every company on Rigwright, in one place.',
  },
  confirmSignup: {
    title: 'Create Your Account',
    module: 'pages/account/confirm-signup.tsx',
    isPrivate: true,
    prefetch: ({ token }) => [{ name: 'rvOwners.preview', input: { token }, mayBeRefused: true }],
  },
  resetPassword: { title: 'Reset Password', module: 'pages/account/reset-password.tsx' },
  confirmEmail: {
    title: 'Confirm Your Email',
    module: 'pages/account/confirm-email.tsx',
    isPrivate: true,
  },
  releaseEmail: {
    title: 'Use Your Email',
    module: 'pages/account/release-email.tsx',
    isPrivate: true,
  },
  // The title has the company's name, and never the customer's data.
  track: {
    title: 'Your RV',
    module: 'pages/customer/track/track.tsx',
    isPrivate: true,
    // Its icon opens this page again: an iPhone allows notifications only from the home screen.
    manifest: '/follow.webmanifest',
    prefetch: ({ token }) => [
      { name: 'customerView.preview', input: { token } },
      { name: 'customerView.get', input: { token }, mayBeRefused: true },
    ],
  },
  rigReport: {
    title: 'RV Report',
    module: 'pages/public/work-history/rig-report.tsx',
    isPrivate: true,
    prefetch: ({ token }) => [{ name: 'rigClaims.getReport', input: { token } }],
  },
  ownCompany: {
    title: 'Company',
    module: 'pages/office/own-company.tsx',
    prefetch: () => [{ name: 'companies.mine' }],
  },
  audit: { title: 'Activity Log', module: 'pages/office/audit-page.tsx' },
  preferences: {
    title: 'Preferences',
    module: 'pages/office/preferences.tsx',
    prefetch: () => [{ name: 'preferences.get' }, { name: 'notices.listWaiting' }],
  },
  imports: {
    title: 'Import',
    module: 'pages/office/imports.tsx',
    prefetch: () => [{ name: 'imports.list' }],
  },
  billing: {
    title: 'Billing',
    module: 'pages/office/billing.tsx',
    prefetch: () => [{ name: 'billing.getSettings' }],
  },
  bookkeeping: {
    title: 'Bookkeeping',
    module: 'pages/office/billing/bookkeeping.tsx',
    prefetch: () => [{ name: 'billing.getBookkeeping' }],
  },
  dayClose: {
    title: 'Day Close',
    module: 'pages/office/billing/day-close.tsx',
    searchParams: ['day'],
    prefetch: ({ search }) => {
      const day = search.get('day') ?? ''
      return [{ name: 'billing.getDay', input: isDay(day) ? { day } : {} }]
    },
  },
  receivables: {
    title: 'Receivables',
    module: 'pages/office/billing/receivables.tsx',
    prefetch: () => [{ name: 'billing.getReceivables' }],
  },
  profile: {
    title: 'Profile',
    module: 'pages/account/profile.tsx',
    prefetch: (_, actor) => [
      { name: may(actor, 'rv-owner.see') ? 'rvOwners.getDetails' : 'employees.mine' },
      ...([{ name: 'account.get' }, { name: 'account.sessions' }] as const),
    ],
  },
  dashboard: {
    title: 'Dashboard',
    module: 'pages/desk/dashboard.tsx',
    prefetch: (params, actor) =>
      landingPageOf(actor) === 'dashboard' ? boardQueries(params) : TECHNICIAN_BOARD,
  },
  schedule: { title: 'Schedule', module: 'pages/desk/schedule.tsx' },
  registerEmployee: { title: 'Register Employee', module: 'pages/office/register-employee.tsx' },
  myRigs: {
    title: 'My Rigs',
    module: 'pages/rv-owner/my-rigs.tsx',
    prefetch: (_, actor) =>
      may(actor, 'rv-owner.see')
        ? [{ name: 'rigClaims.list' }, { name: 'rvOwners.listTickets', input: {} }]
        : [],
  },
  myRig: {
    title: 'My Rig',
    module: 'pages/rv-owner/rigs/my-rig.tsx',
    prefetch: ({ vin }, actor) =>
      may(actor, 'rv-owner.see') && isStorableVin(normalizeVin(vin))
        ? [{ name: 'rigClaims.get', input: { vin: normalizeVin(vin) }, mayBeRefused: true }]
        : [],
  },
  platformAdmin: { title: 'Founders', module: 'pages/platform-admin/platform-admin.tsx' },
  createTicket: {
    title: 'Create a New Ticket',
    module: 'pages/desk/create-ticket.tsx',
    searchParams: ['from'],
    prefetch: ({ search }, actor) => {
      const ticketId = Number(search.get('from'))
      return may(actor, 'ticket.create') && Number.isInteger(ticketId) && ticketId > 0
        ? [{ name: 'tickets.get', input: { ticketId }, mayBeRefused: true }]
        : []
    },
  },
  serviceTicket: {
    title: 'Service Ticket',
    module: 'pages/desk/ticket.tsx',
    prefetch: openTicketQueries,
  },
  approvalTicket: {
    title: 'Approval Service Ticket',
    module: 'pages/desk/ticket.tsx',
    prefetch: openTicketQueries,
  },
  completedTicket: {
    title: 'Completed Service Ticket',
    module: 'pages/desk/ticket.tsx',
    prefetch: deskTicketQuery,
  },
  printTicket: {
    title: 'Print Ticket',
    module: 'pages/desk/print-ticket.tsx',
    prefetch: (params, actor) =>
      may(actor, 'money.see')
        ? [
            ...ticketQuery(params),
            { name: 'companies.mine' },
            ...ticketQuery(params).flatMap(({ input }) => [
              { name: 'customerLinks.get', input } as const,
              { name: 'billing.getTicket', input } as const,
            ]),
          ]
        : [],
  },
  printTracked: {
    title: 'Print or Save',
    module: 'pages/customer/track/print-tracked.tsx',
    isPrivate: true,
  },
  bay: { title: 'My Jobs', module: 'pages/bay/bay.tsx', prefetch: () => TECHNICIAN_BOARD },
  bayTicket: {
    title: 'Bay Ticket',
    module: 'pages/bay/bay-ticket.tsx',
    prefetch: ticketQuery,
  },
}

/** The files of pages. */
export const modulesOf = (...names: readonly RouteName[]): readonly string[] =>
  names.map(name => PAGE_DEFINITIONS[name].module)

/** The public pages without parameters, for the sitemap. */
export const INDEXABLE_PAGES = ROUTE_NAMES.filter(
  name => PAGE_DEFINITIONS[name].description !== undefined && !ROUTES[name].includes('$'),
).map(name => ROUTES[name])

/** Open without a session, but not indexed: they are for the person who has the link. */
const LINK_PAGES: readonly RouteName[] = [
  'resetPassword',
  'confirmEmail',
  'releaseEmail',
  'confirmBooking',
  'track',
  'printTracked',
  'confirmSignup',
  'rigReport',
]

export type MatchedPage = PageDefinition & {
  readonly name: RouteName
  readonly route: RoutePattern
  readonly params: PageParams
  readonly isOpen: boolean
}

/** The page at an address, or null. */
export function findPage(path: string, search: URLSearchParams): MatchedPage | null {
  const match = matchRoute(path)
  if (match === null) return null
  const { name } = match
  const { ticketId = '', companyId = '', token = '', vin = '' } = match.params
  const definition = PAGE_DEFINITIONS[name]
  return {
    ...definition,
    name,
    route: ROUTES[name],
    params: { ticketId, companyId, token, vin, search },
    isOpen: definition.description !== undefined || LINK_PAGES.includes(name),
  }
}

/** The pages of RV owners, besides the public ones. */
const RV_OWNER_PAGES: readonly RouteName[] = ['myRigs', 'myRig', 'profile']

/** The queries to prefetch for a page as `actor`: the session, the app shell's and then the page's own. */
export function queriesFor(
  { name, prefetch, params, isOpen }: MatchedPage,
  actor: Actor,
): readonly PageQuery[] {
  const common: PageQuery[] = [{ name: 'me' }]
  if (may(actor, 'clock.see-own')) common.push({ name: 'clocks.mine' })
  // Without permission the web redirects to Login or explains.
  const isTheirs = isStaff(actor) || (may(actor, 'rv-owner.see') && RV_OWNER_PAGES.includes(name))
  return isOpen || isTheirs ? [...common, ...(prefetch?.(params, actor) ?? [])] : common
}
