import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createFakeFileStore } from '#server/files/file-store.ts'
import { bluebonnet, june } from '#server/seed/demo-accounts.ts'
import { bookAs, bookingInputOf } from '../../../../test/support/booking-fixtures.ts'
import { readPdf, wordsOf } from '../../../../test/support/pdf-text.ts'
import { createTestApp, type PersonName, type TestApp } from '../../../../test/support/test-app.ts'

const DIGITS = june.customerDetails.phone.slice(-4)

let app: TestApp
let ticketId: number
const files = createFakeFileStore()
beforeAll(async () => {
  app = await createTestApp({ files })
})
afterAll(() => app.close())
beforeEach(async () => {
  ticketId = await app.createTicket('rosa')
})

type PdfRequestOptions = { as?: PersonName; photos?: string; cookie?: string }

const ask = (path: string, { as = 'dana', photos, cookie }: PdfRequestOptions = {}) =>
  app.fetch(
    `/api${path}/document.pdf${photos === undefined ? '' : `?photos=${encodeURIComponent(photos)}`}`,
    {
      ...(cookie === undefined ? { as } : { headers: { cookie } }),
    },
  )
const fetchPdf = (asking: PdfRequestOptions = {}) => ask(`/tickets/${ticketId}`, asking)

async function read(answer: Promise<Response>) {
  const response = await answer
  expect(response.status).toBe(200)
  return readPdf(new Uint8Array(await response.arrayBuffer()))
}

async function refused(answer: Promise<Response>) {
  const response = await answer
  const { message, fields } = (await response.json()) as { message: string; fields?: unknown }
  return { status: response.status, message, fields }
}

async function photo(of = ticketId, job = 1, moment = 'before'): Promise<string> {
  const drawn = sharp({ create: { width: 900, height: 600, channels: 3, background: '#36c' } })
  const form = new FormData()
  form.set('moment', moment)
  form.set('photos', new File([new Uint8Array(await drawn.png().toBuffer())], 'photo.png'))
  const path = `/api/tickets/${of}/jobs/${job}/photos`
  const answer = await app.fetch(path, { as: 'dana', method: 'POST', body: form })
  return ((await answer.json()) as { photos: { photoId: string }[] }).photos[0]?.photoId ?? ''
}

/** A link with the cookie of a browser that has answered its question. */
async function linked(): Promise<{ token: string; cookie: string }> {
  const { link } = await app.as('dana').customerLinks.create({ ticketId })
  const token = link.path.split('/').at(-1) ?? ''
  const json = { digits: DIGITS }
  const answered = await app.fetch(`/api/follow/${token}/answer`, { method: 'POST', json })
  const cookie = answered.headers
    .getSetCookie()
    .map(each => each.split(';')[0])
    .join('; ')
  return { token, cookie }
}

describe('at the desk, a PDF is refused', () => {
  test.each([
    ['visitor', 401],
    ['rosa', 403],
    ['sam', 403],
    ['wyatt', 403],
    ['ray', 404],
  ] as const)('to %s', async (as, status) => {
    expect((await fetchPdf({ as })).status).toBe(status)
    // Before the input is checked.
    expect((await fetchPdf({ as, photos: 'x' })).status).toBe(as === 'ray' ? 400 : status)
  })

  test.each([
    ['123', 400],
    ['000000', 400],
    ['x', 400],
    ['999999', 404],
  ])('for the unknown ticket %s', async (id, status) => {
    expect((await ask(`/tickets/${id}`)).status).toBe(status)
  })

  test.each(['x', '1,2', `${randomUUID()};drop`, '../../etc/passwd', `${randomUUID()} `])(
    'with the photo ids %s',
    async photos => {
      expect(await refused(fetchPdf({ photos }))).toMatchObject({
        status: 400,
        fields: { photos: 'Enter photo ids separated by commas.' },
      })
    },
  )

  test('with thirteen photos', async () => {
    const photos = Array.from({ length: 13 }, () => randomUUID()).join(',')
    expect(await refused(fetchPdf({ photos }))).toMatchObject({
      status: 400,
      fields: { photos: 'Choose at most 12 photos.' },
    })
  })

  test('with a photo of another ticket, of the same company or not', async () => {
    const other = await photo(await app.createTicket())
    const gone = { status: 404, message: 'This photo is no longer on the ticket.' }
    expect(await refused(fetchPdf({ photos: other }))).toMatchObject(gone)
    expect(await refused(fetchPdf({ photos: randomUUID() }))).toMatchObject(gone)
    expect(await refused(fetchPdf({ photos: `${await photo()},${other}` }))).toMatchObject(gone)
  })
})

