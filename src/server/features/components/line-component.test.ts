import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { activitySentence } from '#domain/tickets/activity.ts'
import { june } from '#server/seed/demo-accounts.ts'
import { dumpDatabase } from '../../../../test/support/database-dump.ts'
import { START } from '../../../../test/support/global-setup.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  app.now = new Date(START)
  await app.as('dana').preferences.change({ listsComponents: true })
})

const FURNACE = { kind: 'furnace', maker: 'Suburban', model: 'SF-30F', serial: '0912 44521' } as const

let count = 100
const nextVin = () => {
  count += 1
  return `1UJBJ0BP5E78${String(count).padStart(5, '0')}`
}
const later = () => {
  app.now = new Date(app.now.getTime() + 60_000)
}
const createTicket = async (vin = nextVin()) => {
  const customerRV = { ...june.customerRV, vin }
  const jobs = [{ problem: 'Furnace will not light' }, { problem: 'Awning torn' }]
  const { customerDetails } = june
  return (await app.as('dana').tickets.create({ customerDetails, customerRV, jobs })).ticketId
}
const addFurnace = async (ticketId: number, more: object = {}) =>
  (await app.as('dana').components.add({ ticketId, ...FURNACE, ...more })).componentId
const choose = (ticketId: number, componentId: string | null, who: 'walt' | 'dana' | 'sam' = 'walt') =>
  app.as(who).tickets.changeJob({ ticketId, jobNumber: 1, componentId })
const componentOn = async (ticketId: number, who: 'dana' | 'sam' = 'dana') =>
  (await app.as(who).tickets.get({ ticketId })).jobs[0]?.component
const lastActivity = async (ticketId: number) =>
  (await app.as('walt').tickets.activity({ ticketId })).entries.map(activitySentence)

test('a job line is put on a component, reads what is known of it now, and is taken off again', async () => {
  const ticketId = await createTicket()
  const componentId = await addFurnace(ticketId)
  expect(await componentOn(ticketId)).toBeNull()
  later()
  await choose(ticketId, componentId)
  expect(await componentOn(ticketId)).toMatchObject({ componentId, ...FURNACE, isInstalled: true })
  later()
  await app.as('dana').components.correct({ ticketId, componentId, ...FURNACE, model: 'SF-35F' })
  expect(await componentOn(ticketId)).toMatchObject({ componentId, model: 'SF-35F' })
  await choose(ticketId, null, 'dana')
  expect(await componentOn(ticketId)).toBeNull()
  expect((await lastActivity(ticketId)).slice(0, 3)).toEqual([
    'Dana took 1. Furnace will not light off its component',
    'Dana corrected Furnace · Suburban SF-35F of the RV',
    'Walt put 1. Furnace will not light on Furnace · Suburban SF-30F',
  ])
})

test('the technician of the ticket reads it on the line', async () => {
  const ticketId = await createTicket()
  await choose(ticketId, await addFurnace(ticketId))
  await app.as('walt').tickets.assign({ ticketId, employeeId: app.ids.sam })
  expect(await componentOn(ticketId, 'sam')).toMatchObject(FURNACE)
})

test('a line stays on a component that was replaced, and can be put on the one in its place', async () => {
  const ticketId = await createTicket()
  const componentId = await addFurnace(ticketId)
  await choose(ticketId, componentId)
  const newer = await addFurnace(ticketId, { serial: 'N-1', replaces: componentId })
  expect(await componentOn(ticketId)).toMatchObject({ componentId, isInstalled: false })
  await choose(ticketId, componentId)
  await choose(ticketId, newer)
  expect(await componentOn(ticketId)).toMatchObject({ componentId: newer, serial: 'N-1' })
  expect(await errorOf(choose(ticketId, componentId))).toMatchObject({
    fields: { componentId: 'Choose a component of this RV.' },
  })
})

test('the component goes with the ticket to another VIN if it was entered there; another stays', async () => {
  const wrong = nextVin()
  const earlier = await createTicket(wrong)
  const awning = (
    await app.as('dana').components.add({ ticketId: earlier, kind: 'awning', maker: 'Carefree' })
  ).componentId
  const ticketId = await createTicket(wrong)
  const componentId = await addFurnace(ticketId)
  await choose(ticketId, componentId)
  await app.as('walt').tickets.changeJob({ ticketId, jobNumber: 2, componentId: awning })
  await app.as('walt').tickets.changeDetails({ ticketId, customerRV: { vin: nextVin() } })
  const { jobs } = await app.as('dana').tickets.get({ ticketId })
  expect(jobs.map(({ component }) => component?.componentId ?? null)).toEqual([componentId, null])
  expect((await lastActivity(ticketId))[0]).toBe('Walt took 2. Awning torn off its component')
})

test('where components are turned off, lines show none', async () => {
  const ticketId = await createTicket()
  await choose(ticketId, await addFurnace(ticketId))
  await app.as('dana').preferences.change({ listsComponents: false })
  expect(await componentOn(ticketId)).toBeNull()
})

test('refused, with nothing written: a component of another RV, one of a company that lists none, and by a technician', async () => {
  const other = await addFurnace(await createTicket())
  const ticketId = await createTicket()
  const componentId = await addFurnace(ticketId)
  await app.as('walt').tickets.assign({ ticketId, employeeId: app.ids.sam })
  const before = await dumpDatabase(app.database)
  const notHere = { fields: { componentId: 'Choose a component of this RV.' } }
  expect(await errorOf(choose(ticketId, other))).toMatchObject(notHere)
  expect((await errorOf(choose(ticketId, componentId, 'sam'))).code).toBe('FORBIDDEN')
  expect(await dumpDatabase(app.database)).toEqual(before)
  await app.as('dana').preferences.change({ listsComponents: false })
  expect(await errorOf(choose(ticketId, componentId))).toMatchObject(notHere)
})
