import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { activitySentence } from '#domain/tickets/activity.ts'
import { createAppointment, createLinkedTicket } from '../../../../test/support/customer-fixtures.ts'
import { START } from '../../../../test/support/global-setup.ts'
import { readPdf, wordsOf } from '../../../../test/support/pdf-text.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.now = new Date(START)
  await app.as('dana').preferences.change({ recordsWalkarounds: true })
})

const SEEN = {
  propane: 'half' as const,
  batteryVolts: 12.6,
  damage: ['Rear bumper scratched', 'Awning torn'],
}
type Person = 'dana' | 'walt' | 'rosa' | 'sam' | 'ray'
const record = (ticketId: number, typed: object = SEEN, who: Person = 'dana') =>
  app.as(who).walkarounds.record({ ticketId, ...typed })
const get = async (ticketId: number, who: Person = 'dana') => app.as(who).walkarounds.get({ ticketId })
const rowsOf = (ticketId: number) =>
  app.database.selectFrom('walkaround').selectAll().where('ticketId', '=', ticketId).execute()
const activityOf = async (ticketId: number) =>
  (await app.as('dana').tickets.activity({ ticketId })).entries.map(activitySentence)
const pdfOf = async (ticketId: number) => {
  const pdf = await app.fetch(`/api/tickets/${ticketId}/document.pdf`, { as: 'dana' })
  return wordsOf(readPdf(new Uint8Array(await pdf.arrayBuffer())))
}

describe('recording a walkaround', () => {
  test('is off until the owner turns it on', async () => {
    const ticketId = await app.createTicket('rosa')
    await app.as('dana').preferences.change({ recordsWalkarounds: false })
    expect((await app.as('rosa').tickets.get({ ticketId })).recordsWalkarounds).toBe(false)
    expect((await errorOf(record(ticketId))).message).toBe(
      'Your company doesn’t record walkarounds. The owner turns it on under Company, Preferences.',
    )
    expect(await rowsOf(ticketId)).toEqual([])
    expect(await get(ticketId)).toMatchObject({ isOn: false, walkaround: null })
  })

  test('is refused without anything, and with what cannot be, before anything is written', async () => {
    const ticketId = await app.createTicket('rosa')
    const empty = await errorOf(record(ticketId, { damage: [] }))
    expect(empty).toMatchObject({
      code: 'REFUSED',
      message: 'Enter the propane, the battery or what is damaged.',
    })
    const wrong = { batteryVolts: 12.65, damage: ['Awning torn', ' '] }
    expect(await errorOf(record(ticketId, wrong))).toMatchObject({
      code: 'INVALID',
      fields: { batteryVolts: 'Use no more than 1 decimal place.', 'damage.1': 'Required.' },
    })
    const tooMany = { batteryVolts: 101, damage: Array.from({ length: 31 }, () => 'Scratch') }
    expect(await errorOf(record(ticketId, tooMany))).toMatchObject({
      fields: { batteryVolts: 'Enter 100 volts or less.', damage: 'Enter at most 30 lines.' },
    })
    expect(await rowsOf(ticketId)).toEqual([])
    expect(await activityOf(ticketId)).not.toContain('Dana recorded the walkaround')
  })

  test('is read by no other technician and no other company', async () => {
    const ticketId = await app.createTicket('rosa')
    await record(ticketId)
    for (const who of ['sam', 'ray'] as const) {
      expect((await errorOf(get(ticketId, who))).code).toBe('NOT_FOUND')
      expect((await errorOf(record(ticketId, SEEN, who))).code).toBe('NOT_FOUND')
    }
    expect(await get(ticketId, 'rosa')).toMatchObject({ walkaround: SEEN })
  })

  test('is for the desk and for the technician at the rig; the last change says who and when', async () => {
    const ticketId = await app.createTicket('rosa')
    await record(ticketId, SEEN, 'walt')
    app.now = new Date(app.now.getTime() + 60_000)
    await record(ticketId, { damage: [...SEEN.damage, 'Left rear lens cracked'] }, 'rosa')
    const [row, ...others] = await rowsOf(ticketId)
    expect(others).toEqual([])
    expect(row).toEqual({
      ...{ companyId: app.ids.dana, ticketId, propane: 'half', batteryVolts: 12.6 },
      damage: ['Rear bumper scratched', 'Awning torn', 'Left rear lens cracked'],
      ...{ recordedAt: app.now, recordedBy: app.ids.rosa, recordedByName: expect.stringMatching(/^Rosa/) },
    })
    expect((await activityOf(ticketId)).slice(0, 2)).toEqual([
      'Rosa changed the walkaround',
      'Walt recorded the walkaround',
    ])
  })

  test('has the damage of two who note some at once', async () => {
    const ticketId = await app.createTicket('rosa')
    await record(ticketId, SEEN, 'walt')
    const add = (line: string, who: 'walt' | 'rosa') =>
      record(ticketId, { damage: [...SEEN.damage, line], damageSeen: SEEN.damage }, who)
    await Promise.all([add('Left rear lens cracked', 'walt'), add('Step bent', 'rosa')])
    const [row] = await rowsOf(ticketId)
    expect(row?.damage.toSorted()).toEqual([...SEEN.damage, 'Left rear lens cracked', 'Step bent'].toSorted())
  })

  test('changes nothing if it says the same', async () => {
    const ticketId = await app.createTicket('rosa')
    await record(ticketId)
    const before = [await rowsOf(ticketId), await activityOf(ticketId)]
    app.now = new Date(app.now.getTime() + 60_000)
    await record(ticketId, SEEN, 'walt')
    expect([await rowsOf(ticketId), await activityOf(ticketId)]).toEqual(before)
  })

  test('waits until the RV is checked in', async () => {
    const { ticketId } = await createAppointment(app)
    expect((await errorOf(record(ticketId))).message).toBe('Check in this appointment first.')
    await app.as('dana').tickets.checkIn({ ticketId })
    await record(ticketId)
    expect(await rowsOf(ticketId)).toHaveLength(1)
  })
})

