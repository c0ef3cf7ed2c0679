import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makerModelKey } from '#domain/components/line-component.ts'
import { cents } from '#domain/lib/money.ts'
import { june } from '#server/seed/demo-accounts.ts'
import { createVisitToday } from '../../../../test/support/customer-fixtures.ts'
import { START } from '../../../../test/support/global-setup.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  for (const owner of ['dana', 'ray'] as const)
    await app.as(owner).preferences.change({ listsComponents: true })
})
afterAll(() => app.close())
beforeEach(() => {
  app.now = new Date(START)
})

type Owner = 'dana' | 'ray'

let count = 100
const next = (): number => {
  count += 1
  return count
}
const nextVin = () => `1UJBJ0BP5E79${String(next()).padStart(5, '0')}`
/** Each test has a model of its own. */
const nextModel = () => `SF-${next()}F`
const minutesLater = (minutes: number) => {
  app.now = new Date(app.now.getTime() + minutes * 60_000)
}

type Typed = { maker?: string; model: string; who?: Owner; vin?: string }

/** A ticket whose first line is on a furnace of this model. */
async function ticketOn({ maker = 'Suburban', model, who = 'dana', vin = nextVin() }: Typed) {
  const { customerDetails } = june
  const jobs = [{ problem: 'Furnace will not light' }, { problem: 'Awning torn' }]
  const customerRV = { ...june.customerRV, vin }
  const { ticketId } = await app.as(who).tickets.create({ customerDetails, customerRV, jobs })
  const { componentId } = await app.as(who).components.add({ ticketId, kind: 'furnace', maker, model })
  await app.as(who).tickets.changeJob({ ticketId, jobNumber: 1, componentId })
  return { ticketId, componentId, who, vin }
}
type OnModel = Awaited<ReturnType<typeof ticketOn>>

const addPart = ({ ticketId, who }: OnModel, description: string, price?: number, jobNumber = 1) =>
  app.as(who).tickets.addPart({
    ...{ ticketId, jobNumber, description, quantity: 1 },
    ...(price !== undefined && { perPartAmount: cents(price) }),
  })
const finish = ({ ticketId, who }: OnModel) => app.as(who).tickets.finalize({ ticketId })
const fitted = async ({ ticketId, componentId, who }: OnModel, reader: Owner | 'sam' = who) =>
  (await app.as(reader).components.listFittedParts({ ticketId, componentId })).parts

/** A finalized ticket on this model with these parts on its line. */
async function finishedOn(typed: Typed, ...parts: readonly (readonly [string, number])[]) {
  const ticket = await ticketOn(typed)
  for (const [description, price] of parts) await addPart(ticket, description, price)
  await finish(ticket)
  minutesLater(1)
  return ticket
}

test('a part that was used on a maker and model is offered for the next RV that has it, however they are typed', async () => {
  const model = nextModel()
  const earlier = await ticketOn({ model })
  await addPart(earlier, 'Igniter 1473', 38_00)
  await addPart(earlier, 'Awning fabric', 500_00, 2)
  const { partId } = await addPart(earlier, 'Wrong board', 90_00)
  await app.as('dana').tickets.removePart({ ticketId: earlier.ticketId, partId })
  await finish(earlier)
  const later = await ticketOn({ maker: 'SUBURBAN', model: model.toLowerCase().replace('-', ' - ') })
  expect(await fitted(later)).toEqual([
    { description: 'Igniter 1473', perPartAmount: 38_00, ticketId: earlier.ticketId },
  ])
  expect(await fitted(await ticketOn({ model: nextModel() }))).toEqual([])
})

test('of an open ticket only lines with a correction count, and of no ticket its own', async () => {
  const model = nextModel()
  const open = await ticketOn({ model })
  await addPart(open, 'Sail switch', 21_00)
  const other = await ticketOn({ model })
  expect(await fitted(other)).toEqual([])
  await app
    .as('dana')
    .tickets.changeJob({ ticketId: open.ticketId, jobNumber: 1, correction: 'Replaced it.' })
  expect(await fitted(other)).toMatchObject([{ description: 'Sail switch' }])
  expect(await fitted(open)).toEqual([])
})

test('the newest comes first, each part once with the last price, at most eight', async () => {
  const model = nextModel()
  await finishedOn({ model }, ['Igniter 1473', 35_00], ['Gas valve', 80_00])
  const newest = await ticketOn({ model })
  await addPart(newest, ' igniter 1473', 38_00)
  await addPart(newest, 'Blower')
  await app.as('dana').tickets.changeJob({ ticketId: newest.ticketId, jobNumber: 1, correction: 'Done.' })
  minutesLater(1)
  const later = await ticketOn({ model })
  expect(await fitted(later)).toEqual([
    { description: 'Blower', perPartAmount: null, ticketId: newest.ticketId },
    { description: 'igniter 1473', perPartAmount: 38_00, ticketId: newest.ticketId },
    expect.objectContaining({ description: 'Gas valve', perPartAmount: 80_00 }),
  ])
  const many = Array.from({ length: 9 }, (_, index) => [`Screw ${index}`, 1_00] as const)
  await finishedOn({ model }, ...many)
  expect((await fitted(later)).map(({ description }) => description)).toEqual(
    many.slice(0, 8).map(([description]) => description),
  )
})

