// Enters what the payment service tells us by its webhook, and asks it for what it could not tell.

import type { UnitOfWork, UnitOfWorkServices } from '#server/db/unit-of-work.ts'
import { runForEach } from '#server/jobs/run-for-each.ts'
import type { CardEvent, CardProcessor } from '#server/payments/card-processor.ts'
import { recordCardPayment, recordCardRefund } from './record-card-entries.ts'
import { getCardAccount, listOpenCardChecks, saveCardAccount } from './store.ts'

/** Runs `task` in a transaction of the company. */
async function runFor<T>(
  services: UnitOfWorkServices,
  company: { readonly companyId: string; readonly timeZone: string },
  now: Date,
  task: (work: UnitOfWork) => Promise<T>,
): Promise<T | undefined> {
  let result: T | undefined
  const run = async (work: UnitOfWork): Promise<void> => {
    result = await task(work)
  }
  await runForEach(services, [company], now, run, () => 'What the payment service did could not be entered.')
  return result
}

/** Enters what an event is about, as it is by now. Rejects if the payment service does not answer. */
export async function applyCardEvent(
  services: UnitOfWorkServices,
  cards: CardProcessor,
  event: CardEvent,
  now: Date,
): Promise<void> {
  if (event.kind === 'other') return
  const { account, companyId } = event
  const run = <T>(task: (work: UnitOfWork) => Promise<T>) =>
    runFor(services, { companyId, timeZone: 'UTC' }, now, task)
  const own = await run(getCardAccount)
  if (own?.account !== account) return
  if (event.kind === 'account') {
    const isReady = await cards.isAccountReady(account)
    if (isReady !== own.isReady) await run(async work => saveCardAccount(work, { account, isReady }))
  } else if (event.kind === 'checkout') {
    const payment = await cards.findPayment(account, event.sessionId)
    if (payment !== null) await run(work => recordCardPayment(work, account, payment))
  } else {
    const refund = await cards.getRefund(account, event.refundId)
    if (refund !== null) await run(work => recordCardRefund(work, account, refund))
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
      const { account } = (await runFor(services, company, now, getCardAccount)) ?? { account: null }
      if (account === null) continue
      const { payments, refunds } = await cards.listSince(account, new Date(now.getTime() - LOOK_BACK_MS))
      for (const payment of payments)
        await runFor(services, company, now, work => recordCardPayment(work, account, payment))
      for (const refund of refunds)
        await runFor(services, company, now, work => recordCardRefund(work, account, refund))
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0)
    throw new AggregateError(errors, `Payments by card of ${errors.length} companies could not be checked.`)
}
