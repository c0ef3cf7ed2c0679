// Tickets created over REST, with everything a command does: session, validation, isolation, logging, idempotency
// key.

import type { BenchDuration } from '../bench-duration.ts'
import type { BenchEnvironment, Company } from '../bench-environment.ts'
import { printLine, type ReportRow } from '../result-table.ts'
import { measureThroughput } from './throughput.ts'

const CLIENTS = 16

export async function measureCreate(
  environment: BenchEnvironment,
  length: BenchDuration,
): Promise<ReportRow[]> {
  printLine('Creating tickets')
  // Company 0 has the board that another row reads.
  const [, ...companies] = environment.companies
  const create = (as: readonly Company[]) =>
    measureThroughput(
      environment,
      { path: '/api/tickets', writes: 'tickets', expectedCards: null, as },
      length,
    )
  const one = companies.slice(0, 1)
  const all = await create(companies.slice(0, CLIENTS))
  const alone = await create(Array.from({ length: CLIENTS }, () => one).flat())
  return [
    { work: `create a ticket, ${CLIENTS} clients in ${CLIENTS} companies`, ...all, goal: 1 },
    { work: `create a ticket, ${CLIENTS} clients in one company`, ...alone, goal: 1 },
  ]
}