describe('by a link, a PDF is refused', () => {
  test('before its question is answered, logged in or not', async () => {
    const { token } = await linked()
    for (const as of ['visitor', 'dana', 'rosa', 'ray'] as const)
      expect((await refused(ask(`/follow/${token}`, { as }))).message).toMatch(/^Answer the question first/)
  })

  test('for a forged or closed link, or one of another ticket', async () => {
    const { token, cookie } = await linked()
    expect((await ask(`/follow/${'A'.repeat(64)}`, { cookie })).status).toBe(404)
    const other = await app.createTicket()
    expect((await ask(`/follow/${token}`, { cookie, photos: await photo(other) })).status).toBe(404)
    expect((await ask(`/tickets/${ticketId}`, { cookie })).status).toBe(401)
    await app.as('dana').customerLinks.revoke({ ticketId })
    expect((await ask(`/follow/${token}`, { cookie })).status).toBe(409)
  })

  test('with thirteen photos', async () => {
    const { token, cookie } = await linked()
    const photos = Array.from({ length: 13 }, () => randomUUID()).join(',')
    expect((await ask(`/follow/${token}`, { cookie, photos })).status).toBe(400)
  })
})

test('a queued PDF is not rendered after its client disconnected', async () => {
  const statuses = () =>
    app.requests.filter(({ route }) => route.endsWith('document.pdf')).map(({ status }) => status)
  const before = statuses().length
  const leaving = new AbortController()
  const asked = Array.from({ length: 6 }, async () => {
    const answer = await app.fetch(`/api/tickets/${ticketId}/document.pdf`, {
      as: 'dana',
      signal: leaving.signal,
    })
    await answer.arrayBuffer()
    return answer.status
  })
  // Whichever of them came first is answered first.
  expect(await Promise.any(asked)).toBe(200)
  leaving.abort()
  await Promise.allSettled(asked)
  await expect.poll(() => statuses().length - before, { timeout: 20_000 }).toBe(6)
  expect(statuses().slice(before)).toContain(408)
})

