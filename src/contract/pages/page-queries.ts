// The queries that pages start with. The server answers them in the page; on the way to another page the browser sends
// them while the page's code is loading.

import { type Actor, isStaff } from '#domain/account/actor.ts'
import { landingPageOf, may } from '#domain/account/permission.ts'
import { SEARCH_PARAM_NAMES } from '#domain/companies/search-param-names.ts'
import { firstPageInput, parseSearchParams } from '#domain/companies/search-params.ts'
import { isDay } from '#domain/lib/calendar-date.ts'
import { parseReportSearch, reportDaysErrors } from '#domain/reports/report-period.ts'
import { isStorableVin, normalizeVin } from '#domain/rigs/vin.ts'
import { boardFilter, parseBoardSearch } from '#domain/tickets/board-search.ts'
import type { MatchedPage, PageName, PageParams } from './page-routes.ts'

/** One query of the contract. */
export type PageQuery = {
  /** The procedure, as `tickets.get`. */
  readonly name: string
  readonly input?: unknown
  /**
   * Whether it may be refused: the page is complete without its answer, and only the server, where that costs nothing, runs
   * it before the page does.
   */
  readonly mayBeRefused?: true
  /** Whether its NOT_FOUND means that the page does not exist. */
  readonly isRequired?: true
}

const ticketQuery = ({ ticketId }: PageParams): readonly PageQuery[] => {
  const number = Number(ticketId)
  return Number.isInteger(number) ? [{ name: 'tickets.get', input: { ticketId: number } }] : []
}

/** Whether people clock in and out of the shop, and whether this one is there. */
const SHOP_CLOCK: PageQuery = { name: 'shopClock.mine' }

const boardQueries = ({ search }: PageParams): readonly PageQuery[] => {
  const input = boardFilter(parseBoardSearch(search))
  return [
    { name: 'companies.mine' },
    { name: 'tickets.board', ...(input !== undefined && { input }) },
    // The clocks, unread messages and cancellations are above the board: loaded later, they would push it down.
    { name: 'clocks.list' },
    { name: 'employees.list' },
    { name: 'messages.listUnread' },
    { name: 'bookings.listCancellations' },
    // Whether parts are ordered here.
    { name: 'vendors.list', input: { show: 'all' } },
    // Whether there is stock.
    { name: 'stock.status' },
    SHOP_CLOCK,
  ]
}
const TECHNICIAN_BOARD: readonly PageQuery[] = [
  { name: 'tickets.board', input: { whose: 'mine' } },
  SHOP_CLOCK,
]
const deskTicketQuery = (params: PageParams, actor: Actor) =>
  landingPageOf(actor) === 'bay' ? [] : ticketQuery(params)
/** Also who can be assigned: loaded later, it would move what is below. */
const openTicketQueries = (params: PageParams, actor: Actor): readonly PageQuery[] =>
  deskTicketQuery(params, actor).flatMap(query => [query, { name: 'employees.list' }])

const OWN_TICKETS: PageQuery = { name: 'rvOwners.listTickets', input: {} }

const companyQuery = ({ companyId }: PageParams): readonly PageQuery[] => [
  { name: 'companies.get', input: { companyId }, isRequired: true },
]

/** The ticket whose customer and rig are here again. */
const earlierTicketQuery: Queries = ({ search }, actor) => {
  const ticketId = Number(search.from)
  return may(actor, 'ticket.create') && Number.isInteger(ticketId) && ticketId > 0
    ? [{ name: 'tickets.get', input: { ticketId }, mayBeRefused: true }]
    : []
}

type Queries = (params: PageParams, actor: Actor) => readonly PageQuery[]

const dayInput = ({ day = '' }: PageParams['search']) => (isDay(day) ? { day } : {})

/** Also the tickets of the row that is open. */
const reportQueries: Queries = ({ search }) => {
  const input = parseReportSearch(search)
  if (input.period === 'own' && Object.keys(reportDaysErrors(input)).length > 0) return []
  const { row } = search
  return [
    { name: 'reports.get', input },
    ...(row === undefined ? [] : [{ name: 'reports.listTickets', input: { ...input, row } }]),
  ]
}

