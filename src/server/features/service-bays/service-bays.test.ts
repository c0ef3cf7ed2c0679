import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MAX_SERVICE_BAYS } from '#domain/service-bays/service-bay.ts'
import { activitySentence } from '#domain/tickets/activity.ts'
import { createAppointment } from '../../../../test/support/customer-fixtures.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

/** The day of `createBooking`, which is for 2 PM. */
const MONDAY = '2025-11-24'

let app: TestApp
let count = 100
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(() => {
  app.now = new Date('2025-11-20T19:00:00Z')
})

const owner = () => app.as('dana').serviceBays
const desk = () => app.as('walt')

/** A bay with a name that no other has. */
async function createServiceBay() {
  count += 1
  const name = `Bay ${count}`
  const { serviceBayId } = await owner().add({ name })
  return { id: serviceBayId, name }
}
const put = (ticketId: number, serviceBayId: string | null) =>
  desk().serviceBays.moveTicket({ ticketId, serviceBayId })

async function acceptedBooking(): Promise<number> {
  const ticketId = await app.createBooking()
  await desk().tickets.accept({ ticketId })
  return ticketId
}

const bays = () => app.database.selectFrom('serviceBay').select(['serviceBayId', 'name', 'addedAt'])
const rowOf = async (ticketId: number) =>
  (
    await app.database
      .selectFrom('ticketServiceBay')
      .select('serviceBayId')
      .where('ticketId', '=', ticketId)
      .execute()
  ).map(({ serviceBayId }) => serviceBayId)
const cardOf = async (ticketId: number) =>
  (
    await app.database
      .selectFrom('ticket')
      .select('card')
      .where('ticketId', '=', ticketId)
      .executeTakeFirstOrThrow()
  ).card
const activityOf = async (ticketId: number) =>
  (await desk().tickets.activity({ ticketId })).entries.map(activitySentence)
const logOf = async () => (await app.as('dana').audit.list({})).entries.map(({ verb }) => verb)

describe('a bay is not added', () => {
  test('by the desk, a technician or another company', async () => {
    const { id } = await createServiceBay()
    expect((await errorOf(desk().serviceBays.add({ name: 'Mine' }))).code).toBe('FORBIDDEN')
    expect((await errorOf(app.as('rosa').serviceBays.list())).code).toBe('FORBIDDEN')
    const rival = app.as('ray').serviceBays
    expect(await rival.list()).toEqual([])
    expect((await errorOf(rival.rename({ serviceBayId: id, name: 'Mine' }))).code).toBe('NOT_FOUND')
    expect((await errorOf(rival.remove({ serviceBayId: id }))).code).toBe('NOT_FOUND')
    const ticketId = await app.createTicket()
    expect((await errorOf(rival.moveTicket({ ticketId, serviceBayId: id }))).code).toBe('NOT_FOUND')
  })

  test.each([
    ['', 'Required.'],
    [' ​ ', 'Required.'],
    ['x'.repeat(41), 'Use at most 40 characters.'],
  ])('with the name %j: %s', async (name, sentence) => {
    expect(await errorOf(owner().add({ name }))).toMatchObject({ fields: { name: sentence } })
  })

  test('of a name that there is, also when two add it at once', async () => {
    const { name } = await createServiceBay()
    const sentence = `There is already a bay named ${name}.`
    expect(await errorOf(owner().add({ name: name.toUpperCase() }))).toMatchObject({
      fields: { name: sentence },
    })
    const both = await Promise.allSettled([owner().add({ name: 'Lift' }), owner().add({ name: 'lift' })])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { data: { fields: { name: expect.stringMatching(/^There is already a bay named lift\.$/i) } } },
    })
    expect(await bays().where('name', 'ilike', 'lift').execute()).toHaveLength(1)
  })

  test('as one too many', async () => {
    const listed = await owner().list()
    const names = Array.from({ length: MAX_SERVICE_BAYS - listed.length }, (_, index) => `Row ${index}`)
    const added = []
    for (const name of names) added.push(await owner().add({ name }))
    expect(await errorOf(owner().add({ name: 'One more' }))).toMatchObject({
      fields: { name: 'A shop has at most 50 bays. Remove one first.' },
    })
    for (const { serviceBayId } of added) await owner().remove({ serviceBayId })
    expect(await owner().list()).toEqual(listed)
  })
})

