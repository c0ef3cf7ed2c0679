import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activitySentence } from '#domain/tickets/activity.ts'
import { MAX_ADDENDA } from '#domain/tickets/addendum.ts'
import { createFakeFileStore } from '#server/files/file-store.ts'
import { customerOfLink, tokenIn } from '../../../../test/support/customer-fixtures.ts'
import { dumpDatabase } from '../../../../test/support/database-dump.ts'
import { readPdf, wordsOf } from '../../../../test/support/pdf-text.ts'
import { createVisit } from '../../../../test/support/rig-owner-fixtures.ts'
import { sharedVin } from '../../../../test/support/shared-vin.ts'
import { createTestApp, errorOf, type PersonName, type TestApp } from '../../../../test/support/test-app.ts'

const TEXT = 'The maker confirmed the warranty on the seal.'

let app: TestApp
let image: Buffer<ArrayBuffer>
beforeAll(async () => {
  app = await createTestApp({ files: createFakeFileStore() })
  const red = { r: 200, g: 30, b: 30 }
  image = Buffer.from(
    await sharp({ create: { width: 90, height: 60, channels: 3, background: red } })
      .jpeg()
      .toBuffer(),
  )
})
afterAll(() => app.close())

const add = (ticketId: number, text = TEXT) => app.as('walt').tickets.addAddendum({ ticketId, text })

async function sendPhoto(as: PersonName, ticketId: number, addendumId?: string) {
  const body = new FormData()
  if (addendumId !== undefined) body.append('addendumId', addendumId)
  body.append('photos', new Blob([image]), 'seal.jpg')
  const path = `/api/tickets/${ticketId}/jobs/1/photos`
  const response = await app.fetch(path, { as, method: 'POST', body })
  return { status: response.status, answer: (await response.json()) as { photos?: { photoId: string }[] } }
}

const statusOf = async (path: string, as: PersonName, cookie = '') =>
  (await app.fetch(path, { as, ...(cookie !== '' && { headers: { cookie } }) })).status

test('a ticket that is not completed takes no addendum, nor from those who are not its desk', async () => {
  const refused = async (ticketId: number) => {
    const before = await dumpDatabase(app.database)
    const error = await errorOf(add(ticketId))
    expect(await dumpDatabase(app.database)).toBe(before)
    return error.message
  }
  const [active, closed, finalized] = [
    await app.createTicket('rosa'),
    await app.createTicket(),
    await app.createTicket(),
  ]
  await app.as('dana').tickets.close({ ticketId: closed, reason: 'mistake' })
  await app.as('dana').tickets.finalize({ ticketId: finalized })
  expect(await refused(active)).toBe('Complete this ticket first.')
  expect(await refused(finalized)).toBe('Complete this ticket first.')
  expect(await refused(closed)).toMatch(/^Already closed by Dana Reyes/)
  const { ticketId } = await createVisit(app, { vin: sharedVin('ADD-0') })
  const text = { ticketId, text: TEXT }
  expect((await errorOf(app.as('rosa').tickets.addAddendum(text))).code).toBe('FORBIDDEN')
  expect((await errorOf(app.as('ray').tickets.addAddendum(text))).code).toBe('NOT_FOUND')
  expect(await errorOf(add(ticketId, '  '))).toMatchObject({ fields: { text: 'Required.' } })
  for (let count = 0; count < MAX_ADDENDA; count += 1) await add(ticketId)
  expect(await refused(ticketId)).toBe('A ticket has at most 20 additions.')
})

