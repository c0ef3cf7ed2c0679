import { randomUUID } from 'node:crypto'
import { timeOfTap } from '#domain/clocks/clock.ts'
import { idFromKey } from '#domain/lib/uuid.ts'
import { rateOf } from '#domain/tickets/ticket.ts'
import { authorize } from '#server/db/unit-of-work.ts'
import { getLaborRate } from '#server/features/companies/store.ts'
import { customerCommand } from '#server/features/customer-links/middleware.ts'
import { listSignatures } from '#server/features/signatures/store.ts'
import { getTicket, listCustomerAnswers } from '#server/features/tickets/store.ts'
import { command, query } from '#server/rpc/procedures.ts'
import { addBaySignature, addSignature, findEstimateToSign, listSubjects } from './store.ts'

export const listTicketSignatures = query.signatures.list.handler(async ({ input, context: { work } }) => {
  const ticket = await getTicket(work, input.ticketId)
  return {
    signatures: await listSignatures(work, ticket.ticketId),
    toSign: await listSubjects(work, ticket),
    timeZone: work.timeZone,
  }
})

export const takeSignature = command.signatures.take.handler(async ({ input, context: { work } }) => {
  const ticket = await getTicket(work, input.ticketId)
  await addSignature(work, ticket, await listSubjects(work, ticket), input)
  return { done: true }
})

export const takeSignatureInBay = command.signatures.takeInBay.handler(async ({ input, context }) => {
  const { work, idempotencyKey } = context
  const ticket = await getTicket(work, input.ticketId)
  authorize(work, 'signature.take-in-bay', ticket)
  const signatureId = idFromKey(idempotencyKey, randomUUID())
  await addBaySignature(work, ticket, { ...input, signatureId, signedAt: timeOfTap(input, work.now) })
  return { done: true }
})

export const signAsCustomer = customerCommand.customerView.sign.handler(
  async ({ input, context: { work, ticket } }) => {
    const laborRate = rateOf(ticket, await getLaborRate(work))
    const answers = await listCustomerAnswers(work, ticket.ticketId)
    const estimate = await findEstimateToSign(work, ticket, answers, laborRate)
    await addSignature(work, ticket, estimate === null ? [] : [estimate], input)
    return { done: true }
  },
)
