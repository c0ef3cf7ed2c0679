import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkDigit } from '#domain/rigs/vin.ts'
import { fakeServices } from '#server/config/external-services.ts'
import { customers, june } from '#server/seed/demo-accounts.ts'
import { createFakeVinDecoder } from '#server/vin/vin-decoder.ts'
import { sharedVin } from '../../../../test/support/shared-vin.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

const [harold] = customers
const vin = june.customerRV.vin
const decoded = {
  vin,
  manufacturer: 'Jayco, Inc.',
  makes: ['Jayco'],
  isChassis: false,
  candidates: [2021, 1991].map(year => ({
    year,
    make: 'Jayco',
    model: null,
    series: null,
    body: 'Trailer',
    plant: null,
  })),
}

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({
    externalServices: { ...fakeServices, vinDecoder: createFakeVinDecoder([decoded]) },
  })
})
afterAll(() => app.close())

async function pool(...vins: string[]): Promise<void> {
  for (const each of vins)
    await app.as('dana').tickets.create({ ...harold, customerRV: { ...harold.customerRV, vin: each } })
}

describe('VIN suggestions', () => {
  const suggest = async (starts: string) =>
    (await app.as('walt').rigs.suggest({ starts })).map(({ vin: suggested }) => suggested)

  beforeAll(() => pool('AB-2', 'ABC3', 'AB12', 'ABCDE', 'ABCD', 'ABC1', 'ABC2', 'ABC', 'ABB', 'ABD', 'A-C'))

  test('show make, model and year, and no owner of a rig that companies share', async () => {
    const shared = sharedVin('SUGGESTED')
    await pool(shared)
    const { make, model, year } = harold.customerRV
    for (const who of ['dana', 'ray'] as const)
      expect(await app.as(who).rigs.suggest({ starts: shared })).toEqual([{ vin: shared, make, model, year }])
  })

  test('start with the third character', async () => {
    expect(await suggest('')).toEqual([])
    expect(await suggest('AB')).toEqual([])
    expect(await suggest('A B ')).toEqual([])
    expect(await suggest('ABB')).toEqual(['ABB'])
  })

  test('are at most five, ordered by VIN', async () => {
    expect(await suggest('ABC')).toEqual(['ABC', 'ABC1', 'ABC2', 'ABC3', 'ABCD'])
  })

  test('are found in any notation', async () => {
    expect(await suggest(' a b-2')).toEqual(['AB-2'])
    expect(await suggest('abcd')).toEqual(['ABCD', 'ABCDE'])
  })

  test.each(['AB%', 'AB_', 'A%C', '___', '%%%', 'AB\\', "AB'", 'ABÉ', '\u{10FFFF}\u{10FFFF}\u{10FFFF}'])(
    'take %s literally',
    async starts => {
      expect(await suggest(starts)).toEqual([])
    },
  )

  test('match what was typed to the last character', async () => {
    expect(await suggest('ABCDEFGHJKLMNPRSTUVWXYZ')).toEqual([])
  })

  test('refuse only text that cannot be stored', async () => {
    expect(await errorOf(app.as('dana').rigs.suggest({ starts: 'AB\0' }))).toMatchObject({
      code: 'INVALID',
    })
  })
})

describe('a rig on file', () => {
  const read = (who: 'dana' | 'ray', wanted = vin) => app.as(who).rigs.get({ vin: wanted })
  const { make, model, year, axleAmount } = june.customerRV
  const known = { vin, make, model, year, axleAmount }

  test('does not exist before its first ticket', async () => {
    expect(await errorOf(read('dana'))).toMatchObject({ code: 'NOT_FOUND' })
  })

  test('has no owner until a ticket is completed, and shows no company', async () => {
    await app.createTicket()
    for (const who of ['dana', 'ray'] as const)
      expect(await read(who, ' 1ujbj0bn8 m17x0042')).toEqual({ ...known, assigned: false, customer: null })
  })

  describe('once a ticket is completed', () => {
    beforeAll(async () => {
      const desk = app.as('dana')
      const ticketId = await app.createTicket()
      await desk.tickets.finalize({ ticketId })
      await desk.tickets.complete({ ticketId })
    })

    test('shows its customer to the company that served them', async () => {
      const { firstName, lastName, email, phone, address } = june.customerDetails
      expect(await read('dana')).toEqual({
        ...known,
        assigned: true,
        customer: { firstName, lastName, email, phone, address, coordinates: null },
      })
    })

    test('shows another company that it is assigned, and nothing of the customer', async () => {
      expect(await read('ray')).toEqual({ ...known, assigned: true, customer: null })
      const raw = await app.fetch(`/api/rigs/${vin}`, { as: 'ray' })
      expect(await raw.text()).not.toMatch(/June|Park|Riverview|mail\.example|customerUuid/i)
    })

    test('shows it no more after an incomplete ticket of the same rig', async () => {
      await app.as('ray').tickets.create({ ...june, jobs: [] })
      expect((await read('ray')).customer).toBeNull()
    })
  })
})

describe('decoding a VIN', () => {
  test('works for anyone, in any notation', async () => {
    expect(await app.as('visitor').rigs.decode({ vin: '1ujbj0bn8 m17x0042' })).toEqual({ vin, decoded })
    const response = await app.fetch(`/api/vin/${vin}`)
    expect(await response.json()).toEqual({ vin, decoded })
  })

  test.each(['HOME-BUILT-1974', '1UJBJ0BN9M17X0042'])(
    'returns nothing for %s, without an error',
    async other => {
      expect(await app.as('visitor').rigs.decode({ vin: other })).toEqual({ vin: other, decoded: null })
    },
  )

  test('refuses what cannot be a VIN', async () => {
    const response = await app.fetch('/api/vin/1UJBJ0BN8M17X00421')
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      code: 'INVALID',
      fields: { vin: 'A VIN has at most 17 characters.' },
    })
  })

  test('works with the real catalog as the server opens it', async () => {
    const real = await createTestApp()
    const grand = '573TE3126N119X055'
    const made = grand.slice(0, 8) + checkDigit(grand) + grand.slice(9)
    const answer = await real.as('visitor').rigs.decode({ vin: made })
    await real.close()
    expect(answer.decoded).toMatchObject({
      manufacturer: 'Grand Design RV, LLC',
      candidates: [{ year: 2022 }],
    })
  })
})
