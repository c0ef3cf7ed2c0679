// The list of everything that may be asked: typed RPC for the web, REST for everyone else.

import { account } from './account.ts'
import { approvals } from './approvals.ts'
import { bookings } from './bookings.ts'
import { clocks } from './clocks.ts'
import { companies } from './companies.ts'
import { downloads } from './downloads.ts'
import { employees } from './employees.ts'
import { follow } from './follow.ts'
import { founders } from './founders.ts'
import { links } from './links.ts'
import { me } from './me.ts'
import { messages } from './messages.ts'
import { my } from './my.ts'
import { myRigs } from './my-rigs.ts'
import { places } from './places.ts'
import { reviews } from './reviews.ts'
import { rigs } from './rigs.ts'
import { schedule } from './schedule.ts'
import { tickets } from './tickets.ts'
import { trail } from './trail.ts'
import { vitals } from './vitals.ts'
import { waiting } from './waiting.ts'
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
