// Eight people who work on the same few tickets at once, and a log of every response they got.

import { randomUUID } from 'node:crypto'
import { customers } from '#server/seed/demo-accounts.ts'
import { BAY_OPERATIONS, DESK_OPERATIONS, type Operation } from './operations.ts'
import type { Outcome, RetryingClient } from './retrying-client.ts'
import type { SeededRandom } from './seeded-random.ts'

export type LoggedOutcome = {
  readonly actor: string
  readonly key: string
  readonly verb: string
  readonly ticketId: number | null
  readonly marker: string
  readonly outcome: Outcome
}

export type ConcurrentUsers = {
  readonly log: LoggedOutcome[]
  /** The tickets in use; new ones are added. */
  readonly tickets: number[]
  /** Runs until the returned function is called, which resolves when every request has its response. */
  readonly start: () => () => Promise<void>
  readonly stats: () => { unanswered: number; wrong: string[] }
}

export type ConcurrentUser = { readonly caller: RetryingClient; readonly workplace: 'desk' | 'bay' }

const MAX_TICKETS = 10

export function createConcurrentUsers(
  writers: readonly ConcurrentUser[],
  technicians: readonly string[],
  random: SeededRandom,
): ConcurrentUsers {
  const log: LoggedOutcome[] = []
  const tickets: number[] = []
  let count = 0

  function create(caller: RetryingClient, marker: string): Operation {
    const jobs = [{ problem: marker, estimatedTime: 1.25 }, { problem: `${marker} again` }]
    const order = { ...random.pick(customers), jobs }
    return {
      verb: 'ticket.create',
      ticketId: null,
      marker,
      execute: key => caller.client.tickets.create(order, { context: { idempotencyKey: key } }),
    }
  }

  async function nextOperation({ caller, workplace }: ConcurrentUser): Promise<Operation | null> {
    count += 1
    const marker = `mark-${count}`
    const isShort = tickets.length < 4 || random.next() < 0.06
    if (workplace === 'desk' && isShort) return create(caller, marker)
    const ticketId = tickets.length === 0 ? 0 : random.pick(tickets.slice(-MAX_TICKETS))
    const seen = await caller.retryUntilDone(() => caller.client.tickets.get({ ticketId }))
    if (!seen.isDone) return null
    const ticket = seen.answer as Awaited<ReturnType<typeof caller.client.tickets.get>>
    const action = random.pick(workplace === 'desk' ? DESK_OPERATIONS : BAY_OPERATIONS)
    return action({ caller, random, ticket, technicians, marker })
  }

  async function runUser(writer: ConcurrentUser, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const request = await nextOperation(writer)
      if (request === null) {
        await new Promise(resolve => setTimeout(resolve, 5))
        continue
      }
      const { verb, ticketId, marker } = request
      const key = randomUUID()
      const outcome = await writer.caller.retryUntilDone(request.execute, key)
      log.push({ actor: writer.caller.id, key, verb, ticketId, marker, outcome })
      if (verb === 'ticket.create' && outcome.isDone)
        tickets.push((outcome.answer as { ticketId: number }).ticketId)
    }
  }

  return {
    log,
    tickets,
    start: () => {
      let over = false
      const working = Promise.all(writers.map(writer => runUser(writer, () => over)))
      // Handled when the work ends; until then it is not awaited.
      working.catch(() => {})
      return async () => {
        over = true
        await working
      }
    },
    stats: () => ({
      unanswered: writers.reduce((sum, { caller }) => sum + caller.stats.unanswered, 0),
      wrong: writers.flatMap(({ caller }) => caller.stats.wrong),
    }),
  }
}