describe('an estimate', () => {
  test('is a PDF to view, not cached, with title, language and page size', async () => {
    const answer = await fetchPdf()
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="Estimate ${ticketId}.pdf"`,
      'cache-control': 'no-store',
    })
    const pdf = readPdf(new Uint8Array(await answer.arrayBuffer()))
    expect(pdf).toMatchObject({
      title: `Estimate ${ticketId}, Bluebonnet RV`,
      language: 'en-US',
      sizes: ['0 0 612 792'],
    })
    expect(pdf.pages).toHaveLength(1)
    expect(pdf.pages[0]?.text).toContain('Page 1 of 1')
  })

  test('names company, customer, problems and totals', async () => {
    const desk = app.as('dana').tickets
    await desk.changeJob({ ticketId, jobNumber: 1, cause: 'Sealant cracked', correction: 'Sealed anew' })
    await desk.addPart({ ticketId, quantity: 4, description: 'Grease seal', perPartAmount: 9.8 })
    await app.as('rosa').tickets.addPart({ ticketId, quantity: 1, description: 'Vent lid' })
    const words = wordsOf(await read(fetchPdf({ as: 'walt' })))
    for (const text of [
      bluebonnet.companyName,
      bluebonnet.companyAddress,
      bluebonnet.companyPhone,
      'Estimate',
      'June Park',
      june.customerDetails.address,
      '2021 Jayco',
      `VIN ${june.customerRV.vin}`,
      'Rosa Díaz',
      '1. Roof leak above the bunk 1h15m $181.25',
      'Cause: Sealant cracked',
      'Correction: Sealed anew',
      '4 Grease seal $9.80 $39.20',
      '1 Vent lid no price yet no price yet',
      'Total Parts Amount $39.20',
      'Shop Supplies $3.92',
      'Total Labor Balance $181.25',
      'Total Balance $224.37',
      'Prices may change.',
      'Parts without a price are not in the total yet.',
    ])
      expect(words).toContain(text)
    for (const hidden of [june.customerDetails.email, bluebonnet.email, 'rosa@'])
      expect(words).not.toContain(hidden)
  })

  test('has the company’s image and the chosen photos, in the ticket’s order', async () => {
    const [one, two, left] = [await photo(), await photo(ticketId, 1, 'after'), await photo()]
    expect(left).not.toBe('')
    const before = await read(fetchPdf())
    expect(before.pages.map(({ imageCount }) => imageCount)).toEqual([0])
    const form = new FormData()
    const drawn = sharp({ create: { width: 200, height: 100, channels: 4, background: '#0a08' } })
    form.set('image', new File([new Uint8Array(await drawn.png().toBuffer())], 'image.png'))
    await app.fetch('/api/company/image', { as: 'dana', method: 'PUT', body: form })
    const pdf = await read(fetchPdf({ photos: `${two},${one},${two}` }))
    expect(pdf.pages.map(({ imageCount }) => imageCount)).toEqual([3])
    expect(wordsOf(pdf)).toContain(
      'Photos Before: 1. Roof leak above the bunk After: 1. Roof leak above the bunk',
    )
    await app.fetch('/api/company/image', { as: 'dana', method: 'DELETE' })
  })

  test('has a photo that came with a booking', async () => {
    const drawn = sharp({ create: { width: 300, height: 200, channels: 3, background: '#a63' } })
    const booked = await bookAs(app, bookingInputOf(app.now), new Uint8Array(await drawn.png().toBuffer()))
    const number = booked.ticketId ?? 0
    const { photos } = await app.as('dana').bookings.get({ ticketId: number })
    const pdf = await read(ask(`/tickets/${number}`, { photos: photos[0]?.photoId ?? '' }))
    expect(pdf.pages.map(({ imageCount }) => imageCount)).toEqual([1])
  })

  test('says so when the file of a photo is missing', async () => {
    const lost = await photo()
    for (const name of files.files.keys()) if (name.includes(lost)) files.files.delete(name)
    expect(wordsOf(await read(fetchPdf({ photos: lost })))).toContain('This photo cannot be shown.')
  })

  test('shows names in Latin, Greek and Cyrillic, and names what it cannot show', async () => {
    const details = { firstName: 'José', lastName: 'Łódź-Нємець', address: 'Ñandú 王 💧' }
    await app.as('dana').tickets.changeDetails({ ticketId, customerDetails: details })
    const words = wordsOf(await read(fetchPdf()))
    // A line may break after the hyphen.
    expect(words.replace('- ', '-')).toContain('José Łódź-Нємець Ñandú \uFFFD \uFFFD')
    expect(words).toContain('Characters this file can’t show appear as \uFFFD.')
  })

  test('wraps text of any length', async () => {
    const problem = 'W'.repeat(2000)
    await app.as('dana').tickets.changeJob({ ticketId, jobNumber: 1, problem, cause: 'i'.repeat(4000) })
    await app
      .as('dana')
      .tickets.addPart({ ticketId, quantity: 1, description: 'M'.repeat(300), perPartAmount: 1 })
    const pdf = await read(fetchPdf())
    const emails = (run: RegExp) => wordsOf(pdf).match(run)?.join('').length
    expect([emails(/W{3,}/g), emails(/i{3,}/g), emails(/M{3,}/g)]).toEqual([2000, 4000, 300])
    for (const page of pdf.pages) expect(page.lowest).toBeGreaterThan(20)
    for (const page of pdf.pages) expect(page.rightmost).toBeLessThan(612 - 40)
  })
})

test('two hundred job lines fill pages with headings and numbers, and no line is split from its text', async () => {
  const jobs = Array.from({ length: 200 }, (_, index) => ({
    problem: `Problem ${index + 1}`,
    estimatedTime: 1,
  }))
  const desk = app.as('dana').tickets
  const { ticketId: long } = await desk.create({ ...june, jobs })
  for (const jobNumber of [1, 60, 120, 200])
    await desk.changeJob({ ticketId: long, jobNumber, cause: 'It leaks at the seam. '.repeat(150) })
  const pdf = await read(ask(`/tickets/${long}`))
  expect(pdf.pages.length).toBeGreaterThan(5)
  const all = wordsOf(pdf)
  for (const [index] of jobs.entries())
    expect(all).toContain(`${index + 1}. Problem ${index + 1} 1h00m $145.00`)
  expect(all).toContain('Total Labor Balance $29,000.00')
  pdf.pages.forEach(({ text }, index) => {
    expect(text).toContain(`Page ${index + 1} of ${pdf.pages.length}`)
    expect(text.includes(`Bluebonnet RV · Estimate ${long}`)).toBe(index > 0)
    for (const jobNumber of [1, 60, 120, 200])
      if (text.includes(`Problem ${jobNumber} 1h`))
        expect(text).toMatch(`Problem ${jobNumber} 1h00m $145.00 Cause: It leaks`)
  })
})

describe('a completed ticket', () => {
  test('is a service ticket with its time, at the rate it was finalized with', async () => {
    const desk = app.as('dana')
    await desk.tickets.finalize({ ticketId })
    expect(wordsOf(await read(fetchPdf()))).toMatch(/Service Ticket Ticket \d+ Date /)
    await desk.companies.change({ laborRate: 300 })
    await desk.tickets.complete({ ticketId })
    const answer = await fetchPdf()
    expect(answer.headers.get('content-disposition')).toContain(`"Service Ticket ${ticketId}.pdf"`)
    const words = wordsOf(readPdf(new Uint8Array(await answer.arrayBuffer())))
    expect(words).toMatch(/Completed [A-Z][a-z]{2} \d{1,2}, \d{4}, \d+:\d\d [AP]M/)
    expect(words).toContain('Total Balance $181.25')
    expect(words).not.toContain('Prices may change')
    await desk.companies.change({ laborRate: bluebonnet.laborRate })
  })

  test('without a labor rate says why labor is zero', async () => {
    await app.as('dana').companies.change({ laborRate: null })
    const words = wordsOf(await read(fetchPdf()))
    expect(words).toContain('Labor is $0.00 because the company has no labor rate.')
    await app.as('dana').companies.change({ laborRate: bluebonnet.laborRate })
  })
})

test('the customer gets the same PDF by their link', async () => {
  const chosen = await photo()
  const { token, cookie } = await linked()
  const theirs = await read(ask(`/follow/${token}`, { cookie, photos: chosen }))
  const desks = await read(fetchPdf({ photos: chosen }))
  expect(theirs.pages).toEqual(desks.pages)
  expect(theirs.pages[0]?.imageCount).toBe(1)
})

test('a link and an account get sixty PDFs an hour', async () => {
  const strict = await createTestApp({ rateLimits: true, connection: app.connection })
  const { token, cookie } = await linked()
  // Refused for its photo, which counts but renders nothing.
  const photos = randomUUID()
  const asked = (path: string, headers: Record<string, string>) =>
    strict.fetch(`/api${path}/document.pdf?photos=${photos}`, { headers })
  for (const [path, headers] of [
    [`/follow/${token}`, { cookie }],
    [`/tickets/${ticketId}`, { cookie: await app.signIn(bluebonnet.email) }],
  ] as const) {
    expect((await asked(path, headers)).status).toBe(404)
    // As if it were the sixtieth.
    await sql`update rate_limit_counter set count = 59`.execute(app.database)
    expect((await asked(path, headers)).status).toBe(404)
    expect((await asked(path, headers)).status).toBe(429)
  }
  await strict.close()
})