test('a corrected model takes its lines with it', async () => {
  const [wrong, right] = [nextModel(), nextModel()]
  const earlier = await finishedOn({ model: wrong }, ['Igniter 1473', 38_00])
  const again = await ticketOn({ model: right, vin: earlier.vin })
  const details = { kind: 'furnace', maker: 'Suburban', model: right } as const
  await app
    .as('dana')
    .components.correct({ ticketId: again.ticketId, componentId: earlier.componentId, ...details })
  expect(await fitted(await ticketOn({ model: right }))).toMatchObject([{ description: 'Igniter 1473' }])
  expect(await fitted(await ticketOn({ model: wrong }))).toEqual([])
})

test('of another company nothing is offered, also on a component that it entered', async () => {
  const model = nextModel()
  const earlier = await finishedOn({ model }, ['Igniter 1473', 38_00])
  const theirs = await ticketOn({ model, who: 'ray', vin: earlier.vin })
  expect(await fitted(theirs)).toEqual([])
  const { ticketId } = theirs
  await app.as('ray').tickets.changeJob({ ticketId, jobNumber: 1, componentId: earlier.componentId })
  expect(await fitted({ ...theirs, componentId: earlier.componentId })).toEqual([])
  await addPart(theirs, 'Their board', 99_00)
  await finish(theirs)
  expect(await fitted(await ticketOn({ model, who: 'ray' }))).toMatchObject([{ description: 'Their board' }])
  expect(await fitted(await ticketOn({ model }))).toMatchObject([{ description: 'Igniter 1473' }])
})

test('the technician of the ticket is offered it without a price, and no other', async () => {
  const model = nextModel()
  await finishedOn({ model }, ['Igniter 1473', 38_00])
  const later = await ticketOn({ model })
  const isHidden = async () => (await errorOf(fitted(later, 'sam'))).code
  expect(await isHidden()).toBe('NOT_FOUND')
  await app.as('dana').tickets.assign({ ticketId: later.ticketId, employeeId: app.ids.sam })
  expect(await fitted(later, 'sam')).toMatchObject([{ description: 'Igniter 1473', perPartAmount: null }])
})

describe('a technician’s stops say what to bring:', () => {
  test('the parts on the lines of a component, and what fitted the same model before', async () => {
    const model = nextModel()
    await finishedOn({ model }, ['Igniter 1473', 38_00], ['Gas valve', 80_00])
    const { ticketId } = await createVisitToday(app)
    const stopOf = async () => {
      const { stops } = await app.as('rosa').bookings.listStops()
      return stops.find(stop => stop.ticketId === ticketId)
    }
    expect(await stopOf()).toMatchObject({ loads: [] })
    const plate = { kind: 'furnace', maker: 'Suburban', model, serial: '0912' } as const
    const { componentId } = await app.as('dana').components.add({ ticketId, ...plate })
    await app.as('dana').tickets.changeJob({ ticketId, jobNumber: 1, componentId })
    await app.as('dana').tickets.addPart({
      ticketId,
      jobNumber: 1,
      quantity: 2,
      description: 'Gas valve',
      perPartAmount: cents(1),
    })
    expect((await stopOf())?.loads).toEqual([
      {
        componentId,
        component: `Furnace · Suburban ${model} · serial 0912`,
        parts: ['2 × Gas valve'],
        fittedBefore: ['Igniter 1473'],
      },
    ])
    const day = '2025-11-20'
    const { stops } = await app.as('walt').schedule.stops({ employeeId: app.ids.rosa, day })
    expect(stops.find(stop => stop.ticketId === ticketId)?.loads).toHaveLength(1)
  })
})

test('ten thousand lines on a model are not all read: the newest are, by the index in its order', async () => {
  const model = nextModel()
  const few = await ticketOn({ model })
  await finishedOn({ model }, ['Igniter 1473', 38_00])
  const copy = await ticketOn({ model: nextModel() })
  await sql`
    insert into job (company_id, ticket_id, job_number, problem, cause, correction, estimated_time, estimate, answer,
                     component_id, component_model, component_at)
    select company_id, ticket_id, 1000 + n, problem, '', 'Done.', 0, false, 'none',
           component_id, ${makerModelKey({ maker: 'Suburban', model })}, component_at - n * interval '1 minute'
    from job, generate_series(1, 10000) n
    where ticket_id = ${copy.ticketId} and job_number = 1`.execute(app.database)
  await sql`
    insert into part (company_id, ticket_id, part_id, position, quantity, description, job_number)
    select company_id, ticket_id, gen_random_uuid(), 1000 + n, 1, 'Part ' || n % 50, 1000 + n
    from job, generate_series(1, 10000) n
    where ticket_id = ${copy.ticketId} and job_number = 1`.execute(app.database)
  await sql`analyze job`.execute(app.database)
  await sql`analyze part`.execute(app.database)
  const { rows } = await sql`explain select ticket_id, job_number from job
    where company_id = ${sql.lit(app.ids.dana)} and component_id is not null
      and component_model = ${sql.lit(makerModelKey({ maker: 'Suburban', model }))}
    order by component_at desc limit 200`.execute(app.database)
  const plan = JSON.stringify(rows)
  expect(plan).toContain('job_component_model')
  expect(plan).not.toContain('Sort')
  expect(await fitted(few)).toHaveLength(8)
})
