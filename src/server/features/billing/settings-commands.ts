// How a company bills, chosen by its owner.

import { randomUUID } from 'node:crypto'
import { MAX_TAX_RATES } from '#domain/billing/tax.ts'
import { Refusal } from '#domain/refusals/refusal.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { invalid, notFound } from '#server/lib/api-errors.ts'
import { command, query } from '#server/rpc/procedures.ts'
import {
  countUnsettled,
  getBillingSettings as getSettings,
  highestNumber,
  listTaxRates,
  lockSettings,
  saveBillingSettings,
  saveTaxRate,
  archiveTaxRate as storeArchived,
  turnOffBilling as turnOff,
  turnOnBilling as turnOn,
} from './store.ts'

export const getBillingSettings = query.billing.getSettings.handler(async ({ context: { work } }) => ({
  ...(await getSettings(work)),
  taxRates: (await listTaxRates(work)).filter(({ isArchived }) => !isArchived),
}))

export const turnOnBilling = command.billing.turnOn.handler(async ({ context: { work } }) => {
  const { isOn } = await getSettings(work)
  if (!isOn) await turnOn(work)
  return { done: true }
})

/** Nothing owed or held may disappear from view, so all of it is settled first. What was issued stays. */
export const turnOffBilling = command.billing.turnOff.handler(async ({ context: { work } }) => {
  const { isOn } = await getSettings(work)
  if (!isOn) return { done: true }
  await lockSettings(work)
  const count = await countUnsettled(work)
  if (count > 0) throw new Refusal([{ code: 'billing.unsettled', count }])
  turnOff(work)
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

export const changeBillingSettings = command.billing.changeSettings.handler(
  async ({ input, context: { work } }) => {
    const { isOn: _, ...before } = await lockSettings(work)
    const chosen = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
    const settings = { ...before, ...chosen }
    if (settings.nextInvoiceNumber !== before.nextInvoiceNumber)
      await assertUnused(work, 'invoice', 'nextInvoiceNumber', settings.nextInvoiceNumber)
    if (settings.nextCreditNoteNumber !== before.nextCreditNoteNumber)
      await assertUnused(work, 'credit-note', 'nextCreditNoteNumber', settings.nextCreditNoteNumber)
    if (Object.keys(chosen).length > 0) saveBillingSettings(work, settings)
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
