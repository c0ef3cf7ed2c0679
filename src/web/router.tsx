import type { QueryClient } from '@tanstack/react-query'
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  redirect,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import {
  isModuleOf,
  PAGE_NAMES,
  PAGES,
  type PageDefinition,
  type PageName,
  type PagePath,
} from '#contract/pages/page-routes.ts'
import { type Action, landingPageOf, may } from '#domain/account/permission.ts'
import { SEARCH_PARAM_NAMES } from '#domain/companies/search-param-names.ts'
import type { SearchParams } from '#domain/companies/search-params.ts'
import { isDay } from '#domain/lib/calendar-date.ts'
import { parseBoardSearch } from '#domain/tickets/board-search.ts'
import { api, toAppError } from '#web/api/client.ts'
import { lazyPage } from '#web/api/lazy-page.ts'
import { safeRedirect } from '#web/api/safe-redirect.ts'
import { parseSearch, stringifySearch } from '#web/api/search-serializer.ts'
import { meQuery } from '#web/api/session.ts'
import { AlreadySignedIn } from '#web/pages/account/already-signed-in.tsx'
import { ErrorPage } from '#web/pages/public/error-page.tsx'
import { NotFoundPage } from '#web/pages/public/not-found.tsx'
import { HydrationComplete } from '#web/ui/hydration-complete.tsx'
import { Shell } from './shell.tsx'

/** Whether the first page is shown: it has its answers. */
type Context = { readonly queries: QueryClient; readonly isStarted: boolean }

const rootRoute = createRootRouteWithContext<Context>()({
  component: Shell,
  notFoundComponent: NotFoundPage,
})

const signedIn = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: async ({ context, location }) => {
    const { kind } = await context.queries.ensureQueryData(meQuery)
    if (kind === 'visitor') throw redirect({ to: '/login', search: { to: location.href } })
  },
  component: AlreadySignedIn,
})

/** The code of every page, loaded when the page is opened. */
const MODULES = import.meta.glob<Readonly<Record<string, () => ReactNode>>>([
  './pages/**/*.page.tsx',
  './bay/screens/*.page.tsx',
])

/** The component of a page, with `preload`. */
function pageComponent(name: PageName) {
  const [, load] = Object.entries(MODULES).find(([file]) => isModuleOf(name, file)) ?? []
  if (load === undefined) throw new Error(`The page ${name} has no module.`)
  const Module = lazyRouteComponent(lazyPage(load), `${name.charAt(0).toUpperCase()}${name.slice(1)}Page`)
  const Page = () => (
    <>
      <Module />
      <HydrationComplete />
    </>
  )
  return Object.assign(Page, { preload: () => Module.preload?.() })
}

type PathOf<Name extends PageName> = (typeof PAGES)[Name]['path']

type LoaderArgs = {
  readonly context: Context
  readonly location: { readonly pathname: string; readonly searchStr: string }
}

/** Without its code, the page runs its queries itself, as the first page does with what the server did not answer. */
function loadPage({ context: { queries, isStarted }, location: { pathname, searchStr } }: LoaderArgs): void {
  if (isStarted)
    void import('#web/api/prefetch-page.ts').then(
      ({ prefetchPage }) => prefetchPage(queries, pathname, searchStr),
      () => {},
    )
}

/** The options of a page's route. */
function page<Name extends PageName>(name: Name) {
  const { needs }: PageDefinition = PAGES[name]
  return {
    path: PAGES[name].path as PathOf<Name>,
    component: pageComponent(name),
    staticData: { needs },
    loader: loadPage,
  }
}

const openPage = <Name extends PageName>(name: Name) => ({ ...page(name), getParentRoute: () => rootRoute })
const signedInPage = <Name extends PageName>(name: Name) => ({
  ...page(name),
  getParentRoute: () => signedIn,
})

const stringOrEmpty = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Reads these search parameters, those that are texts and not empty. */
const texts =
  <Name extends string>(...names: readonly Name[]) =>
  (search: Record<string, unknown>) =>
    Object.fromEntries(
      names.filter(name => stringOrEmpty(search[name]) !== '').map(name => [name, search[name]]),
    ) as { [Each in Name]?: string }

const withSearch = { loaderDeps: ({ search }: { readonly search: object }) => ({ search }) }

// Included even if undefined: otherwise the router would keep the typed value.
const redirectParam = (search: Record<string, unknown>): { to?: string | undefined } => ({
  to: safeRedirect(search.to),
})

