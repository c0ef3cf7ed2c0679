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
import { type Action, landingPageOf, may } from '#domain/account/permission.ts'
import { SEARCH_PARAM_NAMES, type SearchParams } from '#domain/companies/directory.ts'
import { COMPANY_SUSPENDED } from '#domain/companies/suspended-message.ts'
import { isStorableVin, normalizeVin } from '#domain/rigs/vin.ts'
import { isDay, mondayOf } from '#domain/schedule/schedule.ts'
import { BOARD_SECTIONS } from '#domain/tickets/board-sections.ts'
import { api, toAppError } from '#web/api/client.ts'
import { lazyPage } from '#web/api/lazy-page.ts'
import type { Section } from '#web/api/live/board-update.ts'
import { safeRedirect } from '#web/api/safe-redirect.ts'
import { parseSearch, stringifySearch } from '#web/api/search-serializer.ts'
import { meQuery } from '#web/api/session.ts'
import { AlreadySignedIn } from '#web/pages/account/already-signed-in.tsx'
import { ErrorPage } from '#web/pages/public/error-page.tsx'
import { NotFoundPage } from '#web/pages/public/not-found.tsx'
import { HydrationComplete } from '#web/ui/hydration-complete.tsx'
import { Shell } from './shell.tsx'

const rootRoute = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Shell,
  notFoundComponent: NotFoundPage,
})

/** A page's code loads when it is opened. */
function pageRoute<Name extends string>(
  load: () => Promise<Readonly<Record<Name, () => ReactNode>>>,
  name: Name,
) {
  const loadModule = lazyPage(load)
  const module = async (): Promise<{ default: () => ReactNode }> => ({ default: (await loadModule())[name] })
  const Module = lazyRouteComponent(module)
  const Page = () => (
    <>
      <Module />
      <HydrationComplete />
    </>
  )
  return Object.assign(Page, { preload: () => Module.preload?.() })
}

const stringOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '')

// Anybody

const loadHomePage = () => import('#web/pages/public/home.tsx')

const home = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  // Parsed by the page, which knows the valid parameters.
  validateSearch: (search): SearchParams =>
    Object.fromEntries(SEARCH_PARAM_NAMES.map(name => [name, stringOrEmpty(search[name]) || undefined])),
  loaderDeps: ({ search }) => ({ search }),
  loader: ({ context, deps }) =>
    void loadHomePage().then(
      ({ prefetchHome }) => prefetchHome(context.queries, deps.search),
      () => {},
    ),
  component: pageRoute(loadHomePage, 'HomePage'),
})

type CompanyRouteArgs = {
  readonly context: { readonly queries: QueryClient }
  readonly params: { companyId: string }
}

/** An unknown company is a missing page; the page itself shows other errors. */
const companyRouteOptions = {
  getParentRoute: () => rootRoute,
  loader: async ({ context: { queries }, params }: CompanyRouteArgs) => {
    const request = queries.ensureQueryData(api.companies.get.queryOptions({ input: params }))
    const { code, message } = (await request.then(() => null, toAppError)) ?? {}
    if ((code === 'NOT_FOUND' && message !== COMPANY_SUSPENDED) || code === 'INVALID') throw notFound()
  },
} as const

const companyPage = createRoute({
  ...companyRouteOptions,
  path: '/companies/$companyId',
  component: pageRoute(() => import('#web/pages/public/companies/company-page.tsx'), 'CompanyPage'),
})

const book = createRoute({
  ...companyRouteOptions,
  path: '/companies/$companyId/book',
  component: pageRoute(() => import('#web/pages/customer/booking/book.tsx'), 'BookPage'),
})

const confirmBooking = createRoute({
  getParentRoute: () => rootRoute,
  path: '/booking/$token',
  component: pageRoute(() => import('#web/pages/customer/booking/confirm-booking.tsx'), 'ConfirmBookingPage'),
})

