import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { activitySentence } from '#domain/tickets/activity.ts'
import { createFakeFileStore } from '#server/files/file-store.ts'
import { createLinkedTicket } from '../../../../test/support/customer-fixtures.ts'
import { createTestApp, errorOf, type PersonName, type TestApp } from '../../../../test/support/test-app.ts'

const PDF = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>')

let app: TestApp
let files: ReturnType<typeof createFakeFileStore>
let photo: Buffer<ArrayBuffer>
beforeAll(async () => {
  files = createFakeFileStore()
  app = await createTestApp({ files })
  const image = sharp({ create: { width: 90, height: 60, channels: 3, background: '#c33' } })
  photo = Buffer.from(await image.jpeg().toBuffer())
})
afterAll(() => app.close())
beforeEach(() => files.files.clear())

/** A ticket with a sublet windshield, and where its bill is. */
async function subletTicket() {
  const linked = await createLinkedTicket(app)
  const { ticketId } = linked
  const glass = {
    quantity: 1,
    description: 'Windshield',
    perPartAmount: 150,
    sublet: { supplier: 'Glass & Go' },
  }
  const { partId } = await app.as('walt').tickets.addPart({ ticketId, ...glass })
  return { ...linked, partId, path: `/api/tickets/${ticketId}/parts/${partId}/supplier-bill` }
}

async function put(path: string, bytes: Buffer, as: PersonName = 'walt', key?: string) {
  const body = new FormData()
  body.append('bill', new Blob([new Uint8Array(bytes)]), '../etc/a lie.exe')
  const headers: Record<string, string> = key === undefined ? {} : { 'idempotency-key': key }
  const answer = await app.fetch(path, { as, method: 'PUT', body, headers })
  return { status: answer.status, body: await answer.json() }
}

const billOf = async (ticketId: number) =>
  (await app.as('dana').tickets.get({ ticketId })).parts.at(-1)?.sublet?.bill

const extensions = () => [...files.files.keys()].map(key => key.replace(/.*[.]/, ''))

test('a PDF is stored as it is and sent to be saved; a photo in its place is re-encoded', async () => {
  const { ticketId, path } = await subletTicket()
  expect(await billOf(ticketId)).toBeNull()
  expect(await put(path, PDF)).toEqual({ status: 200, body: { done: true } })
  expect(await billOf(ticketId)).toBe('pdf')
  const sent = await app.fetch(path, { as: 'dana' })
  expect(Object.fromEntries(sent.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': `attachment; filename="Supplier Bill ${ticketId}.pdf"`,
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
  })
  expect(Buffer.from(await sent.arrayBuffer())).toEqual(PDF)
  expect(extensions()).toEqual(['pdf'])

  await put(path, photo)
  expect(await billOf(ticketId)).toBe('image')
  expect((await app.fetch(path, { as: 'dana' })).headers.get('content-type')).toBe('image/webp')
  expect(extensions()).toEqual(['webp', 'webp'])
  const { entries } = await app.as('dana').tickets.activity({ ticketId })
  expect(entries.slice(0, 2).map(activitySentence)).toEqual([
    'Walt attached the supplier’s bill of Windshield',
    'Walt attached the supplier’s bill of Windshield',
  ])
})

test('sent twice under one key it is attached once, and removed it leaves no file', async () => {
  const { ticketId, path } = await subletTicket()
  const key = '019aa2b4-1234-7abc-8def-0123456789ab'
  expect(await put(path, PDF, 'walt', key)).toEqual(await put(path, PDF, 'walt', key))
  expect(extensions()).toEqual(['pdf'])
  const remove = () => app.fetch(path, { as: 'walt', method: 'DELETE' })
  expect((await remove()).status).toBe(200)
  expect(await billOf(ticketId)).toBeNull()
  expect([...files.files]).toEqual([])
  expect([(await remove()).status, (await app.fetch(path, { as: 'dana' })).status]).toEqual([404, 404])
})

test('it stays when the sublet is edited, also after Finalize, and is removed before the sublet', async () => {
  const { ticketId, partId, path } = await subletTicket()
  const desk = app.as('walt').tickets
  await put(path, PDF)
  await desk.changePart({ ticketId, partId, sublet: { supplier: 'Dometic Service', cost: 90 } })
  expect(await billOf(ticketId)).toBe('pdf')
  for (const lose of [
    () => desk.changePart({ ticketId, partId, sublet: null }),
    () => desk.removePart({ ticketId, partId }),
  ])
    expect(await errorOf(lose())).toMatchObject({
      code: 'REFUSED',
      message: 'Remove the supplier’s bill of Windshield first.',
    })
  await desk.finalize({ ticketId })
  expect((await put(path, photo)).status).toBe(200)
  expect(extensions()).toEqual(['webp', 'webp'])
})

test.each([
  ['no file that it takes', Buffer.from('MZ program')],
  ['a PDF that begins with something else', Buffer.concat([Buffer.from('<html>'), PDF])],
  ['an empty one', Buffer.alloc(0)],
])('%s is refused, and nothing is stored', async (_, bytes) => {
  const { ticketId, path } = await subletTicket()
  const { status, body } = await put(path, bytes)
  expect([status, body.fields]).toEqual([400, { bill: 'Choose a photo or a PDF.' }])
  expect(await billOf(ticketId)).toBeNull()
  expect([...files.files]).toEqual([])
})

test('no technician and no other company attaches, reads or removes it, and no customer reads of it', async () => {
  const { ticketId, token, client, path } = await subletTicket()
  await put(path, PDF)
  for (const [person, status] of [
    ['rosa', 403],
    ['ray', 404],
    ['visitor', 401],
  ] as const) {
    const answers = [
      (await put(path, PDF, person)).status,
      (await app.fetch(path, { as: person })).status,
      (await app.fetch(path, { as: person, method: 'DELETE' })).status,
    ]
    expect(answers, person).toEqual([status, status, status])
  }
  expect((await app.as('rosa').tickets.get({ ticketId })).parts.at(-1)?.sublet).toBeNull()
  expect(JSON.stringify(await client.customerView.get({ token }))).not.toMatch(/"bill"|pdf/)
  expect(await billOf(ticketId)).toBe('pdf')
})
