// Each page that the web has: what it is called, whose code it is and what it asks first. An address that is none
// of them is answered as such. The web's own list is `web/router.tsx`.

import { type Page as Address, PAGES } from '#contract/routes.ts'
import { type Actor, isStaff } from '#domain/account/actor.ts'
import { landingPageOf, may } from '#domain/account/permission.ts'
import { SEARCH_PARAM_NAMES } from '#domain/companies/directory.ts'
import { firstPageInput, parseSearchParams } from '#domain/companies/search-params.ts'
import { isStorableVin, normalizeVin } from '#domain/rigs/vin.ts'
import type { ProcedureName } from '#server/rpc/procedure-permissions.ts'

/** One question of the contract, as the web would ask it. */
export type PageQuery = {
  readonly name: ProcedureName
  readonly input?: unknown
  /** Whether the page can be drawn without its answer. */
  readonly mayBeRefused?: true
}

/** What an address says besides its page. */
type PageParams = {
  readonly ticketId: string
  readonly companyId: string
  readonly token: string
  readonly vin: string
  readonly search: URLSearchParams
}

type PageDefinition = {
  readonly title: string
  /** The file of `src/web` that draws it. */
  readonly module: string
  /** What it is, for whoever finds or shares it. Only a place that is open to anybody says so. */
  readonly description?: string
  /** What its address may say behind a question mark, where that changes what is drawn. */
  readonly searchParams?: readonly string[]
  /** Of what it asks, that without which there is no such page. */
  readonly requires?: ProcedureName
  /** What it shows is one person's, also where nobody is signed in: it is never kept, nor found. */
  readonly isPrivate?: true
  /** What it is when it is put on a home screen; unset: the product. */
  readonly manifest?: string
  /** What it asks before it can be read, as this person. */
  readonly prefetch?: (said: PageParams, actor: Actor) => readonly PageQuery[]
}

export const vinFromSearch = ({ search }: PageParams): string => normalizeVin(search.get('vin') ?? '')

const ticketQuery = ({ ticketId }: PageParams): readonly PageQuery[] => {
  const number = Number(ticketId)
  return Number.isInteger(number) ? [{ name: 'tickets.get', input: { ticketId: number } }] : []
}

const BOARD = [
  ...([{ name: 'companies.mine' }, { name: 'tickets.board' }] as const),
  // Who is on the clock, and which customers wrote, stands above the board: told later, it would push it down.
  ...([{ name: 'clocks.list' }, { name: 'employees.list' }, { name: 'messages.listUnread' }] as const),
]
const TECHNICIAN_BOARD = [{ name: 'tickets.board', input: { whose: 'mine' } }] as const
const deskTicketQuery = (params: PageParams, actor: Actor) =>
  landingPageOf(actor) === 'bay' ? [] : ticketQuery(params)

const companyQuery = ({ companyId }: PageParams): readonly PageQuery[] => [
  { name: 'companies.get', input: { companyId } },
]

