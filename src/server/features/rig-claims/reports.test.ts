import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { june } from '#server/seed/demo-accounts.ts'
import { claimRigOf, createRigOwner, createVisit } from '../../../../test/support/rig-owner-fixtures.ts'
import { sharedVin } from '../../../../test/support/shared-vin.ts'
import { createTestApp, errorOf, type PersonName, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const mine = () => app.as('june').rigClaims
const tokenOf = ({ path }: { path: string }): string => path.split('/').at(-1) ?? ''
const read = (token: string) => app.as('visitor').rigClaims.getReport({ token })
const HTML = '<img src=x onerror=alert(1)> 🚐 “done”'

/** A visit with a photo on its one job line. */
async function photographed(vin: string) {
  const desk = app.as('dana')
  const { ticketId } = await desk.tickets.create({
    customerDetails: june.customerDetails,
    customerRV: { ...june.customerRV, vin },
    jobs: [{ problem: HTML, estimatedTime: 1 }, { problem: 'Wheels' }],
  })
  const photoOf = async (jobNumber: number) => {
    const body = new FormData()
    const image = sharp({ create: { width: 40, height: 30, channels: 3, background: '#c33' } }).png()
    body.append('photos', new Blob([new Uint8Array(await image.toBuffer())]), 'roof.png')
    const path = `/api/tickets/${ticketId}/jobs/${jobNumber}/photos`
    const answer = await app.fetch(path, { as: 'dana', method: 'POST', body })
    return ((await answer.json()) as { photos: { photoId: string }[] }).photos[0]?.photoId ?? ''
  }
  const [roof, wheels] = [await photoOf(1), await photoOf(2)]
  const [, line] = (await desk.approvals.get({ ticketId })).lines
  const no = { ticketId, jobNumber: 2, version: line?.version ?? '', answer: 'declined' } as const
  await desk.approvals.recordAnswer({ ...no, name: 'June Park' })
  await desk.tickets.finalize({ ticketId })
  await desk.tickets.complete({ ticketId })
  return { ticketId, roof, wheels, code: (await desk.customerLinks.get({ ticketId })).claim?.code ?? '' }
}

const statusOf = async (path: string, as: PersonName = 'visitor') => {
  const answer = await app.fetch(path, { as })
  await answer.arrayBuffer()
  return answer.status
}

describe('photos of a visit', () => {
  test("are visible to the rig's owner, except those of declined lines, and to no one else", async () => {
    const vin = sharedVin('PHOTO-1')
    const { roof, wheels, code } = await photographed(vin)
    await mine().claim({ vin, code })
    const [visit] = (await mine().get({ vin })).visits
    expect(visit?.work.map(({ problem, photos }) => [problem, photos.map(({ photoId }) => photoId)])).toEqual(
      [[HTML, [roof]]],
    )
    const path = visit?.work[0]?.photos[0]?.small ?? ''
    expect(path).toBe(`/api/my/rigs/${vin}/photos/${app.ids.dana}/${roof}/small`)
    expect(await statusOf(path, 'june')).toBe(200)
    expect(await statusOf(path.replace('small', 'large'), 'june')).toBe(200)
    expect(await statusOf(path, 'maya')).toBe(404)
    expect(await statusOf(path, 'dana')).toBe(403)
    expect(await statusOf(path)).toBe(401)
    for (const other of [
      path.replace(roof, wheels),
      path.replace(vin, sharedVin('PHOTO-2')),
      path.replace(app.ids.dana, app.ids.ray),
    ])
      expect(await statusOf(other, 'june'), other).toBe(404)
    for (const malformed of [path.replace('small', 'huge'), path.replace(roof, "x'--")])
      expect(await statusOf(malformed, 'june'), malformed).toBe(400)
  })

  test('of a closed visit are closed as well', async () => {
    const vin = sharedVin('PHOTO-3')
    const { roof } = await photographed(vin)
    app.now = new Date(app.now.getTime() + 60_000)
    const { code } = await createVisit(app, { vin, at: 'ray', customer: { email: 'spy@mail.example' } })
    await app.as('maya').rigClaims.claim({ vin, code })
    expect(await statusOf(`/api/my/rigs/${vin}/photos/${app.ids.dana}/${roof}/small`, 'maya')).toBe(404)
  })
})

describe('a report', () => {
  test.each(['x', 'a'.repeat(64), '<script>'])('is not found for %j', async token => {
    expect((await errorOf(read(token))).code).toBe('NOT_FOUND')
  })

  test("is not found for a ticket's link", async () => {
    const { ticketId } = await createVisit(app, { vin: sharedVin('REP-0') })
    const { link } = await app.as('dana').customerLinks.create({ ticketId })
    expect((await errorOf(read(tokenOf(link)))).code).toBe('NOT_FOUND')
  })

  test('shows anyone the rig’s history with photos and notes, and nothing about people', async () => {
    const vin = sharedVin('REP-1')
    const { code, ticketId } = await photographed(vin)
    await mine().claim({ vin, code })
    const name = { vin, companyUUID: app.ids.dana, ticketId }
    await mine().saveNote({ ...name, kind: 'note', words: HTML })
    await mine().saveNote({ ...name, kind: 'dispute', words: 'Was not sealed 🚫' })
    const { report } = await mine().createReport({ vin })
    const contents = await read(tokenOf(report))
    expect(contents.rig).toMatchObject({ vin, make: 'Jayco' })
    expect(contents.visits[0]).toMatchObject({ companyName: 'Bluebonnet RV', work: [{ problem: HTML }] })
    expect(contents.visits[0]?.notes.map(({ kind, words }) => [kind, words])).toEqual([
      ['note', HTML],
      ['dispute', 'Was not sealed 🚫'],
    ])
    const text = JSON.stringify(contents)
    const { firstName, lastName, email, phone, address } = june.customerDetails
    for (const secret of [lastName, `"${firstName}`, email, phone, address, app.ids.june])
      expect(text).not.toContain(secret)
    const photo = contents.visits[0]?.work[0]?.photos[0]?.large ?? ''
    expect(await statusOf(photo)).toBe(200)
    const shown = JSON.stringify(await app.as('visitor').workHistory.get({ vin }))
    expect(shown).not.toContain('sealed')
    await mine().revokeReport({ vin, reportId: report.reportId })
    expect((await errorOf(read(tokenOf(report)))).code).toBe('NOT_FOUND')
    expect(await statusOf(photo)).toBe(404)
  })

  test('is listed and turned off by its owner only, and expires after thirty days', async () => {
    const { vin } = await claimRigOf(app)
    const { report } = await mine().createReport({ vin })
    expect((await mine().get({ vin })).reports).toEqual([report])
    const { reportId } = report
    const { client } = await createRigOwner(app)
    for (const ask of [
      () => client.rigClaims.revokeReport({ vin, reportId }),
      () => mine().revokeReport({ vin, reportId: randomUUID() }),
      () => client.rigClaims.createReport({ vin }),
    ])
      expect((await errorOf(ask())).code).toBe('NOT_FOUND')
    await read(tokenOf(report))
    app.now = new Date(report.endsAt)
    expect((await errorOf(read(tokenOf(report)))).code).toBe('NOT_FOUND')
    expect((await mine().get({ vin })).reports).toEqual([])
  })
})

describe('a note', () => {
  test("is refused on another rig's visit, or on a closed one", async () => {
    const { vin } = await claimRigOf(app)
    const other = await claimRigOf(app)
    const write = (name: object) =>
      errorOf(mine().saveNote({ vin, ...name, kind: 'note', words: 'Dry.' } as never))
    expect((await write({ companyUUID: other.companyUUID, ticketId: other.ticketId })).code).toBe('NOT_FOUND')
    expect((await write({ companyUUID: randomUUID(), ticketId: 412_873 })).code).toBe('NOT_FOUND')
    const shut = await createVisit(app, { vin: sharedVin('NOTE-SHUT') })
    app.now = new Date(app.now.getTime() + 60_000)
    const { code } = await createVisit(app, {
      vin: shut.vin,
      at: 'ray',
      customer: { email: 'spy@mail.example' },
    })
    const spy = await createRigOwner(app)
    await spy.client.rigClaims.claim({ vin: shut.vin, code })
    const { ticketId, companyUUID } = shut
    const note = { vin: shut.vin, companyUUID, ticketId, kind: 'note', words: 'Mine.' } as const
    expect((await errorOf(spy.client.rigClaims.saveNote(note))).code).toBe('NOT_FOUND')
  })

  test.each(['', '   ', 'x'.repeat(1001), 'a\0b'])('is not %j', async words => {
    const { vin, companyUUID, ticketId } = await claimRigOf(app)
    const note = { vin, companyUUID, ticketId, kind: 'note', words } as const
    expect(await errorOf(mine().saveNote(note))).toMatchObject({ code: 'INVALID', fields: { words: /./ } })
  })

  test('is one per kind and visit, can be changed and deleted, and stays when the rig is sold', async () => {
    const { vin, companyUUID, ticketId } = await claimRigOf(app)
    const name = { vin, companyUUID, ticketId }
    for (const words of ['First.', 'Second.']) await mine().saveNote({ ...name, kind: 'note', words })
    const notesOf = async (client = app.as('june')) =>
      (await client.rigClaims.get({ vin })).visits[0]?.notes.map(({ kind, words, isMine }) => [
        kind,
        words,
        isMine,
      ])
    expect(await notesOf()).toEqual([['note', 'Second.', true]])
    await mine().deleteNote({ ...name, kind: 'note' })
    expect(await notesOf()).toEqual([])
    expect((await errorOf(mine().deleteNote({ ...name, kind: 'note' }))).code).toBe('NOT_FOUND')
    await mine().saveNote({ ...name, kind: 'note', words: 'Third.' })
    const { code } = await mine().createTransfer({ vin })
    const buyer = await createRigOwner(app)
    await buyer.client.rigClaims.claim({ vin, code })
    expect(await notesOf(buyer.client)).toEqual([['note', 'Third.', false]])
    expect((await errorOf(buyer.client.rigClaims.deleteNote({ ...name, kind: 'note' }))).code).toBe(
      'NOT_FOUND',
    )
  })
})