type TicketRouteArgs = { readonly context: Context; readonly params: { ticketId: string } }

// A ticket has a page at the desk and one in the bay: links to the wrong one redirect.
const redirectToBay = async ({ context, params }: TicketRouteArgs): Promise<void> => {
  const landingPage = landingPageOf(await context.queries.ensureQueryData(meQuery))
  if (landingPage === 'bay') throw redirect({ to: '/bay/$ticketId', params })
}

type CompanyRouteArgs = { readonly context: Context; readonly params: { companyId: string } }

/** An unknown company is a missing page; the page itself shows other errors. */
const companyRoute = {
  loader: async ({ context: { queries }, params }: CompanyRouteArgs) => {
    const request = queries.ensureQueryData(api.companies.get.queryOptions({ input: params }))
    const { code, reason } = (await request.then(() => null, toAppError)) ?? {}
    if ((code === 'NOT_FOUND' && reason !== 'company.suspended') || code === 'INVALID') throw notFound()
  },
} as const

/** Pages without a session that have search parameters or redirect. */
const OPEN_ROUTES = {
  home: createRoute({
    ...openPage('home'),
    // Parsed by the page, which knows the valid parameters.
    validateSearch: (search): SearchParams =>
      Object.fromEntries(SEARCH_PARAM_NAMES.map(name => [name, stringOrEmpty(search[name]) || undefined])),
    ...withSearch,
  }),
  workHistory: createRoute({
    ...openPage('workHistory'),
    validateSearch: texts('vin'),
    ...withSearch,
  }),
  login: createRoute({
    ...openPage('login'),
    validateSearch: redirectParam,
    beforeLoad: async ({ context, search: { to } }) => {
      // The form works even if the session is unknown.
      const actor = await context.queries.ensureQueryData(meQuery).catch(() => undefined)
      if (actor !== undefined && actor.kind !== 'visitor') throw redirect({ href: to ?? '/dashboard' })
    },
  }),
  company: createRoute({ ...openPage('company'), ...companyRoute }),
  book: createRoute({
    ...openPage('book'),
    ...companyRoute,
    // Of the earlier visit: the token of its link, its ticket, or its rig.
    validateSearch: (search): { follow?: string; ticket?: number; vin?: string } => ({
      ...(Number(search.ticket) > 0 && { ticket: Number(search.ticket) }),
      ...texts('follow', 'vin')(search),
    }),
  }),
  signup: createRoute({ ...openPage('signup'), validateSearch: redirectParam }),
  confirmSignup: createRoute({ ...openPage('confirmSignup'), validateSearch: redirectParam }),
  resetPassword: createRoute({
    ...openPage('resetPassword'),
    validateSearch: texts('token'),
  }),
}

/** The ticket whose customer and rig are here again. */
const earlierTicketSearch = ({ from }: Record<string, unknown>): { from?: number } =>
  Number(from) > 0 ? { from: Number(from) } : {}

/** Included even if undefined: otherwise the typed value would stay. */
const daySearch = (search: Record<string, unknown>): { day?: string | undefined } => {
  const day = stringOrEmpty(search.day)
  return { day: isDay(day) ? day : undefined }
}

