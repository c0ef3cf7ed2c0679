// Asks the payment service for a refund that was noted, between transactions, and enters it.

import type { Cents } from '#domain/lib/money.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { getTicket } from '#server/features/tickets/store.ts'
import { type CardProcessor, CardProcessorError } from '#server/payments/card-processor.ts'
import { endCardRefund } from './card-refunds.ts'
import { recordCardRefund } from './record-card-entries.ts'

/** Runs a transaction of the company. */
export type RunStep = <T>(task: (work: UnitOfWork) => Promise<T>) => Promise<T>

type NotedRefund = {
  readonly companyId: string
  readonly account: string
  readonly paymentId: string
  readonly ticketId: number
  readonly entryId: string
  readonly amount: Cents
  readonly reason: string
  /** How many entries the ticket's ledger had. */
  readonly entryCount: number
}

/**
 * Returns the entry of the refund; null if the payment is not the company's. @throws CardProcessorError as the payment
 * service does: after a refusal the refund is no longer noted, and without an answer it may be asked for again.
 */
export async function askForCardRefund(
  run: RunStep,
  cards: CardProcessor,
  { ticketId, entryId, entryCount, amount, ...request }: NotedRefund,
): Promise<string | null> {
  // The same refund tapped at two desks, or again after a lost answer, is one; after one that failed it is another.
  const idempotencyKey = `refund ${entryId} ${entryCount} ${amount}`
  const refund = await cards.refund({ ...request, amount, idempotencyKey }).catch(async error => {
    if (error instanceof CardProcessorError && error.isRefused)
      await run(async work => {
        await getTicket(work, ticketId)
        endCardRefund(work, { ticketId, entryId, amount })
      })
    throw error
  })
  return run(work => recordCardRefund(work, request.account, refund))
}