test('it is shown to the company, the customer and the rig’s owner, dated, and never in the public history', async () => {
  const vin = sharedVin('ADD-1')
  const { ticketId, code } = await createVisit(app, { vin })
  const before = await app.as('dana').tickets.get({ ticketId })
  const inPublic = () => app.as('visitor').workHistory.get({ vin })
  const publicBefore = await inPublic()
  app.now = new Date('2025-12-05T20:00:00Z')
  const { addendumId } = await add(ticketId)
  const photo = await sendPhoto('walt', ticketId, addendumId)
  const photoId = photo.answer.photos?.[0]?.photoId ?? ''
  expect(photo.status).toBe(201)
  const shown = { addendumId, text: TEXT, addedAt: app.now, photos: [{ photoId }] }

  const ticket = await app.as('dana').tickets.get({ ticketId })
  expect(ticket.addenda).toMatchObject([{ ...shown, by: 'Walt Kim' }])
  expect({ ...ticket, addenda: [] }).toEqual({ ...before, addenda: [] })
  expect(await statusOf(`/api/images/tickets/${ticketId}/photos/${photoId}`, 'dana')).toBe(200)
  expect(await statusOf(`/api/images/tickets/${ticketId}/photos/${photoId}`, 'ray')).toBe(404)
  const { entries } = await app.as('dana').tickets.activity({ ticketId })
  expect(entries.slice(0, 2).map(activitySentence)).toEqual([
    'Walt added a photo to the completed ticket',
    'Walt added to the completed ticket',
  ])

  const { link } = await app.as('dana').customerLinks.create({ ticketId })
  const token = tokenIn(link.path)
  const { client, cookie } = await customerOfLink(app, token)
  const tracked = await client.customerView.get({ token })
  expect(tracked.addenda).toMatchObject([shown])
  expect(JSON.stringify(tracked.addenda)).not.toContain('Walt')
  expect(tracked.jobs.flatMap(job => job.photos)).toEqual([])
  const ofLink = tracked.addenda[0]?.photos[0]?.small ?? ''
  expect(await statusOf(ofLink, 'visitor', cookie)).toBe(200)
  expect(await statusOf(ofLink, 'visitor')).toBe(409)

  const document = await app.fetch(`/api/tickets/${ticketId}/document.pdf`, { as: 'dana' })
  const words = wordsOf(readPdf(new Uint8Array(await document.arrayBuffer())))
  expect(words).toContain(`Added later, Fri, Dec 5, 2025 ${TEXT}`)

  const mine = app.as('june').rigClaims
  await mine.claim({ vin, code })
  const [visit] = (await mine.get({ vin })).visits
  expect(visit?.addenda).toMatchObject([shown])
  expect(visit?.work.flatMap(line => line.photos)).toEqual([])
  expect(await statusOf(visit?.addenda[0]?.photos[0]?.small ?? '', 'june')).toBe(200)
  const { report } = await mine.createReport({ vin })
  const read = await app.as('visitor').rigClaims.getReport({ token: tokenIn(report.path) })
  expect(read.visits[0]?.addenda).toMatchObject([shown])

  expect(await inPublic()).toEqual(publicBefore)
  const exported = (await (await app.fetch('/api/company/export', { as: 'dana' })).json()) as {
    ticketManager: { recordedServiceTickets: Record<string, { addenda: unknown }> }
  }
  expect(exported.ticketManager.recordedServiceTickets[ticketId]?.addenda).toMatchObject({
    [addendumId]: { name: 'Walt Kim', text: TEXT, photos: { [photoId]: { url: expect.any(String) } } },
  })
})

test('a photo needs its addendum, of the same ticket, and a completed ticket takes no other', async () => {
  const { ticketId } = await createVisit(app, { vin: sharedVin('ADD-2') })
  const other = await createVisit(app, { vin: sharedVin('ADD-3') })
  const { addendumId } = await add(ticketId)
  const before = await dumpDatabase(app.database)
  expect((await sendPhoto('walt', ticketId)).status).toBe(409)
  expect((await sendPhoto('walt', ticketId, randomUUID())).status).toBe(404)
  expect((await sendPhoto('walt', ticketId, 'x')).status).toBe(400)
  expect((await sendPhoto('walt', other.ticketId, addendumId)).status).toBe(404)
  expect((await sendPhoto('ray', ticketId, addendumId)).status).toBe(404)
  expect([403, 404]).toContain((await sendPhoto('rosa', ticketId, addendumId)).status)
  expect(await dumpDatabase(app.database)).toBe(before)
})
