import type { QueryClient } from '@tanstack/react-query'
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  notFound,
  redirect,
} from '@tanstack/react-router'
import { ROUTES, type RouteName, type RoutePattern } from '#contract/routes.ts'
import { type Action, landingPageOf, may } from '#domain/account/permission.ts'
import { SEARCH_PARAM_NAMES } from '#domain/companies/search-param-names.ts'
import type { SearchParams } from '#domain/companies/search-params.ts'
import { COMPANY_SUSPENDED } from '#domain/companies/suspended-message.ts'
import { isDay, mondayOf } from '#domain/lib/calendar-date.ts'
import { isStorableVin, normalizeVin } from '#domain/rigs/vin.ts'
import { parseBoardSearch } from '#domain/tickets/board-search.ts'
import { api, toAppError } from '#web/api/client.ts'
import { boardQuery } from '#web/api/live/board-query.ts'
import { historyQuery } from '#web/api/paged-queries.ts'
import { safeRedirect } from '#web/api/safe-redirect.ts'
import { parseSearch, stringifySearch } from '#web/api/search-serializer.ts'
import { meQuery } from '#web/api/session.ts'
import { AlreadySignedIn } from '#web/pages/account/already-signed-in.tsx'
import { ErrorPage } from '#web/pages/public/error-page.tsx'
import { NotFoundPage } from '#web/pages/public/not-found.tsx'
import { PAGE_LOADERS, pageComponent } from './page-components.tsx'
import { Shell } from './shell.tsx'

const rootRoute = createRootRouteWithContext<{ queries: QueryClient }>()({
  component: Shell,
  notFoundComponent: NotFoundPage,
})

const page = <Name extends RouteName>(name: Name) => ({
  getParentRoute: () => rootRoute,
  path: ROUTES[name],
  component: pageComponent(name),
})

const stringOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '')

// Included even if undefined: otherwise the router would keep the typed value.
const redirectParam = (search: Record<string, unknown>): { to?: string | undefined } => ({
  to: safeRedirect(search.to),
})

// Public pages

const home = createRoute({
  ...page('home'),
  // Parsed by the page, which knows the valid parameters.
  validateSearch: (search): SearchParams =>
    Object.fromEntries(SEARCH_PARAM_NAMES.map(name => [name, stringOrEmpty(search[name]) || undefined])),
  loaderDeps: ({ search }) => ({ search }),
  loader: ({ context, deps }) =>
    void PAGE_LOADERS.home().then(
      ({ prefetchHome }) => prefetchHome(context.queries, deps.search),
      () => {},
    ),
})

type CompanyRouteArgs = {
  readonly context: { readonly queries: QueryClient }
  readonly params: { companyId: string }
}

/** An unknown company is a missing page; the page itself shows other errors. */
const companyRouteOptions = {
  loader: async ({ context: { queries }, params }: CompanyRouteArgs) => {
    const request = queries.ensureQueryData(api.companies.get.queryOptions({ input: params }))
    const { code, message } = (await request.then(() => null, toAppError)) ?? {}
    if ((code === 'NOT_FOUND' && message !== COMPANY_SUSPENDED) || code === 'INVALID') throw notFound()
  },
} as const

const company = createRoute({
  ...companyRouteOptions,
  ...page('company'),
})

const book = createRoute({
  ...companyRouteOptions,
  ...page('book'),
})

const confirmBooking = createRoute(page('confirmBooking'))

const confirmEmail = createRoute(page('confirmEmail'))

const releaseEmail = createRoute(page('releaseEmail'))

const workHistory = createRoute({
  ...page('workHistory'),
  validateSearch: (search): { vin?: string } =>
    stringOrEmpty(search.vin) === '' ? {} : { vin: stringOrEmpty(search.vin) },
  loaderDeps: ({ search }) => ({ vin: normalizeVin(search.vin ?? '') }),
  loader: ({ context, deps: { vin } }) => {
    if (isStorableVin(vin)) void context.queries.prefetchInfiniteQuery(historyQuery(vin))
  },
})

const aboutUs = createRoute(page('aboutUs'))

