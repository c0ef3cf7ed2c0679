// Parts on a ticket. The bay may add one without a price; the desk prices it.

import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { may, sideOf } from '#domain/account/permission.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { idFromKey } from '#domain/lib/uuid.ts'
import { isOnOrder } from '#domain/purchase-orders/part-order.ts'
import { DAY_PASSED } from '#domain/refusals/page-blocker.ts'
import { assertNoBlockers, Refusal } from '#domain/refusals/refusal.ts'
import { type ActivityDetail, partDetail } from '#domain/tickets/activity.ts'
import { blockersForRepricing, jobOf } from '#domain/tickets/job.ts'
import { assertRoomForParts, type Part, partLabel } from '#domain/tickets/part.ts'
import type { Sublet } from '#domain/tickets/sublet.ts'
import { assertEditableBy, assertInWork, type Ticket } from '#domain/tickets/ticket.ts'
import { authorize, type UnitOfWork } from '#server/db/unit-of-work.ts'
import { forbidden, invalid, notFound } from '#server/lib/api-errors.ts'
import { command } from '#server/rpc/procedures.ts'
import type { TicketHooks } from './hooks.ts'
import { addParts, deletePart, savePart } from './job-store.ts'
import { getTicket, saveTicket } from './store.ts'

const FIELDS = ['quantity', 'description', 'perPartAmount', 'jobNumber', 'sublet'] as const

/** The changed fields of a part, with their log details: for a price only that it changed. */
const describeChanges = (ticket: Ticket, before: Part, after: Part): ActivityDetail[] =>
  FIELDS.filter(field => !isDeepStrictEqual(before[field], after[field])).map(field => ({
    ...partDetail(ticket, after),
    field,
    ...(field === 'quantity' ? { quantity: { before: before.quantity, after: after.quantity } } : {}),
    ...((field === 'perPartAmount' || field === 'sublet') && after[field] === null
      ? { isRemoved: true }
      : {}),
  }))

export const addPartToTicket = ({ onPriceChanged, takeFromStock }: TicketHooks) =>
  command.tickets.addPart.handler(async ({ input, context }) => {
    const { work } = context
    const ticket = await getTicket(work, input.ticketId)
    authorize(work, 'part.add', ticket)
    const { ticketId, quantity, stockItemId, jobNumber = null, sublet = null, ...typed } = input
    const mayPrice = may(work.actor, 'part.price')
    const { perPartAmount: typedPrice = null } = typed
    if ((typedPrice !== null || sublet !== null) && !mayPrice) throw forbidden()
    assertExpectedLater(work, sublet)
    assertEditableBy(sideOf(work.actor), ticket)
    if (jobNumber !== null) jobOf(ticket, jobNumber)
    assertNoneBilled(ticket, jobNumber)
    assertRoomForParts(ticket.parts.length + 1)
    const partId = idFromKey(context.idempotencyKey, randomUUID())
    const stocked =
      stockItemId === undefined
        ? null
        : await takeFromStock(work, { stockItemId, ticketId, partId, quantity })
    const stockPrice = mayPrice ? (stocked?.perPartAmount ?? null) : null
    const perPartAmount = typedPrice ?? stockPrice
    const description = typed.description || (stocked?.description ?? '')
    const part: Part = { partId, quantity, description, perPartAmount, jobNumber, sublet }
    await addParts(work, ticketId, [part])
    saveTicket(work, ticket, 'add-part', partDetail(ticket, part))
    if (perPartAmount !== null)
      await onPriceChanged(work, context, { ...ticket, parts: [...ticket.parts, part] })
    return { partId }
  })

/** @throws INVALID for a day that has passed. */
function assertExpectedLater(
  { now, timeZone }: UnitOfWork,
  sublet: Sublet | null,
  before?: Sublet | null,
): void {
  const expectedOn = sublet?.expectedOn ?? null
  if (expectedOn !== null && expectedOn !== before?.expectedOn && expectedOn < dayOf(now, timeZone))
    throw invalid({ 'sublet.expectedOn': DAY_PASSED })
}

/** @throws Refusal if an invoice has one of these job lines: its parts stay as they are. */
function assertNoneBilled(ticket: Ticket, ...jobNumbers: readonly (number | null)[]): void {
  assertNoBlockers(
    ticket.jobs.filter(({ jobNumber }) => jobNumbers.includes(jobNumber)).flatMap(blockersForRepricing),
  )
}

/** What is noted of a part's sublet now, with the bill that is attached. @throws Refusal if that would be lost. */
function withBillOf(part: Part, sublet: Sublet | null): Sublet | null {
  const bill = part.sublet?.bill
  if (bill === undefined) return sublet
  if (sublet === null) throw new Refusal([{ code: 'sublet.has-bill', part: partLabel(part) }])
  return { ...sublet, bill }
}

const getPart = (ticket: Ticket, partId: string): Part => {
  const part = ticket.parts.find(candidate => candidate.partId === partId)
  if (part === undefined) throw notFound()
  return part
}

export const changePart = ({ onPriceChanged, onQuantityChanged }: TicketHooks) =>
  command.tickets.changePart.handler(async ({ input, context }) => {
    const { work } = context
    const ticket = await getTicket(work, input.ticketId)
    const part = getPart(ticket, input.partId)
    assertInWork(ticket)
    const { quantity, description, perPartAmount, jobNumber, sublet } = input
    assertExpectedLater(work, sublet ?? null, part.sublet)
    if (jobNumber !== undefined && jobNumber !== null) jobOf(ticket, jobNumber)
    const after: Part = {
      partId: part.partId,
      quantity: quantity ?? part.quantity,
      description: description ?? part.description,
      perPartAmount: perPartAmount === undefined ? part.perPartAmount : perPartAmount,
      jobNumber: jobNumber === undefined ? part.jobNumber : jobNumber,
      sublet: sublet === undefined ? part.sublet : withBillOf(part, sublet),
    }
    const changes = describeChanges(ticket, part, after)
    if (changes.length === 0) return { done: true }
    assertNoneBilled(ticket, part.jobNumber, after.jobNumber)
    const { ticketId } = ticket
    if (after.quantity !== part.quantity)
      await onQuantityChanged(work, { ticketId, partId: part.partId, quantity: after.quantity })
    savePart(work, ticketId, after)
    saveTicket(work, ticket, 'change-part', ...changes)
    const parts = ticket.parts.map(other => (other === part ? after : other))
    await onPriceChanged(work, context, { ...ticket, parts })
    return { done: true }
  })

export const removePart = ({ onPriceChanged, onQuantityChanged, listPartOrders }: TicketHooks) =>
  command.tickets.removePart.handler(async ({ input, context }) => {
    const { work } = context
    const ticket = await getTicket(work, input.ticketId)
    const part = getPart(ticket, input.partId)
    assertInWork(ticket)
    assertNoneBilled(ticket, part.jobNumber)
    withBillOf(part, null)
    const order = (await listPartOrders(work, ticket.ticketId)).get(part.partId)
    if (order !== undefined && isOnOrder(order))
      throw new Refusal([{ code: 'part.on-order', number: order.number }])
    await onQuantityChanged(work, { ticketId: ticket.ticketId, partId: part.partId, quantity: 0 })
    deletePart(work, ticket.ticketId, part.partId)
    saveTicket(work, ticket, 'remove-part', partDetail(ticket, part))
    const parts = ticket.parts.filter(other => other !== part)
    await onPriceChanged(work, context, { ...ticket, parts })
    return { done: true }
  })
