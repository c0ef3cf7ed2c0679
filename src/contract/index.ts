// The contract: typed RPC for the web client, REST for everyone else.

import { type ContractProcedure, isContractProcedure } from '@orpc/contract'
import { account, me } from './account.ts'
import { addressSearch } from './address-search.ts'
import { approvals } from './approvals.ts'
import { audit } from './audit.ts'
import { bay } from './bay.ts'
import { bookkeeping } from './billing/bookkeeping.ts'
import { billingReports } from './billing/reports.ts'
import { billingSettings } from './billing/settings.ts'
import { ticketBilling } from './billing/ticket-billing.ts'
import { bookings } from './bookings.ts'
import { clocks } from './clocks.ts'
import { companies } from './companies.ts'
import { components } from './components/components.ts'
import { rigComponents } from './components/rig-components.ts'
import { rigsByComponent } from './components/rigs-by-component.ts'
import { customerLinks } from './customer-links.ts'
import { customerView } from './customer-view.ts'
import { customers } from './customers/customers.ts'
import { companyExports, downloads, exportRoutes } from './downloads.ts'
import { employees } from './employees.ts'
import { endOfDay } from './end-of-day/end-of-day.ts'
import { imports } from './imports.ts'
import { liveRoutes } from './live-changes.ts'
import { messages } from './messages.ts'
import { onHold } from './on-hold.ts'
import { platformAdmin } from './platform-admin.ts'
import { notices, preferences } from './preferences.ts'
import type { ProcedureMeta, RateLimit } from './procedure/procedure.ts'
import type { Route } from './procedure/route.ts'
import { withStrictInputs } from './procedure/strict-inputs.ts'
import { promisedDays } from './promised-days/promised-days.ts'
import { markups } from './purchase-orders/markups.ts'
import { orderCorrections } from './purchase-orders/order-corrections.ts'
import { orderDetails } from './purchase-orders/order-details.ts'
import { purchaseOrders, vendors } from './purchase-orders/purchase-orders.ts'
import { vendorReturns } from './purchase-orders/vendor-returns.ts'
import { reports } from './reports/reports.ts'
import { reviews } from './reviews.ts'
import { rigClaims } from './rig-claims.ts'
import { rigs } from './rigs.ts'
import { bookingRoutes } from './routes/bookings.ts'
import { documentRoutes } from './routes/documents.ts'
import { imageRoutes } from './routes/images.ts'
import { rvOwners } from './rv-owners.ts'
import { schedule } from './schedule.ts'
import { serviceBays } from './service-bays/service-bays.ts'
import { shopClock } from './shop-clock/shop-clock.ts'
import { customerSignatures, signatures } from './signatures/signatures.ts'
import { stock } from './stock/stock.ts'
import { ticketDays } from './ticket-days/ticket-days.ts'
import { tickets } from './tickets.ts'
import { walkarounds } from './walkarounds/walkarounds.ts'
import { webVitals } from './web-vitals.ts'
import { workHistory } from './work-history.ts'

export const contract = withStrictInputs({
  me,
  account,
  rvOwners,
  companies,
  preferences,
  billing: { ...billingSettings, ...ticketBilling, ...billingReports, ...bookkeeping },
  notices,
  endOfDay,
  reports,
  employees,
  imports,
  companyExports,
  audit,
  tickets,
  serviceBays,
  bookings,
  customerLinks,
  customerView: { ...customerView, ...customerSignatures },
  messages,
  onHold,
  promisedDays,
  ticketDays,
  approvals,
  signatures,
  walkarounds,
  vendors,
  markups,
  purchaseOrders: { ...purchaseOrders, ...orderCorrections, ...orderDetails, ...vendorReturns },
  stock,
  components: { ...components, ...rigsByComponent },
  clocks,
  shopClock,
  bay,
  reviews,
  schedule,
  customers,
  rigs,
  addressSearch,
  workHistory,
  rigClaims,
  rigComponents,
  downloads,
  webVitals,
  platformAdmin,
})

export type Contract = typeof contract

// biome-ignore lint/suspicious/noExplicitAny: any input, output and errors.
type AnyProcedure = ContractProcedure<any, any, any, ProcedureMeta>

type NameIn<Branch, Meta> = {
  [Key in keyof Branch & string]: Branch[Key] extends ContractProcedure<
    infer _Input,
    infer _Output,
    infer _Errors,
    infer Declared
  >
    ? Declared extends Meta
      ? Key
      : never
    : `${Key}.${NameIn<Branch[Key], Meta>}`
}[keyof Branch & string]

/** Every procedure of the contract, as `tickets.finalize`. */
export type ProcedureName = NameIn<Contract, ProcedureMeta>

/** Those with a rate limit. */
export type LimitedProcedureName = NameIn<Contract, ProcedureMeta<RateLimit>>

const proceduresIn = (branch: object, path: readonly string[] = []): [string, AnyProcedure][] =>
  Object.entries(branch).flatMap(([key, below]) =>
    isContractProcedure(below)
      ? [[[...path, key].join('.'), below as AnyProcedure] as [string, AnyProcedure]]
      : proceduresIn(below, [...path, key]),
  )

/** By name. */
export const PROCEDURES = Object.fromEntries(proceduresIn(contract)) as Readonly<
  Record<ProcedureName, AnyProcedure>
>

/** Who may call it, and how often. */
export const metaOf = (name: ProcedureName): ProcedureMeta => PROCEDURES[name]['~orpc'].meta

const routes = {
  ...bookingRoutes,
  ...documentRoutes,
  ...exportRoutes,
  ...liveRoutes,
  ...imageRoutes,
}

export type RouteName = keyof typeof routes

/** What is called over REST alone, by name. */
export const ROUTES: Readonly<Record<RouteName, Route>> = routes

/** The limits that they share. */
export type RouteLimit = Exclude<(typeof routes)[keyof typeof routes]['rateLimit'], 'none'>['name']