describe('a recorded walkaround', () => {
  test('is on the ticket’s PDF and the customer’s page, also once it is turned off again', async () => {
    const { ticketId, token, client } = await createLinkedTicket(app)
    expect(await pdfOf(ticketId)).not.toContain('Condition at check in')
    expect((await client.customerView.get({ token })).walkaround).toBeNull()
    await record(ticketId)
    await app.as('dana').preferences.change({ recordsWalkarounds: false })
    const printed = await pdfOf(ticketId)
    expect(printed).toContain('Condition at check in')
    expect(printed).toContain('Propane: ½')
    expect(printed).toContain('Damage: Rear bumper scratched; Awning torn')
    // Who of the shop noted it is the shop's own.
    expect((await client.customerView.get({ token })).walkaround).toEqual({ ...SEEN, recordedAt: app.now })
  })

  test('is part of what the customer signs at drop-off, and what was signed stays', async () => {
    await app.as('dana').preferences.change({ asksForSignatures: true })
    const ticketId = await app.createTicket('rosa')
    const desk = app.as('dana').signatures
    const [plain] = (await desk.list({ ticketId })).toSign
    expect(plain?.jobLines).toBe('1. Roof leak above the bunk')
    await record(ticketId, { propane: 'full' })
    const signed = { ticketId, typedName: 'June Park', strokes: null }
    expect((await errorOf(desk.take({ ...signed, version: plain?.version ?? '' }))).message).toBe(
      'This changed before it was signed. Review it and sign again.',
    )
    const [shown] = (await desk.list({ ticketId })).toSign
    await desk.take({ ...signed, version: shown?.version ?? '' })
    await record(ticketId, { propane: 'empty' })
    expect((await desk.list({ ticketId })).signatures.map(({ jobLines }) => jobLines)).toEqual([
      '1. Roof leak above the bunk. Condition: Propane Full',
    ])
    await app.as('dana').preferences.change({ asksForSignatures: false })
  })

  test('is in the company’s export, with its damage as a list', async () => {
    const ticketId = await app.createTicket('rosa')
    await record(ticketId)
    const file = JSON.parse(await (await app.fetch('/api/company/export', { as: 'dana' })).text())
    expect(file.walkarounds).toContainEqual({
      ...{ ticketId, ...SEEN, recordedAt: app.now.getTime() },
      ...{ recordedBy: app.ids.dana, recordedByName: 'Dana Reyes' },
    })
  })
})
