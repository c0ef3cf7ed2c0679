// Ticket queries: the board, a list of one state, and one ticket with its prices.

import { sql } from 'kysely'
import * as z from 'zod'
import { ticketId } from '#contract/shared-schemas.ts'
import { may, onlyOwnTickets } from '#domain/account/permission.ts'
import { type CustomerAnswers, priceOf, raisedLines } from '#domain/approvals/raise.ts'
import type { InvoicedAmounts } from '#domain/billing/ledger.ts'
import { isInstalled } from '#domain/components/component.ts'
import { viewLineComponent } from '#domain/components/line-component.ts'
import { BOARD_SECTIONS } from '#domain/tickets/board-sections.ts'
import { arrivalOf, describeClockedTime } from '#domain/tickets/clocked-hours.ts'
import { laborOf } from '#domain/tickets/labor.ts'
import { ofTechniciansOn } from '#domain/tickets/names-for-customers.ts'
import { partTotal } from '#domain/tickets/part.ts'
import { METERS } from '#domain/tickets/rig-visit.ts'
import { rateOf, type Ticket, type TicketSummary } from '#domain/tickets/ticket.ts'
import { searchTermsOf } from '#domain/tickets/ticket-search-terms.ts'
import { BEFORE_TAX, pricedTotals } from '#domain/tickets/totals.ts'
import { authorize, type UnitOfWork } from '#server/db/unit-of-work.ts'
import { listAddenda } from '#server/features/addenda/store.ts'
import { type Company, getCompany } from '#server/features/companies/store.ts'
import { listCustomersOf } from '#server/features/customers/company-customer-store.ts'
import { listQualifications } from '#server/features/employees/qualification-store.ts'
import { listFirstNameOnly } from '#server/features/employees/store.ts'
import { listInvoiced } from '#server/features/ledger/store.ts'
import { getPreferences } from '#server/features/preferences/store.ts'
import { listSignatures } from '#server/features/signatures/store.ts'
import { toPhotoDto, toPlateDto } from '#server/files/file-keys.ts'
import { decodeCursor, paginate } from '#server/lib/pagination.ts'
import { query, searchQuery } from '#server/rpc/procedures.ts'
import { sendRawJson } from '#server/rpc/raw-json.ts'
import type { TicketHooks } from './hooks.ts'
import { type CardFilter, searchTickets, selectCards } from './search-store.ts'
import { findReading, getTicket, listCustomerAnswers, listOpenTickets, listPlans } from './store.ts'

const SECTION_SIZE = 200

type BoardSection = { readonly section: string; readonly total: number; readonly cards: string }

const NO_TICKETS = { cards: '[]', total: 0 }
const EMPTY = { cards: [], total: 0 }

type RequestedFilter = {
  readonly sort: CardFilter['sort'] | undefined
  readonly technician: CardFilter['technician']
  readonly q: string | undefined
}

/** The filter as asked, for technicians within their own tickets; null if nothing can match. */
function filterFor(work: UnitOfWork, { sort = 'newest', technician, q }: RequestedFilter, isOwn: boolean) {
  const terms = q === undefined ? undefined : searchTermsOf(q)
  if (terms?.length === 0) return null
  return { sort, technician, worker: isOwn ? work.by.id : undefined, terms }
}

/** A board in another order, or with some of its tickets. */
async function getFilteredBoard(work: UnitOfWork, filter: ReturnType<typeof filterFor>) {
  const sections = await Promise.all(
    BOARD_SECTIONS.map(async state => {
      if (filter === null) return EMPTY
      const { cards, count } = await selectCards(work, { ...filter, state })
      const [rows, { total }] = await Promise.all([
        cards.limit(SECTION_SIZE).execute(),
        count.executeTakeFirstOrThrow(),
      ])
      return { cards: rows.map(({ card }) => card as TicketSummary), total }
    }),
  )
  const [pending = EMPTY, active = EMPTY, approval = EMPTY, completed = EMPTY] = sections
  return { pending, active, approval, completed }
}

export const listOpenTicketsOfRig = query.rigs.openTickets.handler(({ input, context: { work } }) =>
  listOpenTickets(work, input.vin),
)

