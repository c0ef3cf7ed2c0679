// Registers a company with its account in one transaction, and changes it later.

import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { DEFAULT_APPROVAL_TOLERANCE, DEFAULT_SETTINGS } from '#domain/companies/company.ts'
import type { Coordinates } from '#domain/customers/customer.ts'
import { isTimeZone } from '#domain/lib/company-time.ts'
import { addAccount, renameCompanyAccount } from '#server/auth/accounts.ts'
import { emailConfirmationLink } from '#server/auth/email-confirmation.ts'
import { confirmHeldEmail } from '#server/auth/email-release.ts'
import { geocode } from '#server/geocoding/offline-geocoder.ts'
import { timeZoneAt } from '#server/geocoding/time-zone.ts'
import { formatPhone } from '#server/lib/phone-format.ts'
import {
  builder,
  command,
  createAccountProcedure,
  procedure,
  withTransaction,
} from '#server/rpc/procedures.ts'
import {
  addCompany,
  type Company,
  lockCompany,
  removeWeekdayHours,
  saveCompany,
  saveWeekdayHours,
} from './store.ts'

/** Finds the coordinates of an address that comes without them, before the transaction. */
const withLocation = builder.middleware(async ({ next }, input) => {
  const { companyAddress, coordinates } = input as AddressChange
  const isMissing = companyAddress != null && companyAddress !== '' && coordinates == null
  return next({ context: { located: isMissing ? await geocode(companyAddress) : null } })
})

/** The time zone of the company's coordinates; without them, the browser's. */
async function resolveTimeZone(
  coordinates: Coordinates | null,
  name: string | undefined,
  at: Date,
): Promise<string | null> {
  const browserZone = name !== undefined && isTimeZone(name) ? { name, at } : null
  return (coordinates && (await timeZoneAt(coordinates, browserZone))) ?? browserZone?.name ?? null
}

const registerCommand = createAccountProcedure.use(withLocation).use(withTransaction)

export const registerCompany = registerCommand.companies.register.handler(async ({ input, context }) => {
  const { work, passwordHash, mailContext } = context
  const companyUUID = randomUUID()
  work.enterCompany(companyUUID)
  const { companyName, email, emailToken, companyPhone, coordinates = context.located, timeZone } = input
  await addAccount(work, { id: companyUUID, name: companyName, email, passwordHash, emailToken })
  await addCompany(work, {
    companyUUID,
    companyName,
    companyPhone: formatPhone(companyPhone),
    companyAddress: input.companyAddress || null,
    coordinates,
    email,
    laborRate: input.laborRate ?? null,
    mobileRange: input.mobileRange ?? null,
    imageURL: null,
    timeZone: (await resolveTimeZone(coordinates, timeZone, work.now)) ?? 'UTC',
    registeredAt: work.now,
    month: null,
    suspension: null,
    closesAt: null,
    deletedAt: null,
    approvalTolerance: DEFAULT_APPROVAL_TOLERANCE,
    ownerNameAsked: false,
    companySettings: {
      ...DEFAULT_SETTINGS,
      daysOfOperation: input.daysOfOperation ?? DEFAULT_SETTINGS.daysOfOperation,
      hoursOfOperation: input.hoursOfOperation ?? DEFAULT_SETTINGS.hoursOfOperation,
    },
  })
  if (!(await confirmHeldEmail(work, emailToken, email)))
    await emailConfirmationLink(work, mailContext, email)
  return { companyUUID }
})

type Address = Pick<Company, 'companyAddress' | 'coordinates' | 'timeZone'>
type AddressChange = { readonly [Name in keyof Address]?: Address[Name] | undefined }

/** Coordinates belong to their address, and the time zone to new coordinates; without them it is as chosen. */
async function withNewAddress(
  before: Address,
  { companyAddress, coordinates, timeZone }: AddressChange,
  located: Coordinates | null,
  at: Date,
): Promise<Address> {
  const address = companyAddress === undefined ? before.companyAddress : companyAddress || null
  const isUnchanged = address === before.companyAddress
  const unchanged = coordinates === undefined ? before.coordinates : coordinates
  const newCoordinates = isUnchanged ? unchanged : (coordinates ?? located)
  const hasMoved = newCoordinates !== null && !isDeepStrictEqual(newCoordinates, before.coordinates)
  return {
    companyAddress: address,
    coordinates: newCoordinates,
    timeZone: (hasMoved ? await resolveTimeZone(newCoordinates, timeZone, at) : timeZone) ?? before.timeZone,
  }
}

const companyCommand = procedure.use(withLocation).use(withTransaction)

export const changeCompany = companyCommand.companies.change.handler(async ({ input, context }) => {
  const { work, located } = context
  const before = await lockCompany(work)
  const { companySettings } = before
  const company: Company = {
    ...before,
    ...(await withNewAddress(before, input, located, work.now)),
    companyName: input.companyName ?? before.companyName,
    companyPhone: input.companyPhone === undefined ? before.companyPhone : formatPhone(input.companyPhone),
    laborRate: input.laborRate === undefined ? before.laborRate : input.laborRate,
    mobileRange: input.mobileRange === undefined ? before.mobileRange : input.mobileRange,
    approvalTolerance: input.approvalTolerance ?? before.approvalTolerance,
    ownerNameAsked: before.ownerNameAsked,
    companySettings: {
      ...companySettings,
      mobileBusiness: input.mobileBusiness ?? companySettings.mobileBusiness,
      daysOfOperation: input.daysOfOperation ?? companySettings.daysOfOperation,
      hoursOfOperation: input.hoursOfOperation ?? companySettings.hoursOfOperation,
    },
  }
  if (isDeepStrictEqual(company, before)) return { done: true }
  await renameCompanyAccount(work, before.companyName, company.companyName)
  await saveCompany(work, before, company)
  return { done: true }
})

export const changeWeekdayHours = command.companies.changeWeekdayHours.handler(
  async ({ input: { weekdays, ...hours }, context: { work } }) => {
    await lockCompany(work)
    await saveWeekdayHours(
      work,
      weekdays.map(weekday => ({ weekday, ...hours })),
    )
    return { done: true }
  },
)

export const resetWeekdayHours = command.companies.resetWeekdayHours.handler(
  async ({ input: { weekday }, context: { work } }) => {
    await lockCompany(work)
    await removeWeekdayHours(work, weekday)
    return { done: true }
  },
)