const downloads = createRoute({
  ...page('downloads'),
  loader: ({ context }) => void context.queries.prefetchQuery(api.downloads.androidApp.queryOptions()),
})

const register = createRoute(page('register'))

const login = createRoute({
  ...page('login'),
  validateSearch: redirectParam,
  beforeLoad: async ({ context, search: { to } }) => {
    // The form works even if the session is unknown.
    const actor = await context.queries.ensureQueryData(meQuery).catch(() => undefined)
    if (actor !== undefined && actor.kind !== 'visitor') throw redirect({ href: to ?? '/dashboard' })
  },
})

const signup = createRoute({
  ...page('signup'),
  validateSearch: redirectParam,
})

const confirmSignup = createRoute({
  ...page('confirmSignup'),
  validateSearch: redirectParam,
})

const resetPassword = createRoute({
  ...page('resetPassword'),
  validateSearch: (search): { token?: string } =>
    stringOrEmpty(search.token) === '' ? {} : { token: stringOrEmpty(search.token) },
})

// Any token: the page itself says if it is invalid.
const track = createRoute({
  ...page('track'),
  loader: ({ context, params: { token } }) =>
    void context.queries.prefetchQuery(api.customerView.preview.queryOptions({ input: { token } })),
})

const printTracked = createRoute(page('printTracked'))

const rigReport = createRoute(page('rigReport'))

// Pages behind a login

const signedIn = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: async ({ context, location }) => {
    const { kind } = await context.queries.ensureQueryData(meQuery)
    if (kind === 'visitor') throw redirect({ to: '/login', search: { to: location.href } })
  },
  component: AlreadySignedIn,
})

const signedInPage = <Name extends RouteName>(name: Name) => ({
  ...page(name),
  getParentRoute: () => signedIn,
})

const dashboard = createRoute({
  ...signedInPage('dashboard'),
  validateSearch: parseBoardSearch,
  beforeLoad: async ({ context }) => {
    const landingPage = landingPageOf(await context.queries.ensureQueryData(meQuery))
    if (landingPage !== 'dashboard') throw redirect({ to: `/${landingPage}` })
  },
  loader: ({ context: { queries }, location }) => {
    void queries.prefetchQuery(api.companies.mine.queryOptions())
    void queries.prefetchQuery(boardQuery(parseBoardSearch(location.search)))
  },
})

const bay = createRoute({
  ...signedInPage('bay'),
  beforeLoad: async ({ context }) => {
    const actor = await context.queries.ensureQueryData(meQuery)
    if (!may(actor, 'bay.see')) throw redirect({ to: `/${landingPageOf(actor)}` })
  },
  loader: ({ context: { queries } }) =>
    void queries.prefetchQuery(api.tickets.board.queryOptions({ input: { whose: 'mine' } })),
})

const schedule = createRoute({
  ...signedInPage('schedule'),
  staticData: { needs: 'schedule.see' },
  validateSearch: (search): { week?: string } =>
    isDay(stringOrEmpty(search.week)) ? { week: mondayOf(stringOrEmpty(search.week)) } : {},
})

// The page itself shows the specification's message to others.
const registerEmployee = createRoute(signedInPage('registerEmployee'))

const ownCompany = createRoute({
  ...signedInPage('ownCompany'),
  staticData: { needs: 'company.change' },
  loader: ({ context: { queries } }) => void queries.prefetchQuery(api.companies.mine.queryOptions()),
})

const audit = createRoute({
  ...signedInPage('audit'),
  staticData: { needs: 'audit.see' },
  // Included even if empty: otherwise the typed value would stay.
  validateSearch: (search): { show?: 'sign-ins' | undefined } => ({
    show: search.show === 'sign-ins' ? 'sign-ins' : undefined,
  }),
})

const preferences = createRoute({
  ...signedInPage('preferences'),
  staticData: { needs: 'company.see-details' },
})

const imports = createRoute({
  ...signedInPage('imports'),
  staticData: { needs: 'company.import-data' },
})

const billing = createRoute({
  ...signedInPage('billing'),
  staticData: { needs: 'company.change' },
})

const dayClose = createRoute({
  ...signedInPage('dayClose'),
  staticData: { needs: 'billing.use' },
  validateSearch: (search): { day?: string | undefined } => {
    const day = stringOrEmpty(search.day)
    return { day: isDay(day) ? day : undefined }
  },
})

