// The contract: typed RPC for the web client, REST for everyone else.

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
import { customerLinks } from './customer-links.ts'
import { customerView } from './customer-view.ts'
import { companyExports, downloads } from './downloads.ts'
import { employees } from './employees.ts'
import { imports } from './imports.ts'
import { messages } from './messages.ts'
import { onHold } from './on-hold.ts'
import { platformAdmin } from './platform-admin.ts'
import { notices, preferences } from './preferences.ts'
import { reviews } from './reviews.ts'
import { rigClaims } from './rig-claims.ts'
import { customers, rigs } from './rigs.ts'
import { rvOwners } from './rv-owners.ts'
import { schedule } from './schedule.ts'
import { withStrictInputs } from './strict-inputs.ts'
import { tickets } from './tickets.ts'
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
  employees,
  imports,
  companyExports,
  audit,
  tickets,
  bookings,
  customerLinks,
  customerView,
  messages,
  onHold,
  approvals,
  clocks,
  bay,
  reviews,
  schedule,
  customers,
  rigs,
  addressSearch,
  workHistory,
  rigClaims,
  downloads,
  webVitals,
  platformAdmin,
})

export type Contract = typeof contract