const workHistory = createRoute({
  getParentRoute: () => rootRoute,
  path: '/work-history',
  validateSearch: (search): { vin?: string } =>
    stringOrEmpty(search.vin) === '' ? {} : { vin: stringOrEmpty(search.vin) },
  loaderDeps: ({ search }) => ({ vin: normalizeVin(search.vin ?? '') }),
  loader: ({ context, deps: { vin } }) => {
    if (isStorableVin(vin))
      void context.queries.prefetchQuery(api.workHistory.get.queryOptions({ input: { vin } }))
  },
  component: pageRoute(() => import('#web/pages/public/work-history/work-history.tsx'), 'WorkHistoryPage'),
})

const aboutUs = createRoute({
  getParentRoute: () => rootRoute,
  path: '/about-us',
  component: pageRoute(() => import('#web/pages/public/about-us.tsx'), 'AboutUsPage'),
})

const downloads = createRoute({
  getParentRoute: () => rootRoute,
  path: '/downloads',
  loader: ({ context }) => void context.queries.prefetchQuery(api.downloads.androidApp.queryOptions()),
  component: pageRoute(() => import('#web/pages/public/downloads/downloads.tsx'), 'DownloadsPage'),
})

const register = createRoute({
  getParentRoute: () => rootRoute,
  path: '/register',
  component: pageRoute(() => import('#web/pages/account/register.tsx'), 'RegisterPage'),
})

const login = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  // Included even if empty: otherwise the typed value would stay.
  validateSearch: (search): { to?: string | undefined } => ({ to: safeRedirect(search.to) }),
  beforeLoad: async ({ context, search: { to } }) => {
    // The form works even if the session is unknown.
    const actor = await context.queries.ensureQueryData(meQuery).catch(() => undefined)
    if (actor !== undefined && actor.kind !== 'visitor') throw redirect({ href: to ?? '/dashboard' })
  },
  component: pageRoute(() => import('#web/pages/account/login.tsx'), 'LoginPage'),
})

const signup = createRoute({
  getParentRoute: () => rootRoute,
  path: '/join',
  validateSearch: (search): { to?: string | undefined } => ({ to: safeRedirect(search.to) }),
  component: pageRoute(() => import('#web/pages/account/signup.tsx'), 'SignupPage'),
})

const confirmSignup = createRoute({
  getParentRoute: () => rootRoute,
  path: '/join/$token',
  validateSearch: (search): { to?: string | undefined } => ({ to: safeRedirect(search.to) }),
  component: pageRoute(() => import('#web/pages/account/confirm-signup.tsx'), 'ConfirmSignupPage'),
})

const resetPassword = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  validateSearch: (search): { token?: string } =>
    stringOrEmpty(search.token) === '' ? {} : { token: stringOrEmpty(search.token) },
  component: pageRoute(() => import('#web/pages/account/reset-password.tsx'), 'ResetPasswordPage'),
})

// Any token: the page itself says if it is invalid.
const trackTicket = createRoute({
  getParentRoute: () => rootRoute,
  path: '/follow/$token',
  loader: ({ context, params: { token } }) =>
    void context.queries.prefetchQuery(api.customerView.preview.queryOptions({ input: { token } })),
  component: pageRoute(() => import('#web/pages/customer/track/track.tsx'), 'TrackPage'),
})

const printTrackedTicket = createRoute({
  getParentRoute: () => rootRoute,
  path: '/follow/$token/print',
  component: pageRoute(() => import('#web/pages/customer/track/track-print.tsx'), 'PrintTrackedPage'),
})

const rigReport = createRoute({
  getParentRoute: () => rootRoute,
  path: '/rig-report/$token',
  component: pageRoute(() => import('#web/pages/public/work-history/rig-report.tsx'), 'RigReportPage'),
})

// Signed in

const signedIn = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: async ({ context, location }) => {
    const { kind } = await context.queries.ensureQueryData(meQuery)
    if (kind === 'visitor') throw redirect({ to: '/login', search: { to: location.href } })
  },
  component: AlreadySignedIn,
})