export const getBoard = searchQuery.tickets.board.handler(async ({ input, context }) => {
  const { work } = context
  const isOwn = input?.whose === 'mine' || onlyOwnTickets(work.actor, 'ticket.list')
  const { sort, technician, q } = input ?? {}
  if ((sort ?? 'newest') !== 'newest' || technician !== undefined || q !== undefined)
    return getFilteredBoard(work, filterFor(work, { sort, technician, q }, isOwn))
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
/** Other orders than the newest first continue after so many. */
const skipCursorShape = z.tuple([z.number().int().min(0).max(1_000_000)])

export const listTickets = searchQuery.tickets.list.handler(async ({ input, context: { work } }) => {
  const { state, q, sort, technician, after, skip = 0, limit } = input
  const isOwn = onlyOwnTickets(work.actor, 'ticket.list')
  if (q !== undefined && state === undefined) {
    const terms = searchTermsOf(q)
    const worker = isOwn ? work.by.id : null
    const cards = terms.length === 0 ? [] : await searchTickets(work, { terms, state, worker }, limit)
    return { cards, next: null }
  }
  const filter = filterFor(work, { sort, technician, q }, isOwn)
  if (filter === null) return { cards: [], next: null }
  const isByTime = sort === 'newest'
  const from = after === undefined || isByTime ? skip : decodeCursor(after, skipCursorShape)[0]
  const { cards } = await selectCards(work, { ...filter, state: state ?? 'active' })
  let select = cards.offset(from).limit(limit + 1)
  if (after !== undefined && isByTime) {
    const [transitionedAt, lastId] = decodeCursor(after, cursorShape)
    select = select.where(
      sql<boolean>`(transitioned_at, ticket_id) < (${new Date(transitionedAt)}, ${lastId})`,
    )
  }
  // Times here are whole milliseconds, like a unit of work's.
  const { page, next } = paginate(await select.execute(), limit, row =>
    isByTime ? [row.transitionedAt.toISOString(), row.ticketId] : [from + limit],
  )
  return { cards: page.map(({ card }) => card as TicketSummary), next }
})

const NO_PRICES = {
  namedRate: null,
  flatPrice: null,
  clockRule: null,
  clockedHours: null,
  clockDetails: [],
  approvedSupplies: null,
  billed: null,
  totalBalance: null,
  price: null,
  approval: null,
  raisedTo: null,
}

function withPrices(
  work: UnitOfWork,
  ticket: Ticket,
  { laborRate: companyRate, approvalTolerance }: Pick<Company, 'laborRate' | 'approvalTolerance'>,
  approvals: CustomerAnswers['approvals'],
  invoiced: InvoicedAmounts | null,
) {
  const listed = ticket.parts.map(part => ({ ...part, isPriced: part.perPartAmount !== null }))
  if (!may(work.actor, 'money.see', ticket)) {
    const jobs = ticket.jobs.map(job => ({ ...job, ...NO_PRICES }))
    const parts = listed.map(part => ({ ...part, perPartAmount: null, totalAmount: null, sublet: null }))
    return { jobs, parts, totals: null }
  }
  const laborRate = rateOf(ticket, companyRate)
  const raised = raisedLines(ticket, approvals, laborRate, approvalTolerance)
  const jobs = ticket.jobs.map(job => ({
    ...job,
    clockDetails: describeClockedTime(job, ticket.jobs, arrivalOf(ticket)),
    totalBalance: laborOf(job, laborRate),
    price: priceOf(job, ticket, laborRate),
    approval: approvals.get(job.jobNumber) ?? null,
    raisedTo: raised.find(({ jobNumber }) => jobNumber === job.jobNumber)?.is ?? null,
  }))
  const parts = listed.map(part => ({
    ...part,
    sublet: part.sublet && { ...part.sublet, bill: part.sublet.bill?.type ?? null },
    totalAmount: partTotal(part),
  }))
  const balanceHint = invoiced === null ? null : BEFORE_TAX
  return { jobs, parts, totals: { ...pricedTotals(ticket, laborRate), balanceHint, invoiced } }
}

export const getEarlierReadings = query.tickets.getEarlierReadings.handler(
  async ({ input, context: { work } }) => {
    const ticket = await getTicket(work, input.ticketId)
    authorize(work, 'ticket.see', ticket)
    const [odometer, generatorHours] = await Promise.all(
      METERS.map(meter => findReading(work, ticket, meter)),
    )
    return { odometer: odometer ?? null, generatorHours: generatorHours ?? null }
  },
)

export const getTicketView = ({ listComponents, listPartOrders, listPartsFromStock }: TicketHooks) =>
  query.tickets.get.handler(async ({ input, context: { work } }) => {
    const { ticketId } = input
    const [
      ticket,
      company,
      { asked, approvals },
      plannedTechs,
      invoiced,
      addenda,
      partOrders,
      fromStock,
      ...people
    ] = await Promise.all([
      getTicket(work, ticketId),
      getCompany(work),
      listCustomerAnswers(work, ticketId),
      listPlans(work, ticketId),
      listInvoiced(work, [ticketId]),
      listAddenda(work, ticketId),
      listPartOrders(work, ticketId),
      listPartsFromStock(work, ticketId),
      listFirstNameOnly(work),
      listQualifications(work),
      may(work.actor, 'rig.suggest') ? listCustomersOf(work, [ticketId]) : [],
      getPreferences(work),
    ])
    authorize(work, 'ticket.see', ticket)
    const [firstNames, qualifications, customers, preferences] = people
    const { asksForMeters, asksForSignatures, listsComponents, recordsWalkarounds } = preferences
    const listed = listsComponents ? await listComponents(work, ticket) : null
    const { jobs, parts, totals } = withPrices(
      work,
      ticket,
      company,
      approvals,
      invoiced.get(ticketId) ?? null,
    )
    return {
      ...ticket,
      customerId: customers[0] ?? null,
      jobs: jobs.map(job => ({
        ...job,
        isAsked: asked.has(job.jobNumber),
        component: viewLineComponent(job, listed ?? []),
        photos: job.photos.map(photo => toPhotoDto(ticketId, photo)),
      })),
      parts: parts.map(part => ({
        ...part,
        order: partOrders.get(part.partId) ?? null,
        stock: fromStock.get(part.partId) ?? null,
      })),
      totals,
      plannedTechs,
      firstNameOnly: ofTechniciansOn(ticket, firstNames),
      qualifications: ofTechniciansOn(ticket, qualifications),
      addenda: addenda.map(({ by, photos, ...addendum }) => ({
        ...addendum,
        by: by.name,
        photos: photos.map(photo => toPhotoDto(ticketId, photo)),
      })),
      closing: ticket.state === 'closed' ? ticket.closing : null,
      completedTimestamp: ticket.state === 'recorded' ? ticket.completedTimestamp : null,
      asksForMeters,
      recordsWalkarounds,
      signed: asksForSignatures ? await listSignatures(work, ticketId) : null,
      components:
        listed?.filter(isInstalled).map(({ platePhoto, ...component }) => ({
          ...component,
          plate: platePhoto === null ? null : toPlateDto(ticketId, platePhoto),
        })) ?? null,
      timeZone: work.timeZone,
    }
  })
