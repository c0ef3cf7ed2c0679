// Tickets created over REST, with everything that a command has: a session, checks, walls, a trail, a key.

import type { Company, Stage } from '../environment.ts'
import { type Row, tell } from '../report.ts'
import type { Length } from './duration.ts'
import { rateOf } from './throughput.ts'

const CLIENTS = 16

export async function measureCreate(stage: Stage, length: Length): Promise<Row[]> {
  tell('Creating tickets')
  // Company 0 has the board that another row reads.
  const [, ...companies] = stage.companies
  const create = (as: readonly Company[]) =>
    rateOf(stage, { path: '/api/tickets', writes: 'tickets', holds: null, as }, length)
  const one = companies.slice(0, 1)
  const all = await create(companies.slice(0, CLIENTS))
  const alone = await create(Array.from({ length: CLIENTS }, () => one).flat())
  return [
    { work: `create a ticket, ${CLIENTS} clients in ${CLIENTS} companies`, ...all, goal: 1 },
    { work: `create a ticket, ${CLIENTS} clients in one company`, ...alone, goal: 1 },
  ]
}
