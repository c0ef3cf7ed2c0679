// Enters what the payment service tells us by its webhook, and asks it for what it could not tell.

import * as z from 'zod'
import type { UnitOfWork, UnitOfWorkServices } from '#server/db/unit-of-work.ts'
import { runForEach } from '#server/jobs/run-for-each.ts'
import type { CardEvent, CardProcessor } from '#server/payments/card-processor.ts'
import { recordCardDispute, recordCardPayment, recordCardRefund } from './record-card-entries.ts'
import { returnBookingPayments } from './return-booking-payments.ts'
import { getCardAccount, listOpenCardChecks, saveCardAccount } from './store.ts'

/** Runs `task` in a transaction of the company. */
async function runFor<T>(
  services: UnitOfWorkServices,
  company: { readonly companyId: string; readonly timeZone: string },
  now: Date,
  task: (work: UnitOfWork) => Promise<T>,
): Promise<T> {
  let result: T | undefined
  const run = async (work: UnitOfWork): Promise<void> => {
    result = await task(work)
  }
  await runForEach(services, [company], now, run, () => 'What the payment service did could not be entered.')
  // Set, or it was rejected.
  return result as T
}

/** A company's id comes back from the payment service, where anybody with its account can write another one. */
const uuid = z.uuid()

/** Enters what an event is about, as it is by now. Rejects if the payment service does not answer. */
export async function applyCardEvent(
  services: UnitOfWorkServices,
  cards: CardProcessor,
  event: CardEvent,
  now: Date,
): Promise<void> {
  if (event.kind === 'other') return
  const { account } = event
  const runOf = async <T>(companyId: string, task: (work: UnitOfWork) => Promise<T>) =>
    uuid.safeParse(companyId).success
      ? runFor(services, { companyId, timeZone: 'UTC' }, now, task)
      : undefined
  switch (event.kind) {
    case 'account': {
      const own = await runOf(event.companyId, getCardAccount)
      if (own?.account !== account) return
      const isReady = await cards.isAccountReady(account)
      if (isReady === own.isReady) return
      await runOf(event.companyId, async work => saveCardAccount(work, { account, isReady }))
      return
    }
    case 'checkout': {
      const own = await runOf(event.companyId, getCardAccount)
      if (own?.account !== account) return
      const payment = await cards.findPayment(account, event.sessionId)
      if (payment !== null) await runOf(payment.companyId, work => recordCardPayment(work, account, payment))
      return
    }
    case 'refund': {
      const refund = await cards.getRefund(account, event.refundId)
      if (refund !== null)
        await runOf(refund.payment.companyId, work => recordCardRefund(work, account, refund))
      return
    }
    case 'dispute': {
      const dispute = await cards.getDispute(account, event.disputeId)
      if (dispute !== null)
        await runOf(dispute.payment.companyId, work => recordCardDispute(work, account, dispute))
    }
  }
}

/** How far back the payment service is asked: longer than a check is open. */
const LOOK_BACK_MS = 3 * 24 * 60 * 60 * 1000

/** Asks for every company whose customers went to pay. Rejects with the errors, after all were tried. */
export async function checkCardPayments(
  services: UnitOfWorkServices,
  cards: CardProcessor | null,
  now: Date,
): Promise<void> {
  if (cards === null) return
  const errors: unknown[] = []
  for (const company of await listOpenCardChecks(services, now)) {
    try {
      const run = <T>(task: (work: UnitOfWork) => Promise<T>) => runFor(services, company, now, task)
      const { account } = await run(getCardAccount)
      if (account === null) continue
      const since = new Date(now.getTime() - LOOK_BACK_MS)
      const { payments, refunds, disputes } = await cards.listSince(account, since)
      for (const payment of payments) await run(work => recordCardPayment(work, account, payment))
      for (const refund of refunds) await run(work => recordCardRefund(work, account, refund))
      for (const dispute of disputes) await run(work => recordCardDispute(work, account, dispute))
      await returnBookingPayments(run, cards)
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0)
    throw new AggregateError(errors, `Payments by card of ${errors.length} companies could not be checked.`)
}