describe('the owner', () => {
  test('adds bays, which the desk reads by name', async () => {
    for (const name of ['Wash 🧽', 'מפרץ צבע', '70', '8']) await owner().add({ name })
    const names = (await desk().serviceBays.list()).map(({ name }) => name)
    expect(names.filter(name => ['Wash 🧽', 'מפרץ צבע', '70', '8'].includes(name))).toEqual([
      ...['8', '70', 'Wash 🧽', 'מפרץ צבע'],
    ])
    expect(await bays().where('name', '=', '70').execute()).toMatchObject([{ addedAt: app.now }])
    expect((await logOf())[0]).toBe('company.add-service-bay')
  })

  test('renames one, and the tickets in it say so', async () => {
    const { id } = await createServiceBay()
    const other = await createServiceBay()
    const ticketId = await app.createTicket('rosa')
    await put(ticketId, id)
    expect(await errorOf(owner().rename({ serviceBayId: id, name: other.name }))).toMatchObject({
      fields: { name: `There is already a bay named ${other.name}.` },
    })
    await owner().rename({ serviceBayId: id, name: 'Long bay' })
    const renamed = { id, name: 'Long bay' }
    expect(await cardOf(ticketId)).toMatchObject({ serviceBay: renamed })
    expect(await desk().tickets.get({ ticketId })).toMatchObject({ serviceBay: renamed })
    const { active } = await app.as('rosa').tickets.board({ whose: 'mine' })
    expect(active.cards.find(card => card.ticketId === ticketId)).toMatchObject({ serviceBay: renamed })
    expect((await logOf())[0]).toBe('company.rename-service-bay')
    // In another case it is the same name.
    await owner().rename({ serviceBayId: id, name: 'LONG BAY' })
    expect(await bays().where('serviceBayId', '=', id).execute()).toMatchObject([{ name: 'LONG BAY' }])
  })

  test('removes one that no open ticket is in', async () => {
    const { id, name } = await createServiceBay()
    const ticketIds = [await app.createTicket(), await acceptedBooking()]
    for (const ticketId of ticketIds) await put(ticketId, id)
    const remove = () => owner().remove({ serviceBayId: id })
    expect((await errorOf(remove())).message).toBe(
      `${name} has 2 open tickets. Move them to another bay first.`,
    )
    expect(await rowOf(ticketIds[0] ?? 0)).toEqual([id])
    await put(ticketIds[0] ?? 0, null)
    expect((await errorOf(remove())).message).toBe(`${name} has 1 open ticket. Move it to another bay first.`)
    await desk().tickets.close({ ticketId: ticketIds[1] ?? 0, reason: 'no-show', emailCustomer: false })
    expect(await remove()).toEqual({ done: true })
    expect(await bays().where('serviceBayId', '=', id).execute()).toEqual([])
    expect((await logOf())[0]).toBe('company.remove-service-bay')
    expect((await errorOf(remove())).message).toBe('This bay was removed already.')
  })

  test('removes one while a ticket is put in it: one of the two is refused', async () => {
    const { id } = await createServiceBay()
    const ticketId = await app.createTicket()
    const both = await Promise.allSettled([owner().remove({ serviceBayId: id }), put(ticketId, id)])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await rowOf(ticketId)).toEqual(
      (await bays().where('serviceBayId', '=', id).execute()).map(({ serviceBayId }) => serviceBayId),
    )
  })
})

