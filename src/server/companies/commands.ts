// Registering a company: its account and the company itself, in one piece.

import { randomUUID } from 'node:crypto'
import { isTimeZone } from '#domain/calendar.ts'
import { STARTING_SETTINGS } from '#domain/company.ts'
import { addAccount } from '#server/accounts.ts'
import { command } from '#server/api.ts'
import { allow } from '#server/work.ts'
import { addCompany } from './store.ts'

export const registerCompany = command.companies.register.handler(async ({ input, context: { work } }) => {
  allow(work, 'company.register')
  const companyUUID = randomUUID()
  await work.enter(companyUUID)
  const { companyName, email, password, companyPhone, timeZone } = input
  await addAccount(work, { id: companyUUID, name: companyName, email, password })
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
    timeZone: timeZone !== undefined && isTimeZone(timeZone) ? timeZone : 'UTC',
    companySettings: {
      ...STARTING_SETTINGS,
      daysOfOperation: input.daysOfOperation ?? STARTING_SETTINGS.daysOfOperation,
      hoursOfOperation: input.hoursOfOperation ?? STARTING_SETTINGS.hoursOfOperation,
    },
  })
  return { companyUUID }
})