const PAGE_DEFINITIONS: Readonly<Record<Address, PageDefinition>> = {
  '/': {
    title: 'Rigwright · RV service companies and the history of every rig',
    module: 'pages/public/home.tsx',
    description:
      'RV shops and mobile mechanics near you, and the work history of every rig by its VIN: when it was done, by whom, for how much.',
    searchParams: SEARCH_PARAM_NAMES,
    prefetch: ({ search }) => [
      { name: 'companies.list', input: firstPageInput(parseSearchParams(name => search.get(name))) },
    ],
  },
  '/work-history': {
    title: 'Work History',
    module: 'pages/public/work-history/work-history.tsx',
    searchParams: ['vin'],
    description:
      'What RV service companies have completed on a vehicle, by its VIN: when, by whom and for how much. No login needed.',
    prefetch: params => {
      const vin = vinFromSearch(params)
      return isStorableVin(vin) ? [{ name: 'workHistory.get', input: { vin } }] : []
    },
  },
  '/about-us': {
    title: 'About Us',
    module: 'pages/public/about-us.tsx',
    description:
      'What Rigwright is, what it is built to do for you, and what Trusted and Verified companies are.',
  },
  '/downloads': {
    title: 'Downloads',
    module: 'pages/public/downloads/downloads.tsx',
    description: 'The Rigwright app for your phone, a sample work history report and a blank intake sheet.',
    prefetch: () => [{ name: 'downloads.androidApp' }],
  },
  '/companies/$companyId': {
    title: 'Company',
    module: 'pages/public/companies/company-page.tsx',
    description:
      'An RV service company on Rigwright: where it is, when it is open, and how to book an appointment.',
    requires: 'companies.get',
    prefetch: companyQuery,
  },
  '/companies/$companyId/book': {
    title: 'Book an Appointment',
    module: 'pages/customer/booking/book.tsx',
    description:
      'Book an appointment for your RV: what is wrong, where it stands and when it suits you. No account needed.',
    requires: 'companies.get',
    prefetch: companyQuery,
  },
  '/booking/$token': {
    title: 'Your Booking',
    module: 'pages/customer/booking/confirm-booking.tsx',
    isPrivate: true,
  },
  '/register': {
    title: 'Register Your Company',
    module: 'pages/account/register.tsx',
    description:
      'Run the day of your RV service company on Rigwright: every ticket on one board, technicians, parts and time on any phone.',
  },
  '/login': {
    title: 'Login',
    module: 'pages/account/login.tsx',
    description: 'Sign in to Rigwright, where RV service companies run their day.',
  },
  '/join': {
    title: 'Make an Account',
    module: 'pages/account/signup.tsx',
    description: 'Make an account as an RV owner: your tickets at every company on Rigwright, in one place.',
  },
  '/join/$token': {
    title: 'Make Your Account',
    module: 'pages/account/confirm-signup.tsx',
    isPrivate: true,
    prefetch: ({ token }) => [{ name: 'rvOwners.preview', input: { token }, mayBeRefused: true }],
  },
  '/reset-password': { title: 'Reset Password', module: 'pages/account/reset-password.tsx' },
  // Titled with the company's name, and never with anything of the customer's.
  '/follow/$token': {
    title: 'Your RV',
    module: 'pages/customer/track/track.tsx',
    isPrivate: true,
    // It opens this very page again: an iPhone is told of it only from there.
    manifest: '/follow.webmanifest',
    prefetch: ({ token }) => [
      { name: 'customerView.preview', input: { token } },
      { name: 'customerView.get', input: { token }, mayBeRefused: true },
    ],
  },
  '/rig-report/$token': {
    title: 'Report of an RV',
    module: 'pages/public/work-history/rig-report.tsx',
    isPrivate: true,
    prefetch: ({ token }) => [{ name: 'rigClaims.getReport', input: { token } }],
  },
  '/company': {
    title: 'Company',
    module: 'pages/office/company.tsx',
    prefetch: () => [{ name: 'companies.mine' }],
  },
  '/company/trail': { title: 'Trail', module: 'pages/office/audit-page.tsx' },
  '/profile': {
    title: 'Profile',
    module: 'pages/account/profile.tsx',
    prefetch: (_, actor) => [
      { name: may(actor, 'rv-owner.see') ? 'rvOwners.getDetails' : 'employees.mine' },
      ...([{ name: 'account.get' }, { name: 'account.sessions' }] as const),
    ],
  },
  '/dashboard': {
    title: 'Dashboard',
    module: 'pages/desk/dashboard.tsx',
    prefetch: (_, actor) => (landingPageOf(actor) === 'dashboard' ? BOARD : TECHNICIAN_BOARD),
  },
  '/schedule': { title: 'Schedule', module: 'pages/desk/schedule.tsx' },
  '/register-employee': { title: 'Register Employee', module: 'pages/office/register-employee.tsx' },
  '/my': {
    title: 'My Rigs',
    module: 'pages/rv-owner/my-rigs.tsx',
    prefetch: (_, actor) =>
      may(actor, 'rv-owner.see')
        ? [{ name: 'rigClaims.list' }, { name: 'rvOwners.listTickets', input: {} }]
        : [],
  },
  '/my/rigs/$vin': {
    title: 'My Rig',
    module: 'pages/rv-owner/rigs/my-rig.tsx',
    prefetch: ({ vin }, actor) =>
      may(actor, 'rv-owner.see') && isStorableVin(normalizeVin(vin))
        ? [{ name: 'rigClaims.get', input: { vin: normalizeVin(vin) }, mayBeRefused: true }]
        : [],
  },
  '/founders': { title: 'Founders', module: 'pages/platform-admin/platform-admin.tsx' },
  '/create-ticket': { title: 'Create a New Ticket', module: 'pages/desk/create-ticket.tsx' },
  '/service-ticket/$ticketId': {
    title: 'Service Ticket',
    module: 'pages/desk/service-ticket.tsx',
    prefetch: deskTicketQuery,
  },
  '/approval-service-ticket/$ticketId': {
    title: 'Approval Service Ticket',
    module: 'pages/desk/approval-ticket.tsx',
    prefetch: deskTicketQuery,
  },
  '/completed-service-ticket/$ticketId': {
    title: 'Completed Service Ticket',
    module: 'pages/desk/completed-ticket.tsx',
    prefetch: deskTicketQuery,
  },
  '/print/$ticketId': {
    title: 'Print Ticket',
    module: 'pages/desk/print-ticket.tsx',
    prefetch: (params, actor) =>
      may(actor, 'money.see')
        ? [
            ...ticketQuery(params),
            { name: 'companies.mine' },
            ...ticketQuery(params).map(({ input }) => ({ name: 'customerLinks.get', input }) as const),
          ]
        : [],
  },
  '/follow/$token/print': {
    title: 'Print or Save',
    module: 'pages/customer/track/track-print.tsx',
    isPrivate: true,
  },
  '/bay': { title: 'Bay', module: 'pages/bay/bay.tsx', prefetch: () => TECHNICIAN_BOARD },
  '/bay/$ticketId': {
    title: 'Bay Ticket',
    module: 'pages/bay/bay-ticket.tsx',
    prefetch: ticketQuery,
  },
}

