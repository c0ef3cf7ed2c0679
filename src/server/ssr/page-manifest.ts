// Each page that the web has: what it is called, whose code it is and what it asks first. An address that is none
// of them is answered as such. The web's own list is `web/router.tsx`.

import { type Page as Address, PAGES } from '#contract/routes.ts'
import { type Actor, isStaff } from '#domain/account/actor.ts'
import { homeOf, may } from '#domain/account/permission.ts'
import { SEARCH_NAMES } from '#domain/companies/directory.ts'
import { firstPageOf, readSearch } from '#domain/companies/search-params.ts'
import { isStorableVin, mendVin } from '#domain/rigs/vin.ts'
import type { Name } from '#server/rpc/procedure-permissions.ts'

/** One question of the contract, as the web would ask it. */
export type Question = {
  readonly name: Name
  readonly input?: unknown
  /** Whether the page can be drawn without its answer. */
  readonly mayBeRefused?: true
}

/** What an address says besides its page. */
export type Said = {
  readonly ticketId: string
  readonly companyId: string
  readonly token: string
  readonly vin: string
  readonly search: URLSearchParams
}

type Place = {
  readonly title: string
  /** The file of `src/web` that draws it. */
  readonly code: string
  /** What it is, for whoever finds or shares it. Only a place that is open to anybody says so. */
  readonly words?: string
  /** What its address may say behind a question mark, where that changes what is drawn. */
  readonly knows?: readonly string[]
  /** Of what it asks, that without which there is no such page. */
  readonly of?: Name
  /** What it shows is one person's, also where nobody is signed in: it is never kept, nor found. */
  readonly isForOne?: true
  /** What it is when it is put on a home screen; unset: the product. */
  readonly manifest?: string
  /** What it asks before it can be read, as this person. */
  readonly asks?: (said: Said, actor: Actor) => readonly Question[]
}

export const vinOf = ({ search }: Said): string => mendVin(search.get('vin') ?? '')

const ticketOf = ({ ticketId }: Said): readonly Question[] => {
  const number = Number(ticketId)
  return Number.isInteger(number) ? [{ name: 'tickets.get', input: { ticketId: number } }] : []
}

const BOARD = [
  ...([{ name: 'companies.mine' }, { name: 'tickets.board' }] as const),
  // Who is on the clock, and which customers wrote, stands above the board: told later, it would push it down.
  ...([{ name: 'clocks.list' }, { name: 'employees.list' }, { name: 'messages.unseen' }] as const),
]
const MINE = [{ name: 'tickets.board', input: { whose: 'mine' } }] as const
const atTheDesk = (said: Said, actor: Actor) => (homeOf(actor) === 'bay' ? [] : ticketOf(said))

const companyOf = ({ companyId }: Said): readonly Question[] => [
  { name: 'companies.get', input: { companyId } },
]

