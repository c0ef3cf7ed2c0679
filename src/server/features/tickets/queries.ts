// Ticket queries: the board, a list of one state, and one ticket with its prices.

import { sql } from 'kysely'
import * as z from 'zod'
import { ticketId } from '#contract/shared-schemas.ts'
import { may, onlyAssigned } from '#domain/account/permission.ts'
import { type CustomerAnswers, raisedLines } from '#domain/approvals/raise.ts'
import { BOARD_SECTIONS } from '#domain/tickets/board-sections.ts'
import { laborOf } from '#domain/tickets/job.ts'
import { partTotal } from '#domain/tickets/part.ts'
import { rateOf, type Ticket, type TicketSummary, totals } from '#domain/tickets/ticket.ts'
import { searchTermsOf } from '#domain/tickets/ticket-search-terms.ts'
import { authorize, type UnitOfWork } from '#server/db/unit-of-work.ts'
import { type Company, getCompany } from '#server/features/companies/store.ts'
import { toPhotoDto } from '#server/files/file-keys.ts'
import { decodeCursor, paginate } from '#server/lib/pagination.ts'
import { query, searchQuery } from '#server/rpc/procedures.ts'
import { sendRawJson } from '#server/rpc/raw-json.ts'
import { getTicket, listCustomerAnswers, listPlans, searchTickets } from './store.ts'

const SECTION_SIZE = 200

/** Tickets whose cards this actor may see: for technicians only their own. */
function visibleTickets(work: UnitOfWork) {
  const tickets = work.from('ticket')
  return onlyAssigned(work.actor, 'ticket.list')
    ? tickets.where('ticket.assignedTechnician', '=', work.by.id)
    : tickets
}

type BoardSection = { readonly section: string; readonly total: number; readonly cards: string }

const NO_TICKETS = { cards: '[]', total: 0 }
const EMPTY = { cards: [], total: 0 }

export const getBoard = query.tickets.board.handler(async ({ input, context }) => {
  const { work } = context
  const isOwn = input?.whose === 'mine' || onlyAssigned(work.actor, 'ticket.list')
  const { rows } = await sql<BoardSection>`
    select * from board_sections(${work.companyId}, ${isOwn ? work.by.id : null}, ${SECTION_SIZE})
  `.execute(work.database)
  const sections = BOARD_SECTIONS.map(
    name => [name, rows.find(row => row.section === name) ?? NO_TICKETS] as const,
  )
  // The cards are sent as they are stored with the tickets.
  const json = sections.map(([name, { cards, total }]) => `"${name}":{"cards":${cards},"total":${total}}`)
  const raw = {
    json: `{${json.join(',')}}`,
    datePaths: () =>
      sections.flatMap(([name, { total }]) =>
        Array.from({ length: Math.min(total, SECTION_SIZE) }, (_, at) => [name, 'cards', at, 'since']),
      ),
  }
  return sendRawJson(context, raw, { pending: EMPTY, active: EMPTY, approval: EMPTY, completed: EMPTY })
})

const cursorShape = z.tuple([z.iso.datetime(), ticketId])

export const listTickets = searchQuery.tickets.list.handler(async ({ input, context: { work } }) => {
  const { state, q, after, skip = 0, limit } = input
  if (q !== undefined) {
    const technician = onlyAssigned(work.actor, 'ticket.list') ? work.by.id : null
    const terms = searchTermsOf(q)
    const cards = terms.length === 0 ? [] : await searchTickets(work, { terms, state, technician }, limit)
    return { cards, next: null }
  }
  let select = visibleTickets(work)
    .where('state', '=', state ?? 'active')
    .select(['ticketId', 'card', 'transitionedAt'])
    .orderBy('transitionedAt', 'desc')
    .orderBy('ticketId', 'desc')
    .offset(skip)
    .limit(limit + 1)
  if (after !== undefined) {
    const [transitionedAt, lastId] = decodeCursor(after, cursorShape)
    select = select.where(
      sql<boolean>`(transitioned_at, ticket_id) < (${new Date(transitionedAt)}, ${lastId})`,
    )
  }
  // Times here are whole milliseconds, like a unit of work's.
  const { page, next } = paginate(await select.execute(), limit, row => [
    row.transitionedAt.toISOString(),
    row.ticketId,
  ])
  return { cards: page.map(({ card }) => card as TicketSummary), next }
})

function withPrices(
  work: UnitOfWork,
  ticket: Ticket,
  { laborRate: companyRate, approvalTolerance }: Pick<Company, 'laborRate' | 'approvalTolerance'>,
  approvals: CustomerAnswers['approvals'],
) {
  const listed = ticket.parts.map(part => ({ ...part, isPriced: part.perPartAmount !== null }))
  if (!may(work.actor, 'money.see', ticket)) {
    const jobs = ticket.jobs.map(job => ({ ...job, totalBalance: null, approval: null, raisedTo: null }))
    const parts = listed.map(part => ({ ...part, perPartAmount: null, totalAmount: null }))
    return { jobs, parts, totals: null }
  }
  const laborRate = rateOf(ticket, companyRate)
  const raised = raisedLines(ticket, approvals, laborRate, approvalTolerance)
  const jobs = ticket.jobs.map(job => ({
    ...job,
    totalBalance: laborOf(job, laborRate),
    approval: approvals.get(job.jobNumber) ?? null,
    raisedTo: raised.find(({ jobNumber }) => jobNumber === job.jobNumber)?.is ?? null,
  }))
  const parts = listed.map(part => ({ ...part, totalAmount: partTotal(part) }))
  return { jobs, parts, totals: { laborRate, ...totals(ticket, laborRate) } }
}

export const getTicketView = query.tickets.get.handler(async ({ input, context: { work } }) => {
  const { ticketId } = input
  const [ticket, company, { asked, approvals }, plannedTechs] = await Promise.all([
    getTicket(work, ticketId),
    getCompany(work),
    listCustomerAnswers(work, ticketId),
    listPlans(work, ticketId),
  ])
  authorize(work, 'ticket.see', ticket)
  const { jobs, parts, totals } = withPrices(work, ticket, company, approvals)
  return {
    ...ticket,
    jobs: jobs.map(job => ({
      ...job,
      isAsked: asked.has(job.jobNumber),
      photos: job.photos.map(photo => toPhotoDto(ticketId, photo)),
    })),
    parts,
    totals,
    plannedTechs,
    completedTimestamp: ticket.state === 'recorded' ? ticket.completedTimestamp : null,
    timeZone: work.timeZone,
  }
})
