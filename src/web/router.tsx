import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Action, homeOf, may } from '#domain/account/permission.ts'
import { type SaidSearch, SEARCH_NAMES } from '#domain/companies/directory.ts'
import { COMPANY_AWAY } from '#domain/companies/suspended-message.ts'
import { isStorableVin, mendVin } from '#domain/rigs/vin.ts'
import { isDay, mondayOf } from '#domain/schedule/schedule.ts'
import { SECTIONS } from '#domain/tickets/board-sections.ts'
import { api, faultOf } from '#web/api/client.ts'
import { pageCode } from '#web/api/lazy-page.ts'
import type { Section } from '#web/api/live/board-update.ts'
import { wayBack } from '#web/api/safe-redirect.ts'
import { parseSearch, stringifySearch } from '#web/api/search-serializer.ts'
import { meQuery } from '#web/api/session.ts'
import { SignedIn } from '#web/pages/account/already-signed-in.tsx'
import { WentWrongPage } from '#web/pages/public/error-page.tsx'
import { NotFoundPage } from '#web/pages/public/not-found.tsx'
import { Standing } from '#web/ui/hydration-complete.tsx'
import { Shell } from './shell.tsx'

const root = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Shell,
  notFoundComponent: NotFoundPage,
})

/** A page's code comes when it is opened. */
function page<Name extends string>(load: () => Promise<Readonly<Record<Name, () => ReactNode>>>, name: Name) {
  const code = pageCode(load)
  const found = async (): Promise<{ default: () => ReactNode }> => ({ default: (await code())[name] })
  const Code = lazyRouteComponent(found)
  const Page = () => (
    <>
      <Code />
      <Standing />
    </>
  )
  return Object.assign(Page, { preload: () => Code.preload?.() })
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

// Anybody

const homeCode = () => import('#web/pages/public/home.tsx')

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  // Read by the page, whose code knows what each of them may say.
  validateSearch: (search): SaidSearch =>
    Object.fromEntries(SEARCH_NAMES.map(name => [name, textOf(search[name]) || undefined])),
  loaderDeps: ({ search }) => ({ search }),
  loader: ({ context, deps }) =>
    void homeCode().then(
      ({ askAhead }) => askAhead(context.queries, deps.search),
      () => {},
    ),
  component: page(homeCode, 'HomePage'),
})

type OneCompany = {
  readonly context: { readonly queries: QueryClient }
  readonly params: { companyId: string }
}

/** A company that is not there has no page; what else goes wrong, the page itself says. */
const oneCompany = {
  getParentRoute: () => root,
  loader: async ({ context: { queries }, params }: OneCompany) => {
    const asked = queries.ensureQueryData(api.companies.get.queryOptions({ input: params }))
    const { code, message } = (await asked.then(() => null, faultOf)) ?? {}
    if ((code === 'NOT_FOUND' && message !== COMPANY_AWAY) || code === 'INVALID') throw notFound()
  },
} as const

const companyPage = createRoute({
  ...oneCompany,
  path: '/companies/$companyId',
  component: page(() => import('#web/pages/public/companies/company-page.tsx'), 'CompanyPage'),
})

const book = createRoute({
  ...oneCompany,
  path: '/companies/$companyId/book',
  component: page(() => import('#web/pages/customer/booking/book.tsx'), 'BookPage'),
})

const confirmBooking = createRoute({
  getParentRoute: () => root,
  path: '/booking/$token',
  component: page(() => import('#web/pages/customer/booking/confirm-booking.tsx'), 'ConfirmBookingPage'),
})

const workHistory = createRoute({
  getParentRoute: () => root,
  path: '/work-history',
  validateSearch: (search): { vin?: string } =>
    textOf(search.vin) === '' ? {} : { vin: textOf(search.vin) },
  loaderDeps: ({ search }) => ({ vin: mendVin(search.vin ?? '') }),
  loader: ({ context, deps: { vin } }) => {
    if (isStorableVin(vin))
      void context.queries.prefetchQuery(api.workHistory.get.queryOptions({ input: { vin } }))
  },
  component: page(() => import('#web/pages/public/work-history/work-history.tsx'), 'WorkHistoryPage'),
})

const aboutUs = createRoute({
  getParentRoute: () => root,
  path: '/about-us',
  component: page(() => import('#web/pages/public/about-us.tsx'), 'AboutUsPage'),
})

const downloads = createRoute({
  getParentRoute: () => root,
  path: '/downloads',
  loader: ({ context }) => void context.queries.prefetchQuery(api.downloads.androidApp.queryOptions()),
  component: page(() => import('#web/pages/public/downloads/downloads.tsx'), 'DownloadsPage'),
})

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  component: page(() => import('#web/pages/account/register.tsx'), 'RegisterPage'),
})

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  // Said even when it is nothing: what is left out here would stand as it was typed.
  validateSearch: (search): { to?: string | undefined } => ({ to: wayBack(search.to) }),
  beforeLoad: async ({ context, search: { to } }) => {
    // The form stands even when the server cannot say who is signed in.
    const actor = await context.queries.ensureQueryData(meQuery).catch(() => undefined)
    if (actor !== undefined && actor.kind !== 'visitor') throw redirect({ href: to ?? '/dashboard' })
  },
  component: page(() => import('#web/pages/account/login.tsx'), 'LoginPage'),
})

