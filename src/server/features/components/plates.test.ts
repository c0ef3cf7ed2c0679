import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { activitySentence } from '#domain/tickets/activity.ts'
import { listFilesToDelete } from '#server/features/platform-admin/company-data-store.ts'
import { createFakeFileStore } from '#server/files/file-store.ts'
import { june } from '#server/seed/demo-accounts.ts'
import { dumpDatabase } from '../../../../test/support/database-dump.ts'
import { createTestApp, type PersonName, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
let files: ReturnType<typeof createFakeFileStore>
let image: Buffer<ArrayBuffer>
beforeAll(async () => {
  files = createFakeFileStore()
  app = await createTestApp({ files })
  for (const owner of ['dana', 'ray'] as const)
    await app.as(owner).preferences.change({ listsComponents: true })
  const plate = sharp({ create: { width: 90, height: 60, channels: 3, background: '#c9c9c4' } })
  image = Buffer.from(await plate.jpeg().toBuffer())
})
afterAll(() => app.close())
beforeEach(() => files.files.clear())

const FURNACE = { kind: 'furnace', maker: 'Suburban', model: 'SF-30F', serial: '0912 44521' } as const

/** Each test has a VIN of its own. */
let count = 100
const nextVin = () => {
  count += 1
  return `1UJBJ0BP5E88${String(count).padStart(5, '0')}`
}
async function createTicketOf(owner: 'dana' | 'ray', vin: string) {
  const { customerDetails, customerRV } = june
  const jobs = [{ problem: 'Furnace will not light' }]
  const ticket = { customerDetails, customerRV: { ...customerRV, vin }, jobs }
  return (await app.as(owner).tickets.create(ticket)).ticketId
}

/** A ticket of Rosa's at Bluebonnet whose RV has a furnace. */
async function withFurnace(vin = nextVin()) {
  const ticketId = await createTicketOf('dana', vin)
  await app.as('dana').tickets.assign({ ticketId, employeeId: app.ids.rosa })
  const { componentId } = await app.as('rosa').components.add({ ticketId, ...FURNACE })
  return { ticketId, componentId }
}

type Plate = { readonly ticketId: number; readonly componentId: string }

async function photograph(
  { ticketId, componentId }: Plate,
  { as = 'rosa' as PersonName, key = randomUUID() as string, content = image } = {},
) {
  app.now = new Date(app.now.getTime() + 1000)
  const path = `/api/tickets/${ticketId}/components/${componentId}/plate/${key}`
  const answer = await app.fetch(`${path}?size=${content.length}`, {
    as,
    method: 'PATCH',
    headers: { 'Content-Type': 'application/octet-stream', 'Upload-Offset': '0' },
    body: content,
  })
  return { status: answer.status, body: await answer.json() }
}
const listOf = (ticketId: number, as: 'dana' | 'ray' = 'dana') => app.as(as).components.list({ ticketId })
const platesOf = async (ticketId: number, as: 'dana' | 'ray' = 'dana') =>
  (await listOf(ticketId, as)).components.map(({ plate }) => plate)

test('a photo of a plate is with its component, once, and nothing of the component is lost', async () => {
  const furnace = await withFurnace()
  const key = randomUUID()
  const sent = await photograph(furnace, { key })
  expect(await photograph(furnace, { key })).toEqual(sent)
  expect(sent.status).toBe(201)
  const { components } = await listOf(furnace.ticketId)
  expect(components).toMatchObject([
    { ...FURNACE, plate: sent.body, entries: [{ plate: null }, { how: 'corrected', plate: sent.body }] },
  ])
  expect(components).toHaveLength(1)
  const shown = await app.fetch(sent.body.large, { as: 'rosa' })
  expect(shown.headers.get('cache-control')).toBe('private, no-cache')
  expect(await sharp(await shown.arrayBuffer()).metadata()).toMatchObject({ width: 90, height: 60 })
  const { entries } = await app.as('dana').tickets.activity({ ticketId: furnace.ticketId })
  expect(entries.map(activitySentence)[0]).toBe('Rosa photographed the plate of Furnace · Suburban SF-30F')
})

test('a newer photo is shown in its place, a correction keeps it, and each stays on record', async () => {
  const furnace = await withFurnace()
  const first = await photograph(furnace)
  const second = await photograph(furnace)
  await app.as('dana').components.correct({ ...furnace, ...FURNACE, serial: '0912' })
  expect(await platesOf(furnace.ticketId)).toEqual([second.body])
  expect((await app.fetch(first.body.small, { as: 'dana' })).status).toBe(200)
})

test('another company reads neither the photo nor that there is one', async () => {
  const vin = nextVin()
  const furnace = await withFurnace(vin)
  const theirs = await createTicketOf('ray', vin)
  const before = (await listOf(theirs, 'ray')).components
  const { body } = await photograph(furnace)
  const [after] = (await listOf(theirs, 'ray')).components
  expect({ ...after, entries: [] }).toEqual({ ...before[0], entries: [] })
  expect(JSON.stringify(after)).not.toMatch(/plates|webp/)
  const photoId = body.small.replace(/.*plates.|[?].*/g, '')
  const answers = [body.small, `/api/images/tickets/${theirs}/plates/${photoId}`].map(path =>
    app.fetch(path, { as: 'ray' }),
  )
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([404, 404])
  const ours = await photograph({ ...furnace, ticketId: theirs }, { as: 'ray' })
  expect(await platesOf(theirs, 'ray')).toEqual([ours.body])
  expect(await platesOf(furnace.ticketId)).toEqual([body])
})

test('only those who work on the ticket read and take it', async () => {
  const vin = nextVin()
  const furnace = await withFurnace(vin)
  const { body } = await photograph(furnace)
  for (const [as, status] of [
    ['sam', 404],
    ['ray', 404],
    ['june', 403],
    ['visitor', 401],
  ] as const)
    expect([
      (await app.fetch(body.small, { as })).status,
      (await photograph(furnace, { as })).status,
    ]).toEqual([status, status])
  const again = await createTicketOf('dana', vin)
  const [plate] = await platesOf(again)
  expect((await app.fetch(plate?.small ?? '', { as: 'walt' })).status).toBe(200)
})

test('it goes with its ticket to a corrected VIN', async () => {
  const vin = nextVin()
  const furnace = await withFurnace(vin)
  const { body } = await photograph(furnace)
  await app.as('dana').tickets.changeDetails({ ticketId: furnace.ticketId, customerRV: { vin: nextVin() } })
  expect(await platesOf(furnace.ticketId)).toEqual([body])
  expect((await app.fetch(body.small, { as: 'dana' })).status).toBe(200)
  expect(await platesOf(await createTicketOf('dana', vin))).toEqual([])
})

test('it goes with its visit to a VIN that those who run the platform correct', async () => {
  const [vin, newVin] = [nextVin(), nextVin()]
  const furnace = await withFurnace(vin)
  const { body } = await photograph(furnace)
  const { ticketId } = furnace
  await app.as('dana').tickets.finalize({ ticketId })
  await app.as('dana').tickets.complete({ ticketId })
  const correction = { vin, newVin, companyUUID: app.ids.dana, ticketId, reason: 'The plate says 88' }
  await app.as('maya').platformAdmin.correctVin(correction)
  expect(await platesOf(ticketId)).toEqual([body])
  expect((await app.fetch(body.small, { as: 'dana' })).status).toBe(200)
})

test('the export names its file, and it is deleted with the company', async () => {
  const furnace = await withFurnace()
  const { body } = await photograph(furnace)
  const photoId = body.small.replace(/.*plates.|[?].*/g, '')
  const exported = await (await app.fetch('/api/company/export', { as: 'dana' })).json()
  const names = exported.components.map(({ platePhoto }: { platePhoto: string | null }) => platePhoto)
  expect(names).toContain(`images/${app.ids.dana}/${furnace.ticketId}/${photoId}.webp`)
  const deleted = await listFilesToDelete(app.database, app.ids.dana)
  expect(deleted).toContainEqual(
    expect.objectContaining({ companyId: app.ids.dana, ticketId: furnace.ticketId, imageId: photoId }),
  )
})

test('one whose id was made on the phone gets its photo, and is not added twice', async () => {
  const { ticketId } = await withFurnace()
  const componentId = randomUUID()
  const awning = { ticketId, componentId, kind: 'awning', maker: 'Carefree' } as const
  expect(await app.as('rosa').components.add(awning)).toMatchObject({ componentId })
  const { body, status } = await photograph({ ticketId, componentId })
  expect(status).toBe(201)
  expect(await platesOf(ticketId)).toEqual([null, body])
  await expect(app.as('rosa').components.add(awning)).rejects.toMatchObject({
    code: 'REFUSED',
    message: 'This component is on record already. Correct it instead.',
  })
})

test.each([
  ['a file that is no photo', 400, async () => ({}), Buffer.from('MZ program')],
  [
    'a component that is no longer in the RV',
    404,
    async (furnace: Plate) => app.as('dana').components.remove(furnace),
    undefined,
  ],
  [
    'a completed ticket',
    409,
    async ({ ticketId }: Plate) => app.as('dana').tickets.finalize({ ticketId }),
    undefined,
  ],
])('%s is refused, and nothing is stored', async (_, status, prepare, content) => {
  const furnace = await withFurnace()
  await prepare(furnace)
  const before = await dumpDatabase(app.database)
  expect((await photograph(furnace, { ...(content && { content }) })).status).toBe(status)
  expect(await dumpDatabase(app.database)).toEqual(before)
  expect([...files.files]).toEqual([])
})
