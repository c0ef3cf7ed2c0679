// Reading tickets: the board, a list of one state, and one ticket with its prices.

import { sql } from 'kysely'
import * as z from 'zod'
import { ticketId } from '#contract/schema.ts'
import { may, onlyAssigned } from '#domain/account/permission.ts'
import { SECTIONS } from '#domain/tickets/board-sections.ts'
import { laborOf } from '#domain/tickets/job.ts'
import { partTotal } from '#domain/tickets/part.ts'
import { termsOf } from '#domain/tickets/search-terms.ts'
import { rateOf, type Ticket, type TicketCard, totals } from '#domain/tickets/ticket.ts'
import { literal } from '#server/db/pipelined-transaction.ts'
import { allow, type Work } from '#server/db/unit-of-work.ts'
import { listAskedLines } from '#server/features/approvals/store.ts'
import { getLaborRate } from '#server/features/companies/store.ts'
import { listPlans } from '#server/features/schedule/store.ts'
import { photoAnswer } from '#server/files/file-keys.ts'
import { cutPage, readBookmark } from '#server/lib/pagination.ts'
import { query, search } from '#server/rpc/procedures.ts'
import type { Written } from '#server/rpc/raw-json.ts'
import { findTickets, getTicket } from './store.ts'

const CARDS_PER_SECTION = 200

/** Tickets whose cards this actor may see: a technician's list holds only their own, and `mine` anybody's. */
function visible(work: Work) {
  const tickets = work.from('ticket')
  return onlyAssigned(work.actor, 'ticket.list')
    ? tickets.where('ticket.assignedTechnician', '=', work.by.id)
    : tickets
}

type Whose = { readonly whose?: 'all' | 'mine' }
type Section = { readonly section: string; readonly total: number; readonly cards: string }

/** The board as it goes out: its cards are the ones that lie with the tickets. */
export async function writtenBoard(work: Work, { whose = 'all' }: Whose = {}): Promise<Written> {
  allow(work, 'ticket.list')
  const isOwn = whose === 'mine' || onlyAssigned(work.actor, 'ticket.list')
  const asked = [work.companyId, isOwn ? work.by.id : null, CARDS_PER_SECTION].map(literal)
  const found = await work.askAlone<Section>(`SELECT * FROM board_sections(${asked.join(', ')})`)
  const sections = SECTIONS.map(
    name => found.find(({ section }) => section === name) ?? { section: name, total: 0, cards: '[]' },
  )
  const written = sections.map(
    ({ section, total, cards }) => `"${section}":{"cards":${cards},"total":${total}}`,
  )
  const moments = () =>
    sections.flatMap(({ section, total }) =>
      Array.from({ length: Math.min(total, CARDS_PER_SECTION) }, (_, at) => [section, 'cards', at, 'since']),
    )
  return { json: `{${written.join(',')}}`, moments }
}

export const board = query.tickets.board.handler(async ({ input, context: { work } }) =>
  JSON.parse((await writtenBoard(work, input)).json),
)

const place = z.tuple([z.iso.datetime(), ticketId])

export const listTickets = search.tickets.list.handler(async ({ input, context: { work } }) => {
  allow(work, 'ticket.list')
  const { state, q, after, skip = 0, limit } = input
  if (q !== undefined) {
    const technician = onlyAssigned(work.actor, 'ticket.list') ? work.by.id : null
    const terms = termsOf(q)
    const cards = terms.length === 0 ? [] : await findTickets(work, { terms, state, technician }, limit)
    return { cards, next: null }
  }
  let rows = visible(work)
    .where('state', '=', state ?? 'active')
    .select(['ticketId', 'card', 'movedAt'])
    .orderBy('movedAt', 'desc')
    .orderBy('ticketId', 'desc')
    .offset(skip)
    .limit(limit + 1)
  if (after !== undefined) {
    const [movedAt, lastId] = readBookmark(after, place)
    rows = rows.where(sql<boolean>`(moved_at, ticket_id) < (${new Date(movedAt)}, ${lastId})`)
  }
  // A moment here is whole milliseconds: the clock of a piece of work has no more.
  const { page, next } = cutPage(await rows.execute(), limit, row => [
    row.movedAt.toISOString(),
    row.ticketId,
  ])
  return { cards: page.map(({ card }) => card as TicketCard), next }
})

async function priced(work: Work, ticket: Ticket) {
  const listed = ticket.parts.map(part => ({ ...part, isPriced: part.perPartAmount !== null }))
  if (!may(work.actor, 'money.see', ticket)) {
    const jobs = ticket.jobs.map(job => ({ ...job, totalBalance: null }))
    const parts = listed.map(part => ({ ...part, perPartAmount: null, totalAmount: null }))
    return { jobs, parts, totals: null }
  }
  const laborRate = rateOf(ticket, await getLaborRate(work))
  const jobs = ticket.jobs.map(job => ({ ...job, totalBalance: laborOf(job, laborRate) }))
  const parts = listed.map(part => ({ ...part, totalAmount: partTotal(part) }))
  return { jobs, parts, totals: { laborRate, ...totals(ticket, laborRate) } }
}

export const readTicket = query.tickets.get.handler(async ({ input, context: { work } }) => {
  allow(work, 'ticket.see')
  const { ticketId } = input
  const ticket = await getTicket(work, ticketId)
  allow(work, 'ticket.see', ticket)
  const { jobs, parts, totals } = await priced(work, ticket)
  const asked = await listAskedLines(work, ticketId)
  return {
    ...ticket,
    jobs: jobs.map(job => ({
      ...job,
      isAsked: asked.has(job.jobNumber),
      photos: job.photos.map(photo => photoAnswer(ticketId, photo)),
    })),
    parts,
    totals,
    plannedTechs: await listPlans(work, ticketId),
    completedTimestamp: ticket.state === 'recorded' ? ticket.completedTimestamp : null,
    timeZone: work.timeZone,
  }
})
