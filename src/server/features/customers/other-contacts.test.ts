import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_OTHER_CONTACTS } from '#domain/customers/customer.ts'
import { june } from '#server/seed/demo-accounts.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

type Customer = Partial<typeof june.customerDetails>

/** A ticket of a customer; with the customer's id. */
async function visit(customer: Customer, customerId?: string) {
  const { ticketId } = await app.as('dana').tickets.create({
    customerDetails: { ...june.customerDetails, firstName: 'Otto', ...customer },
    customerRV: june.customerRV,
    customerId,
  })
  return { ticketId, customerId: (await app.as('dana').tickets.get({ ticketId })).customerId ?? '' }
}

type Change = Omit<Parameters<ReturnType<TestApp['as']>['customers']['change']>[0], 'customerId'>

const change = (customerId: string, changes: Change) =>
  app.as('walt').customers.change({ customerId, ...changes })

const recordOf = (customerId: string) => app.as('dana').customers.get({ customerId })

describe('a record’s company name and other contacts', () => {
  test('are changed each on its own, each once, and tickets stay as they are', async () => {
    const { ticketId, customerId } = await visit({ lastName: 'Several' })
    const before = await app.as('dana').tickets.get({ ticketId })
    await change(customerId, { companyName: ' Hoosier Rentals ', otherEmails: ['Office@Mail.example'] })
    await change(customerId, { otherPhones: ['574-555-0142 x12', '(574) 555-0199', '574 555 0199'] })
    expect(await recordOf(customerId)).toMatchObject({
      companyName: 'Hoosier Rentals',
      otherPhones: ['(574) 555-0142 ext. 12', '(574) 555-0199'],
      otherEmails: ['office@mail.example'],
      email: june.customerDetails.email,
    })
    expect((await app.as('dana').tickets.get({ ticketId })).customerDetails).toEqual(before.customerDetails)
    await change(customerId, { companyName: '', otherPhones: [] })
    expect(await recordOf(customerId)).toMatchObject({ companyName: '', otherPhones: [] })
  })

  test.each([
    [{ otherPhones: ['574-555-0142 / 574-555-0199'] }, { 'otherPhones.0': 'Enter one phone number.' }],
    [{ otherPhones: ['574-555-0142', '12'] }, { 'otherPhones.1': /at least 7 digits/ }],
    [{ otherEmails: ['june@mail.example', 'june'] }, { 'otherEmails.1': 'Enter a valid email address.' }],
    [{ otherEmails: [''] }, { 'otherEmails.0': 'Required.' }],
    [
      { otherPhones: Array.from({ length: MAX_OTHER_CONTACTS + 1 }, (_, at) => `574-555-010${at}`) },
      { otherPhones: 'Enter at most 5.' },
    ],
  ])('are refused beside their field: %o', async (changes, fields) => {
    const { customerId } = await visit({ lastName: 'Refused' })
    const expected = Object.fromEntries(
      Object.entries(fields).map(([field, text]) => [field, expect.stringMatching(text)]),
    )
    const error = await errorOf(change(customerId, changes))
    expect(error).toMatchObject({ code: 'INVALID', fields: expected })
    expect(await recordOf(customerId)).toMatchObject({ otherPhones: [], otherEmails: [] })
  })

  test('are found by words, together with the others', async () => {
    const { customerId } = await visit({ lastName: 'Wordly' })
    await change(customerId, {
      companyName: 'Müller Campground',
      otherPhones: ['574-555-0777'],
      otherEmails: ['pool@mail.example'],
    })
    for (const q of ['muller campground', '574 555 0777', '5550777 wordly', 'pool@mail', 'otto muller'])
      expect(await app.as('dana').customers.find({ q }), q).toMatchObject([
        { customerId, companyName: 'Müller Campground' },
      ])
    expect(await app.as('ray').customers.find({ q: 'muller campground' })).toEqual([])
    expect(await app.as('dana').customers.suggest({ lastName: 'wordly' })).toMatchObject([
      { companyName: 'Müller Campground' },
    ])
  })

  test('make others alike, and merge nobody', async () => {
    const one = await visit({ lastName: 'One', email: 'one@mail.example', phone: '574-555-0601' })
    const other = await visit({ lastName: 'Other', email: 'other@mail.example', phone: '574-555-0602' })
    expect((await recordOf(one.customerId)).alike).toEqual([])
    await change(one.customerId, { otherPhones: ['1 574 555 0602'] })
    expect((await recordOf(one.customerId)).alike).toMatchObject([{ customerId: other.customerId }])
    expect((await recordOf(other.customerId)).alike).toMatchObject([{ customerId: one.customerId }])
    expect(await recordOf(one.customerId)).toMatchObject({ merged: [], ticketCount: 1 })
  })
})

test('a ticket with one of a picked customer’s other contacts leaves the first one', async () => {
  const { customerId } = await visit({ lastName: 'Picked', phone: '574-555-0501' })
  await change(customerId, { otherPhones: ['574-555-0502'] })
  const second = await visit({ lastName: 'Picked', phone: '574-555-0502' }, customerId)
  expect(second.customerId).toBe(customerId)
  expect(await recordOf(customerId)).toMatchObject({
    phone: '(574) 555-0501',
    otherPhones: ['(574) 555-0502'],
  })
})

test('forgetting a customer deletes a record that has their email beside another one', async () => {
  const { ticketId, customerId } = await visit({ lastName: 'Gone', email: 'gone@mail.example' })
  await change(customerId, { email: 'now@mail.example', otherEmails: ['gone@mail.example'] })
  const namesake = await visit({ firstName: 'Olga', lastName: 'Gone', email: 'gone@mail.example' })
  await app.as('dana').tickets.finalize({ ticketId })
  await app.as('dana').tickets.complete({ ticketId })
  await app.as('dana').tickets.eraseCustomer({ ticketId })
  expect(await errorOf(recordOf(customerId))).toMatchObject({ code: 'NOT_FOUND' })
  expect(await recordOf(namesake.customerId)).toMatchObject({ firstName: 'Olga' })
})