const dashboard = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard',
  // Which section is shown in full on a phone.
  validateSearch: (search): { all?: Section | undefined } => ({
    all: BOARD_SECTIONS.find(state => state === search.all),
  }),
  beforeLoad: async ({ context }) => {
    const landingPage = landingPageOf(await context.queries.ensureQueryData(meQuery))
    if (landingPage !== 'dashboard') throw redirect({ to: `/${landingPage}` })
  },
  loader: ({ context: { queries } }) => {
    void queries.prefetchQuery(api.companies.mine.queryOptions())
    void queries.prefetchQuery(api.tickets.board.queryOptions())
  },
  component: pageRoute(() => import('#web/pages/desk/dashboard.tsx'), 'DashboardPage'),
})

const bay = createRoute({
  getParentRoute: () => signedIn,
  path: '/bay',
  beforeLoad: async ({ context }) => {
    const actor = await context.queries.ensureQueryData(meQuery)
    if (!may(actor, 'bay.see')) throw redirect({ to: `/${landingPageOf(actor)}` })
  },
  loader: ({ context: { queries } }) =>
    void queries.prefetchQuery(api.tickets.board.queryOptions({ input: { whose: 'mine' } })),
  component: pageRoute(() => import('#web/pages/bay/bay.tsx'), 'BayPage'),
})

const schedule = createRoute({
  getParentRoute: () => signedIn,
  path: '/schedule',
  staticData: { needs: 'schedule.see' },
  validateSearch: (search): { week?: string } =>
    isDay(stringOrEmpty(search.week)) ? { week: mondayOf(stringOrEmpty(search.week)) } : {},
  component: pageRoute(() => import('#web/pages/desk/schedule.tsx'), 'SchedulePage'),
})

// The page itself says who it is for, with the specification's message.
const registerEmployee = createRoute({
  getParentRoute: () => signedIn,
  path: '/register-employee',
  component: pageRoute(() => import('#web/pages/office/register-employee.tsx'), 'RegisterEmployeePage'),
})

const company = createRoute({
  getParentRoute: () => signedIn,
  path: '/company',
  staticData: { needs: 'company.change' },
  loader: ({ context: { queries } }) => void queries.prefetchQuery(api.companies.mine.queryOptions()),
  component: pageRoute(() => import('#web/pages/office/company.tsx'), 'CompanyPage'),
})

const auditPage = createRoute({
  getParentRoute: () => signedIn,
  path: '/company/trail',
  staticData: { needs: 'audit.see' },
  // Included even if empty: otherwise the typed value would stay.
  validateSearch: (search): { show?: 'sign-ins' | undefined } => ({
    show: search.show === 'sign-ins' ? 'sign-ins' : undefined,
  }),
  component: pageRoute(() => import('#web/pages/office/audit-page.tsx'), 'AuditPage'),
})

const profile = createRoute({
  getParentRoute: () => signedIn,
  path: '/profile',
  staticData: { needs: 'session.see-own' },
  loader: async ({ context: { queries } }) => {
    const isOwner = may(await queries.ensureQueryData(meQuery), 'rv-owner.see')
    if (isOwner) void queries.prefetchQuery(api.rvOwners.getDetails.queryOptions())
    else void queries.prefetchQuery(api.employees.mine.queryOptions())
    void queries.prefetchQuery(api.account.get.queryOptions())
    void queries.prefetchQuery(api.account.sessions.queryOptions())
  },
  component: pageRoute(() => import('#web/pages/account/profile.tsx'), 'ProfilePage'),
})

const myRigs = createRoute({
  getParentRoute: () => signedIn,
  path: '/my',
  staticData: { needs: 'rv-owner.see' },
  component: pageRoute(() => import('#web/pages/rv-owner/my-rigs.tsx'), 'MyRigsPage'),
})

const myRig = createRoute({
  getParentRoute: () => signedIn,
  path: '/my/rigs/$vin',
  staticData: { needs: 'rv-owner.see' },
  component: pageRoute(() => import('#web/pages/rv-owner/rigs/my-rig.tsx'), 'MyRigPage'),
})

const platformAdmin = createRoute({
  getParentRoute: () => signedIn,
  path: '/founders',
  validateSearch: (search): { [Name in 'tab' | 'q' | 'company' | 'vin']?: string } =>
    Object.fromEntries(
      ['tab', 'q', 'company', 'vin'].flatMap(name =>
        stringOrEmpty(search[name]) ? [[name, search[name]]] : [],
      ),
    ),
  staticData: { needs: 'platform.see' },
  component: pageRoute(() => import('#web/pages/platform-admin/platform-admin.tsx'), 'PlatformAdminPage'),
})

