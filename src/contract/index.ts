// The list of everything that may be asked: typed RPC for the web, REST for everyone else.

import { account } from './account.ts'
import { places } from './address-search.ts'
import { approvals } from './approvals.ts'
import { trail } from './audit.ts'
import { bookings } from './bookings.ts'
import { clocks } from './clocks.ts'
import { companies } from './companies.ts'
import { links } from './customer-links.ts'
import { follow } from './customer-view.ts'
import { downloads } from './downloads.ts'
import { employees } from './employees.ts'
import { me } from './me.ts'
import { messages } from './messages.ts'
import { waiting } from './on-hold.ts'
import { founders } from './platform-admin.ts'
import { reviews } from './reviews.ts'
import { myRigs } from './rig-claims.ts'
import { rigs } from './rigs.ts'
import { my } from './rv-owners.ts'
import { schedule } from './schedule.ts'
import { tickets } from './tickets.ts'
import { vitals } from './web-vitals.ts'
import { workHistory } from './work-history.ts'

export const contract = {
  me,
  account,
  my,
  companies,
  employees,
  trail,
  tickets,
  bookings,
  links,
  follow,
  messages,
  waiting,
  approvals,
  clocks,
  reviews,
  schedule,
  rigs,
  places,
  workHistory,
  myRigs,
  downloads,
  vitals,
  founders,
}

export type Contract = typeof contract