describe('a ticket', () => {
  test('is put in a bay and taken out, once each, with an entry', async () => {
    const serviceBay = await createServiceBay()
    const ticketId = await app.createTicket()
    expect(await desk().tickets.get({ ticketId })).toMatchObject({ serviceBay: null })
    await put(ticketId, serviceBay.id)
    await put(ticketId, serviceBay.id)
    expect(await rowOf(ticketId)).toEqual([serviceBay.id])
    expect(await cardOf(ticketId)).toMatchObject({ serviceBay })
    await put(ticketId, null)
    expect(await rowOf(ticketId)).toEqual([])
    expect(await cardOf(ticketId)).toMatchObject({ serviceBay: null })
    expect((await activityOf(ticketId)).slice(0, 2)).toEqual([
      `Walt took the ticket out of ${serviceBay.name}`,
      `Walt put the ticket in ${serviceBay.name}`,
    ])
  })

  test('is not put in a bay that was removed', async () => {
    const { id } = await createServiceBay()
    await owner().remove({ serviceBayId: id })
    const ticketId = await app.createTicket()
    expect(await errorOf(put(ticketId, id))).toMatchObject({
      fields: { serviceBayId: 'This bay was removed. Choose another one.' },
    })
    expect(await rowOf(ticketId)).toEqual([])
  })

  test('is not put in a bay by a technician, nor as a request', async () => {
    const { id } = await createServiceBay()
    const ticketId = await app.createTicket('rosa')
    const { moveTicket } = app.as('rosa').serviceBays
    expect((await errorOf(moveTicket({ ticketId, serviceBayId: id }))).code).toBe('FORBIDDEN')
    const request = await app.createBooking()
    expect((await errorOf(put(request, id))).code).toBe('REFUSED')
    expect([...(await rowOf(ticketId)), ...(await rowOf(request))]).toEqual([])
  })

  test('leaves its bay with Complete, Close and a cancellation, not with Finalize', async () => {
    const { id } = await createServiceBay()
    const completed = await app.createTicket()
    const closed = await app.createTicket()
    const canceled = await createAppointment(app)
    for (const ticketId of [completed, closed, canceled.ticketId]) await put(ticketId, id)
    await desk().tickets.finalize({ ticketId: completed })
    expect(await rowOf(completed)).toEqual([id])
    await desk().tickets.complete({ ticketId: completed })
    await desk().tickets.close({ ticketId: closed, reason: 'no-show', emailCustomer: false })
    await app.as('dana').preferences.change({ changeHours: 2 })
    await canceled.client.customerView.cancel({ token: canceled.token })
    for (const ticketId of [completed, closed, canceled.ticketId]) {
      expect(await rowOf(ticketId)).toEqual([])
      expect(await cardOf(ticketId)).toMatchObject({ serviceBay: null })
      expect((await errorOf(put(ticketId, id))).code).toBe('REFUSED')
    }
    await owner().remove({ serviceBayId: id })
  })

  test('is put in a bay at Check In by the desk, and by no technician', async () => {
    const serviceBay = await createServiceBay()
    const rig = { vin: '4UZACKBW27CX48321', axleAmount: '2' as const }
    const ticketId = await acceptedBooking()
    await desk().tickets.assign({ ticketId, employeeId: app.ids.rosa })
    const checkIn = (who: 'walt' | 'rosa') =>
      app.as(who).tickets.checkIn({ ticketId, customerRV: rig, serviceBayId: serviceBay.id })
    expect((await errorOf(checkIn('rosa'))).code).toBe('FORBIDDEN')
    expect(await desk().tickets.get({ ticketId })).toMatchObject({ state: 'pending' })
    expect(await checkIn('walt')).toMatchObject({ state: 'active', serviceBayNote: null })
    expect(await cardOf(ticketId)).toMatchObject({ state: 'active', serviceBay })
    const gone = await createServiceBay()
    await owner().remove({ serviceBayId: gone.id })
    const other = await acceptedBooking()
    const input = { ticketId: other, customerRV: rig, serviceBayId: gone.id }
    expect(await errorOf(desk().tickets.checkIn(input))).toMatchObject({
      fields: { serviceBayId: 'This bay was removed. Choose another one.' },
    })
    expect(await desk().tickets.get({ ticketId: other })).toMatchObject({ state: 'pending', checkIn: null })
  })

  test('says nothing of its bay to its customer', async () => {
    const serviceBay = await createServiceBay()
    const { ticketId, token, client } = await createAppointment(app)
    await put(ticketId, serviceBay.id)
    const shown = JSON.stringify(await client.customerView.get({ token }))
    expect(shown).not.toContain(serviceBay.id)
    expect(shown).not.toContain('serviceBay')
  })
})

