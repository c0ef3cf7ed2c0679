// How a company bills, chosen by its owner.

import { randomUUID } from 'node:crypto'
import type { FeePreset } from '#domain/billing/fee.ts'
import { MAX_TAX_RATES } from '#domain/billing/tax.ts'
import type { Cents } from '#domain/lib/money.ts'
import type { NamedRate } from '#domain/pricing/labor-rate.ts'
import { Refusal } from '#domain/refusals/refusal.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { invalid, notFound } from '#server/lib/api-errors.ts'
import { command, query } from '#server/rpc/procedures.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'
import { listWriters } from './correction-permission-procedures.ts'
import {
  getCardAccount,
  getBillingSettings as getSettings,
  highestNumber,
  listTaxRates,
  listUnsettled,
  lockSettings,
  saveBillingSettings,
  saveTaxRate,
  archiveTaxRate as storeArchived,
  turnOffBilling as turnOff,
  turnOnBilling as turnOn,
} from './store.ts'

async function getCards(work: UnitOfWork, { externalServices }: RequestContext) {
  if (externalServices.cards === null) return null
  const { account, isReady } = await getCardAccount(work)
  return { isConnected: account !== null, isReady }
}

export const getBillingSettings = query.billing.getSettings.handler(async ({ context }) => ({
  ...(await getSettings(context.work)),
  cards: await getCards(context.work, context),
  taxRates: (await listTaxRates(context.work)).filter(({ isArchived }) => !isArchived),
  writers: await listWriters(context.work),
}))

export const turnOnBilling = command.billing.turnOn.handler(async ({ context: { work } }) => {
  const { isOn } = await getSettings(work)
  if (!isOn) turnOn(work)
  return { done: true }
})

/** Nothing owed or held may disappear from view, so all of it is settled first. What was issued stays. */
export const turnOffBilling = command.billing.turnOff.handler(async ({ context: { work } }) => {
  const { isOn } = await getSettings(work)
  if (!isOn) return { done: true }
  await lockSettings(work)
  const unsettled = await listUnsettled(work)
  if (unsettled.count > 0) throw new Refusal([{ code: 'billing.unsettled', ...unsettled }])
  await turnOff(work)
  return { done: true }
})

/** A number that was used once is never used again. */
async function assertUnused(
  work: UnitOfWork,
  kind: 'invoice' | 'credit-note',
  field: string,
  next: number,
): Promise<void> {
  const highest = await highestNumber(work, kind)
  if (next <= highest)
    throw invalid({ [field]: `Number ${highest} was already used. Enter ${highest + 1} or more.` })
}

/** Two of the same name could not be told apart. */
function assertNamedOnce(rates: readonly NamedRate[]): void {
  const twin = rates.findIndex(({ laborRateId, name }, index) =>
    rates
      .slice(0, index)
      .some(other => other.laborRateId === laborRateId || other.name.toLowerCase() === name.toLowerCase()),
  )
  if (twin >= 0) throw invalid({ [`laborRates.${twin}.name`]: 'Another rate has this name.' })
}

type TypedFee = Omit<FeePreset, 'amount' | 'percentage'> & {
  readonly amount?: Cents | undefined
  readonly percentage?: number | undefined
}

function presetsOf(typed: readonly TypedFee[] | undefined): FeePreset[] | undefined {
  const unclear = typed?.findIndex(
    ({ amount, percentage }) => (amount === undefined) === (percentage === undefined),
  )
  if (unclear !== undefined && unclear >= 0)
    throw invalid({ [`feePresets.${unclear}.amount`]: 'Enter an amount or a percentage.' })
  return typed?.map(({ name, amount = null, percentage = null }) => ({ name, amount, percentage }))
}

export const changeBillingSettings = command.billing.changeSettings.handler(
  async ({ input, context: { work } }) => {
    const { isOn: _, ...before } = await lockSettings(work)
    const chosen = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
    const settings = { ...before, ...chosen, feePresets: presetsOf(input.feePresets) ?? before.feePresets }
    assertNamedOnce(settings.laborRates)
    // Without a rule, no line can be billed by the clock.
    if (settings.clockRule === null && input.newJobsByClock)
      throw invalid({ newJobsByClock: 'Set how the clock is billed first.' })
    const { isReady } = await getCardAccount(work)
    if (input.bookingPayment && !isReady)
      throw invalid({ 'bookingPayment.amount': 'Connect Stripe first: customers pay it by card.' })
    const newJobsByClock = settings.newJobsByClock && settings.clockRule !== null
    if (settings.nextInvoiceNumber !== before.nextInvoiceNumber)
      await assertUnused(work, 'invoice', 'nextInvoiceNumber', settings.nextInvoiceNumber)
    if (settings.nextCreditNoteNumber !== before.nextCreditNoteNumber)
      await assertUnused(work, 'credit-note', 'nextCreditNoteNumber', settings.nextCreditNoteNumber)
    if (Object.keys(chosen).length > 0) saveBillingSettings(work, { ...settings, newJobsByClock })
    return { done: true }
  },
)

/** The rate, which is not archived. */
async function getTaxRate(work: UnitOfWork, taxRateId: string) {
  await lockSettings(work)
  const rate = (await listTaxRates(work)).find(each => each.taxRateId === taxRateId)
  if (rate === undefined) throw notFound()
  if (rate.isArchived) throw new Refusal([{ code: 'tax-rate.archived', name: rate.name }])
  return rate
}

export const addTaxRate = command.billing.addTaxRate.handler(async ({ input, context: { work } }) => {
  await lockSettings(work)
  const active = (await listTaxRates(work)).filter(({ isArchived }) => !isArchived)
  if (active.length >= MAX_TAX_RATES) throw new Refusal([{ code: 'tax-rate.too-many' }])
  const taxRateId = randomUUID()
  saveTaxRate(work, { taxRateId, ...input }, 'add-tax-rate')
  return { taxRateId }
})

export const changeTaxRate = command.billing.changeTaxRate.handler(async ({ input, context: { work } }) => {
  await getTaxRate(work, input.taxRateId)
  saveTaxRate(work, input, 'change-tax-rate')
  return { done: true }
})

export const archiveTaxRate = command.billing.archiveTaxRate.handler(async ({ input, context: { work } }) => {
  await getTaxRate(work, input.taxRateId)
  storeArchived(work, input.taxRateId)
  return { done: true }
})