const join = createRoute({
  getParentRoute: () => root,
  path: '/join',
  validateSearch: (search): { to?: string | undefined } => ({ to: wayBack(search.to) }),
  component: page(() => import('#web/pages/account/signup.tsx'), 'JoinPage'),
})

const confirmJoin = createRoute({
  getParentRoute: () => root,
  path: '/join/$token',
  validateSearch: (search): { to?: string | undefined } => ({ to: wayBack(search.to) }),
  component: page(() => import('#web/pages/account/confirm-signup.tsx'), 'ConfirmJoinPage'),
})

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password',
  validateSearch: (search): { token?: string } =>
    textOf(search.token) === '' ? {} : { token: textOf(search.token) },
  component: page(() => import('#web/pages/account/reset-password.tsx'), 'ResetPasswordPage'),
})

// The token is whatever stands there: the page says itself when it is no link.
const follow = createRoute({
  getParentRoute: () => root,
  path: '/follow/$token',
  loader: ({ context, params: { token } }) =>
    void context.queries.prefetchQuery(api.follow.look.queryOptions({ input: { token } })),
  component: page(() => import('#web/pages/customer/track/track.tsx'), 'FollowPage'),
})

const printFollowed = createRoute({
  getParentRoute: () => root,
  path: '/follow/$token/print',
  component: page(() => import('#web/pages/customer/track/track-print.tsx'), 'PrintFollowedPage'),
})

const rigReport = createRoute({
  getParentRoute: () => root,
  path: '/rig-report/$token',
  component: page(() => import('#web/pages/public/work-history/rig-report.tsx'), 'RigReportPage'),
})

// Signed in

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: async ({ context, location }) => {
    const { kind } = await context.queries.ensureQueryData(meQuery)
    if (kind === 'visitor') throw redirect({ to: '/login', search: { to: location.href } })
  },
  component: SignedIn,
})

const dashboard = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard',
  // Which section is shown to its end where they stand one below the other.
  validateSearch: (search): { all?: Section | undefined } => ({
    all: SECTIONS.find(state => state === search.all),
  }),
  beforeLoad: async ({ context }) => {
    const home = homeOf(await context.queries.ensureQueryData(meQuery))
    if (home !== 'dashboard') throw redirect({ to: `/${home}` })
  },
  loader: ({ context: { queries } }) => {
    void queries.prefetchQuery(api.companies.mine.queryOptions())
    void queries.prefetchQuery(api.tickets.board.queryOptions())
  },
  component: page(() => import('#web/pages/desk/dashboard.tsx'), 'DashboardPage'),
})

const bay = createRoute({
  getParentRoute: () => signedIn,
  path: '/bay',
  beforeLoad: async ({ context }) => {
    const actor = await context.queries.ensureQueryData(meQuery)
    if (!may(actor, 'bay.see')) throw redirect({ to: `/${homeOf(actor)}` })
  },
  loader: ({ context: { queries } }) =>
    void queries.prefetchQuery(api.tickets.board.queryOptions({ input: { whose: 'mine' } })),
  component: page(() => import('#web/pages/bay/bay.tsx'), 'BayPage'),
})

const schedule = createRoute({
  getParentRoute: () => signedIn,
  path: '/schedule',
  staticData: { needs: 'schedule.see' },
  validateSearch: (search): { week?: string } =>
    isDay(textOf(search.week)) ? { week: mondayOf(textOf(search.week)) } : {},
  component: page(() => import('#web/pages/desk/schedule.tsx'), 'SchedulePage'),
})

// Whom it is not for is told so by the page itself, in the specification's words.
const registerEmployee = createRoute({
  getParentRoute: () => signedIn,
  path: '/register-employee',
  component: page(() => import('#web/pages/office/register-employee.tsx'), 'RegisterEmployeePage'),
})

const company = createRoute({
  getParentRoute: () => signedIn,
  path: '/company',
  staticData: { needs: 'company.change' },
  loader: ({ context: { queries } }) => void queries.prefetchQuery(api.companies.mine.queryOptions()),
  component: page(() => import('#web/pages/office/company.tsx'), 'CompanyPage'),
})

const whoDidWhat = createRoute({
  getParentRoute: () => signedIn,
  path: '/company/trail',
  staticData: { needs: 'trail.see' },
  // Said even when it is nothing: what is left out here would stand as it was typed.
  validateSearch: (search): { show?: 'sign-ins' | undefined } => ({
    show: search.show === 'sign-ins' ? 'sign-ins' : undefined,
  }),
  component: page(() => import('#web/pages/office/audit-page.tsx'), 'WhoDidWhatPage'),
})