/** Pages behind a login that have search parameters or redirect. */
const SIGNED_IN_ROUTES = {
  dashboard: createRoute({
    ...signedInPage('dashboard'),
    validateSearch: parseBoardSearch,
    beforeLoad: async ({ context }) => {
      const landingPage = landingPageOf(await context.queries.ensureQueryData(meQuery))
      if (landingPage !== 'dashboard') throw redirect({ to: `/${landingPage}` })
    },
  }),
  bay: createRoute({
    ...signedInPage('bay'),
    beforeLoad: async ({ context }) => {
      const actor = await context.queries.ensureQueryData(meQuery)
      if (!may(actor, 'bay.see')) throw redirect({ to: `/${landingPageOf(actor)}` })
    },
  }),
  bayTicket: createRoute({
    ...signedInPage('bayTicket'),
    beforeLoad: async ({ context, params }) => {
      const actor = await context.queries.ensureQueryData(meQuery)
      if (may(actor, 'bay.see')) return
      if (may(actor, 'ticket.see')) throw redirect({ to: '/service-ticket/$ticketId', params })
      throw redirect({ to: `/${landingPageOf(actor)}` })
    },
  }),
  serviceTicket: createRoute({ ...signedInPage('serviceTicket'), beforeLoad: redirectToBay }),
  approvalTicket: createRoute({ ...signedInPage('approvalTicket'), beforeLoad: redirectToBay }),
  completedTicket: createRoute({ ...signedInPage('completedTicket'), beforeLoad: redirectToBay }),
  schedule: createRoute({
    ...signedInPage('schedule'),
    // Read by the page, which knows the word for today.
    validateSearch: (search): { week?: string; day?: string; rows?: string } => search,
  }),
  // Read by the page, which knows what can be shown.
  audit: createRoute({ ...signedInPage('audit'), validateSearch: texts('show') }),
  rigsByComponent: createRoute({
    ...signedInPage('rigsByComponent'),
    validateSearch: texts('maker', 'model'),
    ...withSearch,
  }),
  partsOnOrder: createRoute({
    ...signedInPage('partsOnOrder'),
    // Read by the page, which knows what can be chosen.
    validateSearch: texts('by', 'show'),
    ...withSearch,
  }),
  dayClose: createRoute({ ...signedInPage('dayClose'), validateSearch: daySearch }),
  endOfDay: createRoute({ ...signedInPage('endOfDay'), validateSearch: daySearch }),
  reports: createRoute({
    ...signedInPage('reports'),
    // Read by the page, which knows the reports.
    validateSearch: texts('report', 'period', 'firstDay', 'lastDay', 'row'),
    ...withSearch,
  }),
  timeSheet: createRoute({ ...signedInPage('timeSheet'), validateSearch: texts('firstDay', 'lastDay') }),
  myRigs: createRoute({
    ...signedInPage('myRigs'),
    // What a ticket's page and an email have of the rig to claim.
    validateSearch: texts('vin', 'code'),
  }),
  platformAdmin: createRoute({
    ...signedInPage('platformAdmin'),
    validateSearch: texts('tab', 'q', 'company', 'vin'),
  }),
  createTicket: createRoute({
    ...signedInPage('createTicket'),
    validateSearch: earlierTicketSearch,
  }),
  newAppointment: createRoute({
    ...signedInPage('newAppointment'),
    // What was typed to find the customer: a name or a phone number.
    validateSearch: (search): { from?: number; who?: string } => ({
      ...earlierTicketSearch(search),
      ...texts('who')(search),
    }),
  }),
}

// All other pages

type OpenName = { [Name in PageName]: (typeof PAGES)[Name] extends { isOpen: true } ? Name : never }[PageName]
type PlainOpenName = Exclude<OpenName, keyof typeof OPEN_ROUTES>
type PlainSignedInName = Exclude<PageName, OpenName | keyof typeof SIGNED_IN_ROUTES>

const openRoute = <Name extends PageName>(name: Name) => createRoute(openPage(name))
const signedInRoute = <Name extends PageName>(name: Name) => createRoute(signedInPage(name))

type OpenRoutes = { [Name in PlainOpenName]: ReturnType<typeof openRoute<Name>> }
type SignedInRoutes = { [Name in PlainSignedInName]: ReturnType<typeof signedInRoute<Name>> }

const plainRoutes = <Route,>(isOpen: boolean, create: (name: PageName) => Route) =>
  Object.fromEntries(
    PAGE_NAMES.filter(
      name => 'isOpen' in PAGES[name] === isOpen && !(name in OPEN_ROUTES) && !(name in SIGNED_IN_ROUTES),
    ).map(name => [name, create(name)]),
  )

export const createAppRouter = (queries: QueryClient) =>
  createRouter({
    routeTree: rootRoute.addChildren({
      ...OPEN_ROUTES,
      ...(plainRoutes(true, openRoute) as unknown as OpenRoutes),
      signedIn: signedIn.addChildren({
        ...SIGNED_IN_ROUTES,
        ...(plainRoutes(false, signedInRoute) as unknown as SignedInRoutes),
      }),
    }),
    context: { queries, isStarted: false },
    parseSearch,
    stringifySearch,
    defaultErrorComponent: ErrorPage,
    defaultPreload: 'intent',
    // Queries manage their own staleness.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    // A page without a route does not compile.
  }) satisfies { readonly routesByPath: Readonly<Record<PagePath, AnyRoute>> }

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption {
    /** The permission needed to see the page. */
    needs?: Action | undefined
  }
}
