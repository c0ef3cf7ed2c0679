// Eight people who work on the same few tickets at once, and the book in which every answer they got
// is noted.

import { randomUUID } from 'node:crypto'
import { customers } from '#server/seed/demo-accounts.ts'
import { AT_THE_DESK, IN_THE_BAY, type Wish } from './operations.ts'
import type { Caller, Outcome } from './retrying-client.ts'
import type { Chance } from './seeded-random.ts'

export type Noted = {
  readonly actor: string
  readonly key: string
  readonly verb: string
  readonly ticketId: number | null
  readonly mark: string
  readonly outcome: Outcome
}

export type Crew = {
  readonly book: Noted[]
  /** The tickets that are worked on; more are added as they are made. */
  readonly tickets: number[]
  /** Runs until the returned function is called; that one resolves when every wish has its answer. */
  readonly work: () => () => Promise<void>
  readonly met: () => { unanswered: number; wrong: string[] }
}

export type Writer = { readonly caller: Caller; readonly place: 'desk' | 'bay' }

const MOST_TICKETS = 10

export function crewOf(writers: readonly Writer[], technicians: readonly string[], chance: Chance): Crew {
  const book: Noted[] = []
  const tickets: number[] = []
  let count = 0

  function create(caller: Caller, mark: string): Wish {
    const jobs = [{ problem: mark, estimatedTime: 1.25 }, { problem: `${mark} again` }]
    const order = { ...chance.pick(customers), jobs }
    return {
      ...{ verb: 'ticket.create', ticketId: null, mark },
      ask: key => caller.client.tickets.create(order, { context: { idempotencyKey: key } }),
    }
  }

  async function wishOf({ caller, place }: Writer): Promise<Wish | null> {
    count += 1
    const mark = `mark-${count}`
    const isShort = tickets.length < 4 || chance.next() < 0.06
    if (place === 'desk' && isShort) return create(caller, mark)
    const ticketId = tickets.length === 0 ? 0 : chance.pick(tickets.slice(-MOST_TICKETS))
    const seen = await caller.insist(() => caller.client.tickets.get({ ticketId }))
    if (!seen.isDone) return null
    const ticket = seen.answer as Awaited<ReturnType<typeof caller.client.tickets.get>>
    const deed = chance.pick(place === 'desk' ? AT_THE_DESK : IN_THE_BAY)
    return deed({ caller, chance, ticket, technicians, mark })
  }

  async function workOn(writer: Writer, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      const wish = await wishOf(writer)
      if (wish === null) {
        await new Promise(resolve => setTimeout(resolve, 5))
        continue
      }
      const { verb, ticketId, mark } = wish
      const key = randomUUID()
      const outcome = await writer.caller.insist(wish.ask, key)
      book.push({ actor: writer.caller.id, key, verb, ticketId, mark, outcome })
      if (verb === 'ticket.create' && outcome.isDone)
        tickets.push((outcome.answer as { ticketId: number }).ticketId)
    }
  }

  return {
    book,
    tickets,
    work: () => {
      let over = false
      const working = Promise.all(writers.map(writer => workOn(writer, () => over)))
      // Heard when the work ends; until then nobody waits for it.
      working.catch(() => {})
      return async () => {
        over = true
        await working
      }
    },
    met: () => ({
      unanswered: writers.reduce((sum, { caller }) => sum + caller.met.unanswered, 0),
      wrong: writers.flatMap(({ caller }) => caller.met.wrong),
    }),
  }
}