const PLACES: Readonly<Record<Address, Place>> = {
  '/': {
    title: 'Rigwright · RV service companies and the history of every rig',
    code: 'pages/public/home.tsx',
    words:
      'RV shops and mobile mechanics near you, and the work history of every rig by its VIN: when it was done, by whom, for how much.',
    knows: SEARCH_NAMES,
    asks: ({ search }) => [
      { name: 'companies.list', input: firstPageOf(readSearch(name => search.get(name))) },
    ],
  },
  '/work-history': {
    title: 'Work History',
    code: 'pages/public/work-history/work-history.tsx',
    knows: ['vin'],
    words:
      'What RV service companies have completed on a vehicle, by its VIN: when, by whom and for how much. No login needed.',
    asks: said => {
      const vin = vinOf(said)
      return isStorableVin(vin) ? [{ name: 'workHistory.get', input: { vin } }] : []
    },
  },
  '/about-us': {
    title: 'About Us',
    code: 'pages/public/about-us.tsx',
    words: 'What Rigwright is, what it is built to do for you, and what Trusted and Verified companies are.',
  },
  '/downloads': {
    title: 'Downloads',
    code: 'pages/public/downloads/downloads.tsx',
    words: 'The Rigwright app for your phone, a sample work history report and a blank intake sheet.',
    asks: () => [{ name: 'downloads.androidApp' }],
  },
  '/companies/$companyId': {
    title: 'Company',
    code: 'pages/public/companies/company-page.tsx',
    words:
      'An RV service company on Rigwright: where it is, when it is open, and how to book an appointment.',
    of: 'companies.get',
    asks: companyOf,
  },
  '/companies/$companyId/book': {
    title: 'Book an Appointment',
    code: 'pages/customer/booking/book.tsx',
    words:
      'Book an appointment for your RV: what is wrong, where it stands and when it suits you. No account needed.',
    of: 'companies.get',
    asks: companyOf,
  },
  '/booking/$token': {
    title: 'Your Booking',
    code: 'pages/customer/booking/confirm-booking.tsx',
    isForOne: true,
  },
  '/register': {
    title: 'Register Your Company',
    code: 'pages/account/register.tsx',
    words:
      'Run the day of your RV service company on Rigwright: every ticket on one board, technicians, parts and time on any phone.',
  },
  '/login': {
    title: 'Login',
    code: 'pages/account/login.tsx',
    words: 'Sign in to Rigwright, where RV service companies run their day.',
  },
  '/join': {
    title: 'Make an Account',
    code: 'pages/account/signup.tsx',
    words: 'Make an account as an RV owner: your tickets at every company on Rigwright, in one place.',
  },
  '/join/$token': {
    title: 'Make Your Account',
    code: 'pages/account/confirm-signup.tsx',
    isForOne: true,
    asks: ({ token }) => [{ name: 'my.look', input: { token }, mayBeRefused: true }],
  },
  '/reset-password': { title: 'Reset Password', code: 'pages/account/reset-password.tsx' },
  // Titled with the company's name, and never with anything of the customer's.
  '/follow/$token': {
    title: 'Your RV',
    code: 'pages/customer/track/track.tsx',
    isForOne: true,
    // It opens this very page again: an iPhone is told of it only from there.
    manifest: '/follow.webmanifest',
    asks: ({ token }) => [
      { name: 'follow.look', input: { token } },
      { name: 'follow.get', input: { token }, mayBeRefused: true },
    ],
  },
  '/rig-report/$token': {
    title: 'Report of an RV',
    code: 'pages/public/work-history/rig-report.tsx',
    isForOne: true,
    asks: ({ token }) => [{ name: 'myRigs.report', input: { token } }],
  },
  '/company': {
    title: 'Company',
    code: 'pages/office/company.tsx',
    asks: () => [{ name: 'companies.mine' }],
  },
  '/company/trail': { title: 'Trail', code: 'pages/office/audit-page.tsx' },
  '/profile': {
    title: 'Profile',
    code: 'pages/account/profile.tsx',
    asks: (_, actor) => [
      { name: may(actor, 'my.see') ? 'my.details' : 'employees.mine' },
      ...([{ name: 'account.get' }, { name: 'account.sessions' }] as const),
    ],
  },
  '/dashboard': {
    title: 'Dashboard',
    code: 'pages/desk/dashboard.tsx',
    asks: (_, actor) => (homeOf(actor) === 'dashboard' ? BOARD : MINE),
  },
  '/schedule': { title: 'Schedule', code: 'pages/desk/schedule.tsx' },
  '/register-employee': { title: 'Register Employee', code: 'pages/office/register-employee.tsx' },
  '/my': {
    title: 'My Rigs',
    code: 'pages/rv-owner/my-rigs.tsx',
    asks: (_, actor) =>
      may(actor, 'my.see') ? [{ name: 'myRigs.list' }, { name: 'my.tickets', input: {} }] : [],
  },
  '/my/rigs/$vin': {
    title: 'My Rig',
    code: 'pages/rv-owner/rigs/my-rig.tsx',
    asks: ({ vin }, actor) =>
      may(actor, 'my.see') && isStorableVin(mendVin(vin))
        ? [{ name: 'myRigs.get', input: { vin: mendVin(vin) }, mayBeRefused: true }]
        : [],
  },
  '/founders': { title: 'Founders', code: 'pages/platform-admin/platform-admin.tsx' },
  '/create-ticket': { title: 'Create a New Ticket', code: 'pages/desk/create-ticket.tsx' },
  '/service-ticket/$ticketId': {
    title: 'Service Ticket',
    code: 'pages/desk/service-ticket.tsx',
    asks: atTheDesk,
  },
  '/approval-service-ticket/$ticketId': {
    title: 'Approval Service Ticket',
    code: 'pages/desk/approval-ticket.tsx',
    asks: atTheDesk,
  },
  '/completed-service-ticket/$ticketId': {
    title: 'Completed Service Ticket',
    code: 'pages/desk/completed-ticket.tsx',
    asks: atTheDesk,
  },
  '/print/$ticketId': {
    title: 'Print Ticket',
    code: 'pages/desk/print-ticket.tsx',
    asks: (said, actor) =>
      may(actor, 'money.see')
        ? [
            ...ticketOf(said),
            { name: 'companies.mine' },
            ...ticketOf(said).map(({ input }) => ({ name: 'links.get', input }) as const),
          ]
        : [],
  },
  '/follow/$token/print': {
    title: 'Print or Save',
    code: 'pages/customer/track/track-print.tsx',
    isForOne: true,
  },
  '/bay': { title: 'Bay', code: 'pages/bay/bay.tsx', asks: () => MINE },
  '/bay/$ticketId': {
    title: 'Bay Ticket',
    code: 'pages/bay/bay-ticket.tsx',
    asks: ticketOf,
  },
}