const QUERIES: Partial<Readonly<Record<PageName, Queries>>> = {
  home: ({ search }) => {
    return [{ name: 'companies.list', input: firstPageInput(parseSearchParams(name => search[name])) }]
  },
  workHistory: ({ search }) => {
    const vin = normalizeVin(search.vin ?? '')
    return isStorableVin(vin) ? [{ name: 'workHistory.get', input: { vin } }] : []
  },
  downloads: () => [{ name: 'downloads.androidApp' }],
  company: companyQuery,
  // What a ticket's link shows is never in this page, which is not only its customer's.
  book: (params, actor) => [
    ...companyQuery(params),
    ...(may(actor, 'rv-owner.see') ? [{ name: 'rvOwners.getDetails' }, { name: 'rigClaims.list' }] : []),
    ...(may(actor, 'rv-owner.see') && params.search.ticket !== undefined ? [OWN_TICKETS] : []),
  ],
  track: ({ token }) => [
    { name: 'customerView.preview', input: { token } },
    { name: 'customerView.get', input: { token }, mayBeRefused: true },
  ],
  confirmSignup: ({ token }) => [{ name: 'rvOwners.preview', input: { token }, mayBeRefused: true }],
  rigReport: ({ token }) => [{ name: 'rigClaims.getReport', input: { token } }],
  ownCompany: () => [{ name: 'companies.mine' }],
  preferences: () => [{ name: 'preferences.get' }, { name: 'notices.listWaiting' }],
  imports: () => [{ name: 'imports.list' }],
  billing: () => [{ name: 'billing.getSettings' }],
  receivables: () => [{ name: 'billing.getReceivables' }],
  dayClose: ({ search }) => [{ name: 'billing.getDay', input: dayInput(search) }],
  endOfDay: ({ search }) => [{ name: 'endOfDay.get', input: dayInput(search) }],
  reports: reportQueries,
  // Days that cannot be are refused.
  timeSheet: ({ search: { firstDay: from, lastDay: to } }) => [
    { name: 'shopClock.list', input: from && to ? { from, to } : {}, mayBeRefused: true },
  ],
  bookkeeping: () => [{ name: 'billing.getBookkeeping' }],
  profile: (_, actor) => [
    { name: may(actor, 'rv-owner.see') ? 'rvOwners.getDetails' : 'employees.mine' },
    { name: 'account.get' },
    { name: 'account.sessions' },
  ],
  dashboard: (params, actor) =>
    landingPageOf(actor) === 'dashboard' ? boardQueries(params) : TECHNICIAN_BOARD,
  // Days of tickets are the company's.
  customer: ({ customerId }) => [
    { name: 'customers.get', input: { customerId } },
    { name: 'companies.mine' },
  ],
  rig: ({ vin }) => [{ name: 'customers.ofRig', input: { vin } }, { name: 'companies.mine' }],
  rigsByComponent: ({ search: { maker = '', model = '' } }) =>
    maker === '' ? [] : [{ name: 'components.listRigs', input: { maker, model }, mayBeRefused: true }],
  partsOnOrder: ({ search: { show } }) => [
    { name: 'purchaseOrders.list', input: { show: show === 'closed' || show === 'cores' ? show : 'open' } },
    { name: 'vendors.list' },
  ],
  stock: () => [{ name: 'stock.list' }],
  createTicket: earlierTicketQuery,
  newAppointment: (params, actor) => [{ name: 'companies.mine' }, ...earlierTicketQuery(params, actor)],
  myRigs: (_, actor) => (may(actor, 'rv-owner.see') ? [{ name: 'rigClaims.list' }, OWN_TICKETS] : []),
  myRig: ({ vin }, actor) =>
    may(actor, 'rv-owner.see') && isStorableVin(normalizeVin(vin))
      ? [{ name: 'rigClaims.get', input: { vin: normalizeVin(vin) }, mayBeRefused: true }]
      : [],
  serviceTicket: openTicketQueries,
  approvalTicket: openTicketQueries,
  completedTicket: deskTicketQuery,
  bay: () => [...TECHNICIAN_BOARD, { name: 'bookings.listStops' }],
  bayTicket: ticketQuery,
  printTicket: (params, actor) =>
    may(actor, 'money.see')
      ? [
          ...ticketQuery(params),
          { name: 'companies.mine' },
          ...ticketQuery(params).flatMap(({ input }) => [
            { name: 'customerLinks.get', input },
            { name: 'signatures.list', input },
            { name: 'walkarounds.get', input },
            { name: 'billing.getTicket', input },
          ]),
        ]
      : [],
}

/** The search parameters that change what is rendered. */
export const SEARCH_PARAMS: Partial<Readonly<Record<PageName, readonly string[]>>> = {
  home: SEARCH_PARAM_NAMES,
  workHistory: ['vin'],
  dayClose: ['day'],
  endOfDay: ['day'],
  reports: ['report', 'period', 'firstDay', 'lastDay', 'row'],
  partsOnOrder: ['by', 'show'],
  createTicket: ['from'],
  newAppointment: ['from', 'who'],
}

/** The queries that a page starts with as `actor`: none without permission, when the web redirects or explains. */
export function queriesOf({ name, isOpen, needs, params }: MatchedPage, actor: Actor): readonly PageQuery[] {
  const isAllowed = isOpen || isStaff(actor) || (needs !== undefined && may(actor, needs))
  return isAllowed ? (QUERIES[name]?.(params, actor) ?? []) : []
}