const createTicket = createRoute({
  getParentRoute: () => signedIn,
  path: '/create-ticket',
  staticData: { needs: 'ticket.create' },
  component: pageRoute(() => import('#web/pages/desk/create-ticket.tsx'), 'CreateTicketPage'),
})

type TicketRouteArgs = {
  readonly context: { readonly queries: QueryClient }
  readonly params: { ticketId: string }
}

const ticketRouteOptions = {
  getParentRoute: () => signedIn,
  staticData: { needs: 'ticket.see' },
  loader: ({ context: { queries }, params }: TicketRouteArgs) => {
    const input = { ticketId: Number(params.ticketId) }
    // An invalid ticket number is handled by the page, like an unknown ticket.
    if (Number.isInteger(input.ticketId)) void queries.prefetchQuery(api.tickets.get.queryOptions({ input }))
  },
} as const

// A ticket has a page at the desk and one in the bay: links to the wrong one redirect.
const deskTicketRouteOptions = {
  ...ticketRouteOptions,
  beforeLoad: async ({ context, params }: TicketRouteArgs) => {
    const landingPage = landingPageOf(await context.queries.ensureQueryData(meQuery))
    if (landingPage === 'bay') throw redirect({ to: '/bay/$ticketId', params })
  },
} as const

const bayTicket = createRoute({
  ...ticketRouteOptions,
  path: '/bay/$ticketId',
  beforeLoad: async ({ context, params }: TicketRouteArgs) => {
    const actor = await context.queries.ensureQueryData(meQuery)
    if (may(actor, 'bay.see')) return
    if (may(actor, 'ticket.see')) throw redirect({ to: '/service-ticket/$ticketId', params })
    throw redirect({ to: `/${landingPageOf(actor)}` })
  },
  component: pageRoute(() => import('#web/pages/bay/bay-ticket.tsx'), 'BayTicketPage'),
})

const serviceTicket = createRoute({
  ...deskTicketRouteOptions,
  path: '/service-ticket/$ticketId',
  component: pageRoute(() => import('#web/pages/desk/service-ticket.tsx'), 'ServiceTicketPage'),
})

const approvalTicket = createRoute({
  ...deskTicketRouteOptions,
  path: '/approval-service-ticket/$ticketId',
  component: pageRoute(() => import('#web/pages/desk/approval-ticket.tsx'), 'ApprovalTicketPage'),
})

const completedTicket = createRoute({
  ...deskTicketRouteOptions,
  path: '/completed-service-ticket/$ticketId',
  component: pageRoute(() => import('#web/pages/desk/completed-ticket.tsx'), 'CompletedTicketPage'),
})

const printTicket = createRoute({
  ...ticketRouteOptions,
  path: '/print/$ticketId',
  staticData: { needs: 'money.see' },
  component: pageRoute(() => import('#web/pages/desk/print-ticket.tsx'), 'PrintTicketPage'),
})

export const createAppRouter = (queries: QueryClient) =>
  createRouter({
    routeTree: rootRoute.addChildren([
      home,
      companyPage,
      book,
      confirmBooking,
      register,
      login,
      resetPassword,
      workHistory,
      aboutUs,
      downloads,
      trackTicket,
      printTrackedTicket,
      signup,
      confirmSignup,
      rigReport,
      signedIn.addChildren([
        company,
        auditPage,
        profile,
        dashboard,
        schedule,
        registerEmployee,
        createTicket,
        myRigs,
        myRig,
        platformAdmin,
        serviceTicket,
        approvalTicket,
        completedTicket,
        bay,
        bayTicket,
        printTicket,
      ]),
    ]),
    context: { queries },
    parseSearch,
    stringifySearch,
    defaultErrorComponent: ErrorPage,
    defaultPreload: 'intent',
    // Queries manage their own staleness.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption {
    /** The permission needed to see the page. */
    needs?: Action
  }
}
