// Every phone number that is typed is formatted, wherever it comes in; one on file stays.

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bluebonnet, june, PASSWORD, rosa } from '#server/seed/demo-accounts.ts'
import { bookAs, bookingInputOf } from '../support/booking-fixtures.ts'
import { signUp } from '../support/signup.ts'
import { createTestApp, type TestApp } from '../support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const typed = '574.555.0199 x7'
const formatted = '(574) 555-0199 ext. 7'
const corrected = '15745550198'
const correctedFormatted = '(574) 555-0198'
const someEmail = () => `${randomUUID()}@mail.example`

test("a company's", async () => {
  const { owner: _, ...shop } = bluebonnet
  const input = { ...shop, email: someEmail(), password: PASSWORD, companyPhone: typed }
  const { companyUUID } = await app.as('visitor').companies.register(input)
  expect(await app.as('visitor').companies.get({ companyId: companyUUID })).toMatchObject({
    companyPhone: formatted,
  })
  await app.as('dana').companies.change({ companyPhone: corrected })
  expect(await app.as('dana').companies.mine()).toMatchObject({ companyPhone: correctedFormatted })
})

test("an employee's, and one on file stays until it is changed", async () => {
  const { employees } = app.as('dana')
  const { id } = await employees.register({ ...rosa, email: someEmail(), password: PASSWORD, phone: typed })
  const phoneOf = async () => (await employees.list()).find(employee => employee.id === id)?.details?.phone
  expect(await phoneOf()).toBe(formatted)
  await employees.change({ id, phone: corrected })
  expect(await phoneOf()).toBe(correctedFormatted)
  await app.database.updateTable('employee').set({ phone: '911' }).where('employeeId', '=', id).execute()
  await employees.change({ id, lastName: 'Moss' })
  expect(await phoneOf()).toBe('911')
})

test("a customer's, at the desk and in a booking", async () => {
  const { tickets } = app.as('dana')
  const phoneOf = async (ticketId: number) => (await tickets.get({ ticketId })).customerDetails.phone
  const customerDetails = { ...june.customerDetails, phone: typed }
  const { ticketId } = await tickets.create({ customerDetails, customerRV: june.customerRV })
  expect(await phoneOf(ticketId)).toBe(formatted)
  await tickets.changeDetails({ ticketId, customerDetails: { phone: corrected } })
  expect(await phoneOf(ticketId)).toBe(correctedFormatted)

  const input = bookingInputOf(app.now)
  const booked = await bookAs(app, { ...input, customerDetails: { ...input.customerDetails, phone: typed } })
  expect(await phoneOf(booked.ticketId ?? 0)).toBe(formatted)
})

test("an RV owner's", async () => {
  const owner = await signUp(app, someEmail(), { phone: typed })
  expect(await owner.rvOwners.getDetails()).toMatchObject({ phone: formatted })
  await owner.rvOwners.changeDetails({ phone: corrected })
  expect(await owner.rvOwners.getDetails()).toMatchObject({ phone: correctedFormatted })
})