describe('the desk is warned of another ticket in the bay', () => {
  const noteOn = (name: string, ticketId: number, from: string, to: string) =>
    `${name} already has ticket ${ticketId} from ${from} to ${to}.`
  const move = (ticketId: number, time: string) =>
    desk().bookings.move({ ticketId, wanted: { day: MONDAY, time } })

  test('where it puts one, checks one in and moves an appointment', async () => {
    const { id, name } = await createServiceBay()
    const first = await acceptedBooking()
    const second = await acceptedBooking()
    expect(await put(first, id)).toEqual({ serviceBayNote: null })
    // It is in the bay as long as the schedule draws it.
    await desk().tickets.changeJob({ ticketId: first, jobNumber: 1, estimatedTime: 3 })
    const note = noteOn(name, first, '2 PM', '5 PM')
    expect(await put(second, id)).toEqual({ serviceBayNote: note })
    expect(await rowOf(second)).toEqual([id])
    // Chosen again, it is said again.
    expect(await put(second, id)).toEqual({ serviceBayNote: note })
    expect(await move(second, '09:00')).toMatchObject({ serviceBayNote: null })
    expect(await move(second, '16:30')).toMatchObject({ serviceBayNote: note })
    const rig = { vin: '4UZACKBW27CX48321', axleAmount: '2' as const }
    const checkIn = { ticketId: second, customerRV: rig, serviceBayId: id }
    expect(await desk().tickets.checkIn(checkIn)).toMatchObject({ serviceBayNote: note })
  })

  test('where a longer estimate reaches into the next one’s time, and not where it is shorter', async () => {
    const { id, name } = await createServiceBay()
    const [first, second] = [await acceptedBooking(), await acceptedBooking()]
    await move(second, '16:00')
    for (const ticketId of [first, second]) expect(await put(ticketId, id)).toEqual({ serviceBayNote: null })
    const estimate = (estimatedTime: number) =>
      desk().tickets.changeJob({ ticketId: first, jobNumber: 1, estimatedTime })
    const note = noteOn(name, second, '4 PM', '5:30 PM')
    expect(await estimate(3)).toEqual({ done: true, serviceBayNote: note })
    expect(await estimate(2.5)).toEqual({ done: true, serviceBayNote: null })
    const added = { ticketId: first, problem: 'Awning', estimate: true }
    const { jobNumber } = await desk().tickets.addJob(added)
    await app.as('dana').tickets.changeJob({ ticketId: first, jobNumber, suggestedTime: 2 })
    expect(await desk().tickets.approveTime({ ticketId: first, jobNumber })).toEqual({
      done: true,
      serviceBayNote: note,
    })
  })

  test('where a customer moves their appointment: in the email to the owner, not to the customer', async () => {
    const { id, name } = await createServiceBay()
    const { ticketId, token, client } = await createAppointment(app)
    const other = await acceptedBooking()
    await move(other, '09:00')
    for (const each of [ticketId, other]) await put(each, id)
    await app.as('dana').preferences.change({ changeHours: 2 })
    expect(await client.customerView.reschedule({ token, wanted: { day: MONDAY, time: '09:30' } })).toEqual({
      done: true,
    })
    const notices = await app.database
      .selectFrom('ownerNotice')
      .select('content')
      .where('ticketId', '=', ticketId)
      .where('kind', '=', 'appointment')
      .execute()
    expect(notices).toMatchObject([{ content: { serviceBayNote: noteOn(name, other, '9 AM', '10:30 AM') } }])
  })

  test('of two who put tickets in it at once, the second', async () => {
    const { id, name } = await createServiceBay()
    const [first, second] = [await acceptedBooking(), await acceptedBooking()]
    const notes = await Promise.all([put(first, id), put(second, id)])
    expect(notes.filter(({ serviceBayNote }) => serviceBayNote !== null)).toEqual([
      { serviceBayNote: expect.stringContaining(`${name} already has ticket `) },
    ])
    expect(app.loggedErrors).toEqual([])
  })

  test('not in another bay, in none, nor of one that left', async () => {
    const [one, two] = [await createServiceBay(), await createServiceBay()]
    const first = await acceptedBooking()
    const second = await acceptedBooking()
    await put(first, one.id)
    expect(await put(second, two.id)).toEqual({ serviceBayNote: null })
    expect(await put(second, null)).toEqual({ serviceBayNote: null })
    await desk().tickets.close({ ticketId: first, reason: 'no-show', emailCustomer: false })
    expect(await put(second, one.id)).toEqual({ serviceBayNote: null })
    expect(await move(second, '14:00')).toMatchObject({ serviceBayNote: null })
  })
})
