// A refund to the card while the payment service is asked, outside of any transaction.

import { CARD_CHECK_MS } from '#domain/billing/booking-payment.ts'
import type { Cents } from '#domain/lib/money.ts'
import { Refusal } from '#domain/refusals/refusal.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'

type CardRefundStart = { readonly ticketId: number; readonly entryId: string; readonly amount: Cents }

/** The refund to the card that is under way; null without one. */
export async function findCardRefund(work: UnitOfWork, ticketId: number) {
  const row = await work
    .from('cardRefund')
    .select(['entryId', 'amount', 'startedAt'])
    .where('ticketId', '=', ticketId)
    .executeTakeFirst()
  return row !== undefined && work.now.getTime() - row.startedAt.getTime() < CARD_CHECK_MS ? row : null
}

/** Refused while a refund to the card is under way, of which nobody knows yet whether it took the money. Locks the ticket first. */
export async function assertNoCardRefund(work: UnitOfWork, ticketId: number): Promise<void> {
  const found = await findCardRefund(work, ticketId)
  if (found !== null) throw new Refusal([{ code: 'refund.under-way', amount: found.amount }])
}

/** Notes a refund before the payment service is asked. The same one may be asked for again, which is one refund there. */
export async function startCardRefund(work: UnitOfWork, start: CardRefundStart): Promise<void> {
  const { ticketId, entryId, amount } = start
  const found = await findCardRefund(work, ticketId)
  if (found !== null && (found.entryId !== entryId || found.amount !== amount))
    await assertNoCardRefund(work, ticketId)
  work.upsert('cardRefund', { ticketId, entryId, amount, startedAt: work.now }, { key: ['ticketId'] })
}

/** It was entered, or the payment service has refused it. */
export const endCardRefund = (work: UnitOfWork, { ticketId, entryId, amount }: CardRefundStart): void =>
  work.write(
    work
      .remove('cardRefund')
      .where('ticketId', '=', ticketId)
      .where('entryId', '=', entryId)
      .where('amount', '=', amount),
  )
