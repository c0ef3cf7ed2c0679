// The contract's own validations, for what an import reads.

import type * as z from 'zod'
import { clockRule } from '#contract/billing/pricing-schemas.ts'
import { companyChange, registration } from '#contract/companies.ts'
import { newPart } from '#contract/part.ts'
import { axleAmount } from '#contract/rig.ts'
import {
  coordinates,
  day,
  email,
  line,
  money,
  phone,
  suggestedTime,
  text,
  uuid,
} from '#contract/shared-schemas.ts'
import { rigVisit } from '#contract/tickets.ts'
import type { TreeChecks } from '#domain/tree-import/tree-checks.ts'
import type { Check } from '#domain/tree-import/tree-node.ts'
import { formatPhone } from '#server/lib/phone-format.ts'
import { inputInCents } from '#server/rpc/dollars.ts'

export const checkOf =
  <T>(schema: z.ZodType<T>): Check<T> =>
  value => {
    const parsed = schema.safeParse(inputInCents(schema, value))
    return parsed.success
      ? { value: parsed.data }
      : { problem: parsed.error.issues[0]?.message ?? 'It is not valid.' }
  }

/** Checks by length, made once: making a schema takes longer than using it. */
function checksByLength(schemaOf: (maxLength: number) => z.ZodType<string>): TreeChecks['line'] {
  const checks = new Map<number, Check<string>>()
  return maxLength => {
    const check = checks.get(maxLength) ?? checkOf(schemaOf(maxLength))
    checks.set(maxLength, check)
    return check
  }
}

const checkPhone = checkOf(phone)
const { quantity, perPartAmount } = newPart.shape
const { mobileRange, daysOfOperation, hoursOfOperation } = registration.shape

/** For phone numbers as their country writes them, as from a form. */
const formattedPhone: Check<string> = value => {
  const checked = checkPhone(value)
  return 'value' in checked ? { value: formatPhone(checked.value) } : checked
}

const checkTimeZone = checkOf(companyChange.shape.timeZone.unwrap())

/** As it is written: a zone may have several names, and an export has the one that is stored. */
const writtenTimeZone: Check<string> = value =>
  typeof value === 'string' && 'value' in checkTimeZone(value) ? { value } : checkTimeZone(value)

export const treeChecks: TreeChecks = {
  line: checksByLength(line),
  text: checksByLength(text),
  email: checkOf(email),
  phone: formattedPhone,
  coordinates: checkOf(coordinates),
  axleAmount: checkOf(axleAmount),
  money: checkOf(money),
  price: checkOf(perPartAmount.unwrap()),
  quantity: checkOf(quantity),
  hours: checkOf(suggestedTime),
  clockRule: checkOf(clockRule),
  mobileRange: checkOf(mobileRange.unwrap()),
  days: checkOf(daysOfOperation.unwrap()),
  openHours: checkOf(hoursOfOperation.unwrap()),
  timeZone: writtenTimeZone,
  day: checkOf(day),
  rigVisit: {
    odometer: checkOf(rigVisit.shape.odometer),
    generatorHours: checkOf(rigVisit.shape.generatorHours),
    arrivedOn: checkOf(rigVisit.shape.arrivedOn),
    departedOn: checkOf(rigVisit.shape.departedOn),
  },
  uuid: checkOf(uuid),
}