/** The pages that are for anybody, and for search engines, as far as there is one of each. */
export const INDEXABLE_PAGES = PAGES.filter(
  page => PAGE_DEFINITIONS[page].description !== undefined && !page.includes('$'),
)

/** Open to anybody, and nothing to find: what they show is for whoever has the link. */
const LINK_PAGES: readonly Address[] = [
  ...(['/reset-password', '/booking/$token', '/follow/$token', '/follow/$token/print'] as const),
  '/join/$token',
  '/rig-report/$token',
]

const ROUTE_PATTERNS = PAGES.map(page => ({
  page,
  pattern: new RegExp(`^${page.replace(/\$([a-zA-Z]+)/g, '(?<$1>[^/]+)')}/?$`),
}))

export type MatchedPage = PageDefinition & {
  readonly route: Address
  readonly params: PageParams
  readonly isOpen: boolean
}

/** The page at an address; null where there is none. */
export function findPage(path: string, search: URLSearchParams): MatchedPage | null {
  for (const { page, pattern } of ROUTE_PATTERNS) {
    const match = pattern.exec(path)
    const definition = PAGE_DEFINITIONS[page]
    if (match === null) continue
    const { ticketId = '', companyId = '', token = '', vin = '' } = match.groups ?? {}
    const params = { ticketId, companyId, token, vin, search }
    return {
      ...definition,
      route: page,
      params,
      isOpen: definition.description !== undefined || LINK_PAGES.includes(page),
    }
  }
  return null
}

/** What people of no company have of their own, beside what is open. */
const RV_OWNER_PAGES: readonly Address[] = ['/my', '/my/rigs/$vin', '/profile']

/** What a page asks first as `actor`: who that is, what stands around the page, and then its own. */
export function queriesFor(
  { route, prefetch, params, isOpen }: MatchedPage,
  actor: Actor,
): readonly PageQuery[] {
  const common: PageQuery[] = [{ name: 'me' }]
  if (may(actor, 'clock.see-own')) common.push({ name: 'clocks.mine' })
  // Whoever is not signed in is led to Login, and whoever belongs to no company is told so.
  const isTheirs = isStaff(actor) || (may(actor, 'rv-owner.see') && RV_OWNER_PAGES.includes(route))
  return isOpen || isTheirs ? [...common, ...(prefetch?.(params, actor) ?? [])] : common
}