const profile = createRoute({
  getParentRoute: () => signedIn,
  path: '/profile',
  staticData: { needs: 'session.see-own' },
  loader: async ({ context: { queries } }) => {
    const isOwner = may(await queries.ensureQueryData(meQuery), 'my.see')
    if (isOwner) void queries.prefetchQuery(api.my.details.queryOptions())
    else void queries.prefetchQuery(api.employees.mine.queryOptions())
    void queries.prefetchQuery(api.account.get.queryOptions())
    void queries.prefetchQuery(api.account.sessions.queryOptions())
  },
  component: page(() => import('#web/pages/account/profile.tsx'), 'ProfilePage'),
})

const my = createRoute({
  getParentRoute: () => signedIn,
  path: '/my',
  staticData: { needs: 'my.see' },
  component: page(() => import('#web/pages/rv-owner/my-rigs.tsx'), 'MyRigsPage'),
})

const ownRig = createRoute({
  getParentRoute: () => signedIn,
  path: '/my/rigs/$vin',
  staticData: { needs: 'my.see' },
  component: page(() => import('#web/pages/rv-owner/rigs/my-rig.tsx'), 'OwnRigPage'),
})

const founders = createRoute({
  getParentRoute: () => signedIn,
  path: '/founders',
  validateSearch: (search): { [Name in 'tab' | 'q' | 'company' | 'vin']?: string } =>
    Object.fromEntries(
      ['tab', 'q', 'company', 'vin'].flatMap(name => (textOf(search[name]) ? [[name, search[name]]] : [])),
    ),
  staticData: { needs: 'platform.see' },
  component: page(() => import('#web/pages/platform-admin/platform-admin.tsx'), 'FoundersPage'),
})

const createTicket = createRoute({
  getParentRoute: () => signedIn,
  path: '/create-ticket',
  staticData: { needs: 'ticket.create' },
  component: page(() => import('#web/pages/desk/create-ticket.tsx'), 'CreateTicketPage'),
})

type OneTicket = {
  readonly context: { readonly queries: QueryClient }
  readonly params: { ticketId: string }
}

const oneTicket = {
  getParentRoute: () => signedIn,
  staticData: { needs: 'ticket.see' },
  loader: ({ context: { queries }, params }: OneTicket) => {
    const input = { ticketId: Number(params.ticketId) }
    // What is no ticket's number is told by the page, like a ticket that is not there.
    if (Number.isInteger(input.ticketId)) void queries.prefetchQuery(api.tickets.get.queryOptions({ input }))
  },
} as const

// The same ticket has a page at the desk and one in the bay: whoever is sent the other's comes to theirs.
const deskTicket = {
  ...oneTicket,
  beforeLoad: async ({ context, params }: OneTicket) => {
    const home = homeOf(await context.queries.ensureQueryData(meQuery))
    if (home === 'bay') throw redirect({ to: '/bay/$ticketId', params })
  },
} as const

const bayTicket = createRoute({
  ...oneTicket,
  path: '/bay/$ticketId',
  beforeLoad: async ({ context, params }: OneTicket) => {
    const actor = await context.queries.ensureQueryData(meQuery)
    if (may(actor, 'bay.see')) return
    if (may(actor, 'ticket.see')) throw redirect({ to: '/service-ticket/$ticketId', params })
    throw redirect({ to: `/${homeOf(actor)}` })
  },
  component: page(() => import('#web/pages/bay/bay-ticket.tsx'), 'BayTicketPage'),
})

const serviceTicket = createRoute({
  ...deskTicket,
  path: '/service-ticket/$ticketId',
  component: page(() => import('#web/pages/desk/service-ticket.tsx'), 'ServiceTicketPage'),
})

const approvalTicket = createRoute({
  ...deskTicket,
  path: '/approval-service-ticket/$ticketId',
  component: page(() => import('#web/pages/desk/approval-ticket.tsx'), 'ApprovalTicketPage'),
})

const completedTicket = createRoute({
  ...deskTicket,
  path: '/completed-service-ticket/$ticketId',
  component: page(() => import('#web/pages/desk/completed-ticket.tsx'), 'CompletedTicketPage'),
})

const printTicket = createRoute({
  ...oneTicket,
  path: '/print/$ticketId',
  staticData: { needs: 'money.see' },
  component: page(() => import('#web/pages/desk/print-ticket.tsx'), 'PrintTicketPage'),
})

export const openRouter = (queries: QueryClient) =>
  createRouter({
    routeTree: root.addChildren([
      ...[home, companyPage, book, confirmBooking, register, login, resetPassword, workHistory, aboutUs],
      ...[downloads, follow, printFollowed, join, confirmJoin, rigReport],
      signedIn.addChildren([
        ...[company, whoDidWhat, profile, dashboard, schedule, registerEmployee, createTicket, my],
        ...[ownRig, founders],
        ...[serviceTicket, approvalTicket, completedTicket, bay, bayTicket, printTicket],
      ]),
    ]),
    context: { queries },
    parseSearch,
    stringifySearch,
    defaultErrorComponent: WentWrongPage,
    defaultPreload: 'intent',
    // Queries know by themselves what is stale.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof openRouter>
  }
  interface StaticDataRouteOption {
    /** What a signed-in person must be allowed to do to see the page. */
    needs?: Action
  }
}