/** The pages that are for anybody, and for search engines, as far as there is one of each. */
export const OPEN_PAGES = PAGES.filter(page => PLACES[page].words !== undefined && !page.includes('$'))

/** Open to anybody, and nothing to find: what they show is for whoever has the link. */
const BY_LINK: readonly Address[] = [
  ...(['/reset-password', '/booking/$token', '/follow/$token', '/follow/$token/print'] as const),
  '/join/$token',
  '/rig-report/$token',
]

const SHAPES = PAGES.map(page => ({
  page,
  shape: new RegExp(`^${page.replace(/\$([a-zA-Z]+)/g, '(?<$1>[^/]+)')}/?$`),
}))

export type Page = Place & { readonly place: Address; readonly said: Said; readonly isOpen: boolean }

/** The page at an address; null where there is none. */
export function findPage(path: string, search: URLSearchParams): Page | null {
  for (const { page, shape } of SHAPES) {
    const found = shape.exec(path)
    const place = PLACES[page]
    if (found === null) continue
    const { ticketId = '', companyId = '', token = '', vin = '' } = found.groups ?? {}
    const said = { ticketId, companyId, token, vin, search }
    return { ...place, place: page, said, isOpen: place.words !== undefined || BY_LINK.includes(page) }
  }
  return null
}

/** What people of no company have of their own, beside what is open. */
const OF_RV_OWNERS: readonly Address[] = ['/my', '/my/rigs/$vin', '/profile']

/** What a page asks first as `actor`: who that is, what stands around the page, and then its own. */
export function questionsOf({ place, asks, said, isOpen }: Page, actor: Actor): readonly Question[] {
  const around: Question[] = [{ name: 'me' }]
  if (may(actor, 'clock.see-own')) around.push({ name: 'clocks.mine' })
  // Whoever is not signed in is led to Login, and whoever belongs to no company is told so.
  const isTheirs = isStaff(actor) || (may(actor, 'my.see') && OF_RV_OWNERS.includes(place))
  return isOpen || isTheirs ? [...around, ...(asks?.(said, actor) ?? [])] : around
}
