// Registering a company, its account and the company itself in one piece; and changing it later.

import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { STARTING_SETTINGS } from '#domain/companies/company.ts'
import type { Coordinates } from '#domain/customers/customer.ts'
import { isTimeZone } from '#domain/lib/company-time.ts'
import { addAccount, renameCompanyAccount } from '#server/auth/accounts.ts'
import { allow } from '#server/db/unit-of-work.ts'
import { timeZoneAt } from '#server/geocoding/time-zone.ts'
import { accountCommand, command } from '#server/rpc/procedures.ts'
import { addCompany, type Company, holdCompany, saveCompany } from './store.ts'

/** What time it has where the company is; without coordinates, what the browser said. */
async function zoneOf(
  coordinates: Coordinates | null,
  name: string | undefined,
  at: Date,
): Promise<string | null> {
  const told = name !== undefined && isTimeZone(name) ? { name, at } : null
  return (coordinates && (await timeZoneAt(coordinates, told))) ?? told?.name ?? null
}

export const registerCompany = accountCommand.companies.register.handler(async ({ input, context }) => {
  const { work, passwordHash } = context
  allow(work, 'company.register')
  const companyUUID = randomUUID()
  await work.enter(companyUUID)
  const { companyName, email, companyPhone, coordinates = null, timeZone } = input
  await addAccount(work, { id: companyUUID, name: companyName, email, passwordHash })
  await addCompany(work, {
    companyUUID,
    companyName,
    companyPhone,
    companyAddress: input.companyAddress || null,
    coordinates,
    email,
    laborRate: input.laborRate ?? null,
    mobileRange: input.mobileRange ?? null,
    imageURL: null,
    timeZone: (await zoneOf(coordinates, timeZone, work.now)) ?? 'UTC',
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
async function moved(
  before: Address,
  { companyAddress, coordinates, timeZone }: Wish,
  at: Date,
): Promise<Address> {
  const address = companyAddress === undefined ? before.companyAddress : companyAddress || null
  const stays = address === before.companyAddress
  const place = coordinates === undefined ? (stays ? before.coordinates : null) : coordinates
  return {
    companyAddress: address,
    coordinates: address === null ? null : place,
    timeZone: (coordinates ? await zoneOf(coordinates, timeZone, at) : null) ?? before.timeZone,
  }
}

export const changeCompany = command.companies.change.handler(async ({ input, context: { work } }) => {
  allow(work, 'company.change')
  const before = await holdCompany(work)
  const { companySettings: settings } = before
  const company: Company = {
    ...before,
    ...(await moved(before, input, work.now)),
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