const bookkeeping = createRoute({
  ...signedInPage('bookkeeping'),
  staticData: { needs: 'company.export' },
})

const receivables = createRoute({
  ...signedInPage('receivables'),
  staticData: { needs: 'billing.use' },
})

const profile = createRoute({
  ...signedInPage('profile'),
  staticData: { needs: 'session.see-own' },
  loader: async ({ context: { queries } }) => {
    const isOwner = may(await queries.ensureQueryData(meQuery), 'rv-owner.see')
    if (isOwner) void queries.prefetchQuery(api.rvOwners.getDetails.queryOptions())
    else void queries.prefetchQuery(api.employees.mine.queryOptions())
    void queries.prefetchQuery(api.account.get.queryOptions())
    void queries.prefetchQuery(api.account.sessions.queryOptions())
  },
})

const myRigs = createRoute({
  ...signedInPage('myRigs'),
  // What a ticket's page and an email have of the rig to claim.
  validateSearch: (search): { vin?: string; code?: string } => ({
    ...(stringOrEmpty(search.vin) !== '' && { vin: stringOrEmpty(search.vin) }),
    ...(stringOrEmpty(search.code) !== '' && { code: stringOrEmpty(search.code) }),
  }),
  staticData: { needs: 'rv-owner.see' },
})

const myRig = createRoute({
  ...signedInPage('myRig'),
  staticData: { needs: 'rv-owner.see' },
})

const platformAdmin = createRoute({
  ...signedInPage('platformAdmin'),
  validateSearch: (search): { [Name in 'tab' | 'q' | 'company' | 'vin']?: string } =>
    Object.fromEntries(
      ['tab', 'q', 'company', 'vin'].flatMap(name =>
        stringOrEmpty(search[name]) ? [[name, search[name]]] : [],
      ),
    ),
  staticData: { needs: 'platform.see' },
})

const createTicket = createRoute({
  ...signedInPage('createTicket'),
  staticData: { needs: 'ticket.create' },
  // The ticket whose customer and rig are here again.
  validateSearch: ({ from }): { from?: number } => (Number(from) > 0 ? { from: Number(from) } : {}),
})

type TicketRouteArgs = {
  readonly context: { readonly queries: QueryClient }
  readonly params: { ticketId: string }
}

const ticketRouteOptions = {
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
  ...signedInPage('bayTicket'),
  beforeLoad: async ({ context, params }: TicketRouteArgs) => {
    const actor = await context.queries.ensureQueryData(meQuery)
    if (may(actor, 'bay.see')) return
    if (may(actor, 'ticket.see')) throw redirect({ to: '/service-ticket/$ticketId', params })
    throw redirect({ to: `/${landingPageOf(actor)}` })
  },
})

const serviceTicket = createRoute({
  ...deskTicketRouteOptions,
  ...signedInPage('serviceTicket'),
})

const approvalTicket = createRoute({
  ...deskTicketRouteOptions,
  ...signedInPage('approvalTicket'),
})

const completedTicket = createRoute({
  ...deskTicketRouteOptions,
  ...signedInPage('completedTicket'),
})

const printTicket = createRoute({
  ...ticketRouteOptions,
  ...signedInPage('printTicket'),
  staticData: { needs: 'money.see' },
})

export const createAppRouter = (queries: QueryClient) =>
  createRouter({
    routeTree: rootRoute.addChildren([
      home,
      company,
      book,
      confirmBooking,
      register,
      login,
      resetPassword,
      confirmEmail,
      releaseEmail,
      workHistory,
      aboutUs,
      downloads,
      track,
      printTracked,
      signup,
      confirmSignup,
      rigReport,
      signedIn.addChildren([
        ownCompany,
        audit,
        preferences,
        imports,
        billing,
        receivables,
        dayClose,
        bookkeeping,
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
    // A page without a route does not compile.
  }) satisfies { readonly routesByPath: Readonly<Record<RoutePattern, AnyRoute>> }

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption {
    /** The permission needed to see the page. */
    needs?: Action
  }
}
