// Registering a company, its account and the company itself in one piece; and changing it later.

import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { isTimeZone } from '#domain/calendar.ts'
import { STARTING_SETTINGS } from '#domain/company.ts'
import { accountCommand, command } from '#server/api.ts'
import { addAccount, renameCompanyAccount } from '#server/sign-in/accounts.ts'
import { allow } from '#server/work.ts'
import { addCompany, type Company, holdCompany, saveCompany } from './store.ts'

const knownZone = (timeZone: string | undefined): string | null =>
  timeZone !== undefined && isTimeZone(timeZone) ? timeZone : null

export const registerCompany = accountCommand.companies.register.handler(async ({ input, context }) => {
  const { work, passwordHash } = context
  allow(work, 'company.register')
  const companyUUID = randomUUID()
  await work.enter(companyUUID)
  const { companyName, email, companyPhone, timeZone } = input
  await addAccount(work, { id: companyUUID, name: companyName, email, passwordHash })
  await addCompany(work, {
    companyUUID,
    companyName,
    companyPhone,
    companyAddress: input.companyAddress || null,
    coordinates: input.coordinates ?? null,
    email,
    laborRate: input.laborRate ?? null,
    mobileRange: input.mobileRange ?? null,
    imageURL: null,
    timeZone: knownZone(timeZone) ?? 'UTC',
    ...{ registeredAt: work.now, month: null, suspension: null },
    companySettings: {
      ...STARTING_SETTINGS,
      daysOfOperation: input.daysOfOperation ?? STARTING_SETTINGS.daysOfOperation,
      hoursOfOperation: input.hoursOfOperation ?? STARTING_SETTINGS.hoursOfOperation,
    },
  })
  return { companyUUID }
})

type Address = Pick<Company, 'companyAddress' | 'coordinates' | 'timeZone'>
type Wish = { readonly [Name in keyof Address]?: Address[Name] | undefined }

/** Coordinates belong to their address, and the time zone to the coordinates. */
function moved(before: Address, { companyAddress, coordinates, timeZone }: Wish): Address {
  const address = companyAddress === undefined ? before.companyAddress : companyAddress || null
  const stays = address === before.companyAddress
  const place = coordinates === undefined ? (stays ? before.coordinates : null) : coordinates
  return {
    companyAddress: address,
    coordinates: address === null ? null : place,
    timeZone: (coordinates ? knownZone(timeZone) : null) ?? before.timeZone,
  }
}

export const changeCompany = command.companies.change.handler(async ({ input, context: { work } }) => {
  allow(work, 'company.change')
  const before = await holdCompany(work)
  const { companySettings: settings } = before
  const company: Company = {
    ...before,
    ...moved(before, input),
    companyName: input.companyName ?? before.companyName,
    companyPhone: input.companyPhone ?? before.companyPhone,
    laborRate: input.laborRate === undefined ? before.laborRate : input.laborRate,
    mobileRange: input.mobileRange === undefined ? before.mobileRange : input.mobileRange,
    companySettings: {
      ...settings,
      mobileBusiness: input.mobileBusiness ?? settings.mobileBusiness,
      daysOfOperation: input.daysOfOperation ?? settings.daysOfOperation,
      hoursOfOperation: input.hoursOfOperation ?? settings.hoursOfOperation,
    },
  }
  if (isDeepStrictEqual(company, before)) return { done: true }
  await renameCompanyAccount(work, before.companyName, company.companyName)
  await saveCompany(work, before, company)
  return { done: true }
})
