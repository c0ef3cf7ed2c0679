import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { activitySentence } from '#domain/tickets/activity.ts'
import { june } from '#server/seed/demo-accounts.ts'
import { createAppointment, createLinkedTicket } from '../../../../test/support/customer-fixtures.ts'
import { readPdf, wordsOf } from '../../../../test/support/pdf-text.ts'
import { type Client, createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await app.as('dana').preferences.change({ asksForSignatures: true })
})
afterAll(() => app.close())

const STROKES: [number, number][][] = [
  [
    [10, 100],
    [200, 20],
    [590, 180],
  ],
]
const PATH = 'M10 100L200 20L590 180'

const desk = () => app.as('dana')
const listOf = (ticketId: number) => desk().signatures.list({ ticketId })
const subjectOf = async (ticketId: number, occasion: 'drop-off' | 'pickup') => {
  const subject = (await listOf(ticketId)).toSign.find(each => each.occasion === occasion)
  if (subject === undefined) throw new Error(`Nothing to sign at ${occasion}.`)
  return subject
}
async function take(
  ticketId: number,
  occasion: 'drop-off' | 'pickup',
  strokes: typeof STROKES | null = STROKES,
) {
  const { version } = await subjectOf(ticketId, occasion)
  return desk().signatures.take({ ticketId, version, typedName: 'June Park', strokes })
}
const activityOf = async (ticketId: number) =>
  (await desk().tickets.activity({ ticketId })).entries.map(activitySentence)
const rowsOf = (ticketId: number) =>
  app.database.selectFrom('signature').selectAll().where('ticketId', '=', ticketId).execute()

/** A ticket whose customer was asked to approve its only line, and their browser. */
async function askedTicket() {
  const linked = await createLinkedTicket(app)
  await desk().approvals.request({ ticketId: linked.ticketId, jobNumbers: [1] })
  return linked
}
const toSignOf = async (client: Client, token: string) => {
  const { toSign } = await client.customerView.get({ token })
  if (toSign === null) throw new Error('Nothing to sign.')
  return toSign
}

describe('at drop-off', () => {
  test('the customer signs what was checked in, drawn, and it is stored as strokes', async () => {
    const ticketId = await app.createTicket('rosa')
    expect(await take(ticketId, 'drop-off')).toEqual({ done: true })
    expect(await rowsOf(ticketId)).toEqual([
      {
        companyId: app.ids.dana,
        ticketId,
        signatureId: expect.any(String),
        occasion: 'drop-off',
        signedAt: app.now,
        signerName: 'June Park',
        path: PATH,
        jobLines: '1. Roof leak above the bunk',
        amount: null,
        invoiceNumber: null,
        takenBy: app.ids.dana,
        takenByName: 'Dana Reyes',
        outdated: false,
      },
    ])
    const [entry] = (await desk().tickets.activity({ ticketId })).entries
    expect(entry && activitySentence(entry)).toBe('Dana took the customer’s signature at drop-off')
    expect(JSON.stringify(entry)).not.toContain('June')
  })

  test('by typing their name, and again: the first one stays', async () => {
    const ticketId = await app.createTicket('rosa')
    await take(ticketId, 'drop-off', null)
    await take(ticketId, 'drop-off')
    expect((await rowsOf(ticketId)).map(({ path }) => path)).toEqual(expect.arrayContaining([null, PATH]))
  })

  test('only what was shown: a line that was added meanwhile is read first', async () => {
    const ticketId = await app.createTicket('rosa')
    const { version } = await subjectOf(ticketId, 'drop-off')
    await desk().tickets.addJob({ ticketId, problem: 'Slide-out' })
    const signed = { ticketId, version, typedName: 'June Park', strokes: STROKES }
    expect(await errorOf(desk().signatures.take(signed))).toMatchObject({
      code: 'REFUSED',
      message: 'This changed before it was signed. Review it and sign again.',
    })
    expect(await rowsOf(ticketId)).toEqual([])
    expect((await subjectOf(ticketId, 'drop-off')).jobLines).toBe('1. Roof leak above the bunk; 2. Slide-out')
  })

  test('not without a stroke and without a name', async () => {
    const ticketId = await app.createTicket('rosa')
    const { version } = await subjectOf(ticketId, 'drop-off')
    const signed = { ticketId, version, typedName: '', strokes: [] }
    expect(await errorOf(desk().signatures.take(signed))).toMatchObject({
      fields: {
        typedName: 'Required.',
        strokes: 'Draw the signature, or choose to type the name.',
      },
    })
    expect(await rowsOf(ticketId)).toEqual([])
  })

  test('at most fifty times', async () => {
    const ticketId = await app.createTicket('rosa')
    for (let count = 0; count < 50; count += 1) await take(ticketId, 'drop-off', null)
    expect(await errorOf(take(ticketId, 'drop-off'))).toMatchObject({
      message: 'A ticket has at most 50 signatures.',
    })
  })
})

describe('an estimate', () => {
  test('is signed by the customer’s link for the amount that they are asked', async () => {
    const { ticketId, token, client } = await askedTicket()
    const toSign = await toSignOf(client, token)
    const [line] = (await client.customerView.listApprovals({ token })).lines
    expect(toSign).toMatchObject({
      occasion: 'estimate',
      jobLines: '1. Roof leak above the bunk',
      amount: line?.total,
      invoiceNumber: null,
    })
    const { version } = toSign
    await client.customerView.sign({ token, version, typedName: 'June Park', strokes: STROKES })
    const { signatures } = await client.customerView.get({ token })
    expect(signatures).toMatchObject([
      { occasion: 'estimate', amount: line?.total, signerName: 'June Park', path: PATH, isByLink: true },
    ])
    expect(await rowsOf(ticketId)).toMatchObject([{ takenBy: null, takenByName: null }])
    expect((await activityOf(ticketId))[0]).toBe('June signed the estimate by link')
  })

  test('once it is signed, its paper has that in place of a line to sign, until it changes', async () => {
    const { ticketId, token, client } = await askedTicket()
    await desk().billing.turnOn()
    const printed = async () => {
      const answer = await app.fetch(`/api/tickets/${ticketId}/document.pdf`, { as: 'dana' })
      const pdf = readPdf(new Uint8Array(await answer.arrayBuffer()))
      return { text: wordsOf(pdf), lines: pdf.pages.flatMap(({ lines }) => lines) }
    }
    expect((await printed()).text).toContain('Approved by customer')
    const { version } = await toSignOf(client, token)
    await client.customerView.sign({ token, version, typedName: 'June Park', strokes: STROKES })
    const signed = await printed()
    expect(signed.lines).toEqual(expect.arrayContaining(['200 20', '590 180']))
    expect(signed.text).not.toContain('Approved by customer')
    expect((await client.customerView.get({ token })).estimate).toMatchObject({ signature: null })
    await desk().tickets.changeJob({ ticketId, jobNumber: 1, estimatedTime: 9 })
    expect((await printed()).text).toContain('Approved by customer')
    await desk().billing.turnOff()
  })

  test('has what was approved as it was approved, and nothing declined', async () => {
    const { ticketId, token, client } = await askedTicket()
    const before = await toSignOf(client, token)
    const answer = async (choice: 'approved' | 'declined') => {
      const [line] = (await client.customerView.listApprovals({ token })).lines
      const { requestId = '', version = '' } = line ?? {}
      const seen = { token, requestId, jobNumber: 1, version, again: choice === 'declined' }
      return client.customerView.answerLine({ ...seen, answer: choice, typedName: 'June Park' })
    }
    await answer('approved')
    expect(await toSignOf(client, token)).toEqual(before)
    await answer('declined')
    expect((await client.customerView.get({ token })).toSign).toBeNull()
    const signed = { token, version: before.version, typedName: 'June Park', strokes: null }
    expect((await errorOf(client.customerView.sign(signed))).code).toBe('REFUSED')
    expect(await rowsOf(ticketId)).toEqual([])
  })

  test('whose price changed since it was shown is not signed', async () => {
    const { ticketId, token, client } = await askedTicket()
    const { version } = await toSignOf(client, token)
    await desk().tickets.addPart({ ticketId, quantity: 1, perPartAmount: 99, jobNumber: 1 })
    const signed = { token, version, typedName: 'June Park', strokes: STROKES }
    expect(await errorOf(client.customerView.sign(signed))).toMatchObject({
      message: 'This changed before it was signed. Review it and sign again.',
    })
    await desk().tickets.addPart({ ticketId, quantity: 1, jobNumber: 1 })
    // One of its parts has no price.
    expect((await client.customerView.get({ token })).toSign).toBeNull()
    expect(await rowsOf(ticketId)).toEqual([])
  })
})

describe('at pickup', () => {
  test('a company that bills elsewhere has the finalized ticket signed, for its total', async () => {
    const ticketId = await app.createTicket('rosa')
    await desk().tickets.finalize({ ticketId })
    expect((await listOf(ticketId)).toSign).toMatchObject([{ occasion: 'pickup', invoiceNumber: null }])
    await take(ticketId, 'pickup')
    const { totals } = await desk().tickets.get({ ticketId })
    expect((await listOf(ticketId)).signatures).toMatchObject([
      { occasion: 'pickup', amount: totals?.totalBalance, invoiceNumber: null, takenBy: 'Dana Reyes' },
    ])
  })

  test('an invoice is signed by its number, and its PDF and the ticket’s have the strokes', async () => {
    const ticketId = await app.createTicket('rosa')
    await desk().billing.turnOn()
    await desk().tickets.finalize({ ticketId })
    const expectedTotal = (await desk().tickets.get({ ticketId })).totals?.totalBalance ?? 0
    const { invoiceId } = await desk().billing.issueInvoice({ ticketId, expectedTotal })
    const path = `/api/tickets/${ticketId}/invoices/${invoiceId}/document.pdf`
    const pdfOf = async (url: string) =>
      readPdf(new Uint8Array(await (await app.fetch(url, { as: 'dana' })).arrayBuffer()))
    expect(wordsOf(await pdfOf(path))).toContain('Customer signature')
    const { invoiceNumber, amount } = await subjectOf(ticketId, 'pickup')
    expect(amount).toBe(expectedTotal)
    await take(ticketId, 'pickup')
    for (const url of [path, `/api/tickets/${ticketId}/document.pdf`]) {
      const pdf = await pdfOf(url)
      expect(pdf.pages.flatMap(({ lines }) => lines)).toEqual(expect.arrayContaining(['200 20', '590 180']))
      const text = wordsOf(pdf)
      expect(text).toContain(`Invoice ${invoiceNumber} of `)
      expect(text).toMatch(/June Park, \w+, \w+ \d+, \d{4} at .*, in person/)
      expect(text).not.toContain('Customer signature')
    }
  })
})

describe('in the bay', () => {
  const roof = { jobNumber: 1, problem: 'Roof leak above the bunk' }
  const signed = { typedName: 'June Park', strokes: STROKES }
  const inBay = (ticketId: number, more: object = {}) =>
    app.as('rosa').signatures.takeInBay({ ticketId, occasion: 'drop-off', jobs: [roof], ...signed, ...more })

  test('the technician has what they see signed, with when it was drawn, and reads that it was', async () => {
    const ticketId = await app.createTicket('rosa')
    const tappedAt = new Date(app.now.getTime() - 5 * 60 * 60_000)
    expect(await inBay(ticketId, { tappedAt })).toEqual({ done: true })
    await inBay(ticketId, { occasion: 'work-done' })
    expect(await rowsOf(ticketId)).toMatchObject([
      {
        ...{ occasion: 'drop-off', signedAt: tappedAt, signerName: 'June Park', path: PATH, outdated: false },
        ...{ jobLines: '1. Roof leak above the bunk', amount: null, invoiceNumber: null },
        ...{ takenBy: app.ids.rosa, takenByName: 'Rosa Díaz' },
      },
      { occasion: 'work-done', signedAt: app.now },
    ])
    const [id] = (await rowsOf(ticketId)).map(({ signatureId }) => signatureId)
    expect((await app.as('rosa').tickets.get({ ticketId })).signed).toEqual([
      { signatureId: id, occasion: 'drop-off', signedAt: tappedAt, signerName: 'June Park' },
      expect.objectContaining({ occasion: 'work-done' }),
    ])
    expect((await activityOf(ticketId)).slice(0, 2)).toEqual([
      'Rosa took the customer’s signature for the work done',
      'Rosa took the customer’s signature at drop-off',
    ])
  })

  test('what was signed before the desk changed the lines stays as it was shown, and the desk reads so', async () => {
    const ticketId = await app.createTicket('rosa')
    await desk().tickets.addJob({ ticketId, problem: 'Slide-out' })
    await inBay(ticketId, { tappedAt: new Date(app.now.getTime() - 60_000) })
    await inBay(ticketId, { occasion: 'work-done' })
    expect((await listOf(ticketId)).signatures).toMatchObject([
      { occasion: 'drop-off', jobLines: '1. Roof leak above the bunk', outdated: true },
      { occasion: 'work-done', jobLines: '1. Roof leak above the bunk', outdated: false },
    ])
  })

  test('it arrives after the ticket was finalized, but not before Check In', async () => {
    const ticketId = await app.createTicket('rosa')
    await desk().tickets.finalize({ ticketId })
    await inBay(ticketId, { occasion: 'work-done', tappedAt: new Date(app.now.getTime() - 60_000) })
    expect(await rowsOf(ticketId)).toHaveLength(1)
    const { ticketId: ahead } = await createAppointment(app)
    await desk().tickets.assign({ ticketId: ahead, employeeId: app.ids.rosa })
    expect(await errorOf(inBay(ahead))).toMatchObject({ message: 'Check in this appointment first.' })
  })

  test('not by a technician of another ticket, nor in a company that does not ask', async () => {
    const ticketId = await app.createTicket('rosa')
    const typed = { ticketId, occasion: 'drop-off' as const, jobs: [roof], ...signed }
    for (const [person, code] of [
      ['sam', 'NOT_FOUND'],
      ['ray', 'NOT_FOUND'],
      ['visitor', 'UNAUTHORIZED'],
    ] as const)
      expect((await errorOf(app.as(person).signatures.takeInBay(typed))).code, person).toBe(code)
    await desk().preferences.change({ asksForSignatures: false })
    expect(await errorOf(inBay(ticketId))).toMatchObject({
      message: 'The company doesn’t ask for signatures.',
    })
    expect((await app.as('rosa').tickets.get({ ticketId })).signed).toBeNull()
    await desk().preferences.change({ asksForSignatures: true })
    expect(await rowsOf(ticketId)).toEqual([])
  })
})

describe('nobody else', () => {
  test('signs or reads it: no technician, no other company, no other customer', async () => {
    const { ticketId, token, client } = await askedTicket()
    const { version } = await subjectOf(ticketId, 'drop-off')
    const signed = { version, typedName: 'June Park', strokes: null }
    for (const [person, code] of [
      ['rosa', 'FORBIDDEN'],
      ['ray', 'NOT_FOUND'],
      ['visitor', 'UNAUTHORIZED'],
    ] as const) {
      const { signatures } = app.as(person)
      expect((await errorOf(signatures.list({ ticketId }))).code, person).toBe(code)
      expect((await errorOf(signatures.take({ ticketId, ...signed }))).code, person).toBe(code)
    }
    const other = await askedTicket()
    const estimate = await toSignOf(client, token)
    const stolen = { token, version: estimate.version, typedName: 'X', strokes: null }
    expect((await errorOf(other.client.customerView.sign(stolen))).code).toBe('REFUSED')
    expect((await errorOf(app.as('visitor').customerView.sign(stolen))).code).toBe('REFUSED')
    // What the desk has signed is not signed by link.
    expect((await errorOf(client.customerView.sign({ token, ...signed }))).code).toBe('REFUSED')
    await client.customerView.sign({ token, ...signed, version: estimate.version })
    expect((await other.client.customerView.get({ token: other.token })).signatures).toEqual([])
    expect(await rowsOf(other.ticketId)).toEqual([])
    expect(JSON.stringify(await app.as('rosa').tickets.get({ ticketId }))).not.toContain(estimate.version)
  })

  test('is asked by a company that did not turn it on', async () => {
    const { ticketId, token, client } = await askedTicket()
    const { version } = await toSignOf(client, token)
    await desk().preferences.change({ asksForSignatures: false })
    expect((await listOf(ticketId)).toSign).toEqual([])
    expect((await client.customerView.get({ token })).toSign).toBeNull()
    const signed = { version, typedName: 'June Park', strokes: null }
    for (const refused of [
      () => desk().signatures.take({ ticketId, ...signed }),
      () => client.customerView.sign({ token, ...signed }),
    ])
      expect(await errorOf(refused())).toMatchObject({ message: 'The company doesn’t ask for signatures.' })
    await desk().preferences.change({ asksForSignatures: true })
  })
})

test('a forgotten customer leaves what was signed and when, but not who signed or how it looked', async () => {
  const customerDetails = { ...june.customerDetails, email: 'ida@mail.example', phone: '(574) 555-0177' }
  const jobs = [{ problem: 'Roof leak above the bunk' }]
  const { ticketId } = await desk().tickets.create({ ...june, customerDetails, jobs })
  await take(ticketId, 'drop-off')
  await desk().tickets.close({ ticketId, reason: 'no-show', emailCustomer: false })
  await desk().tickets.eraseCustomer({ ticketId })
  expect(await rowsOf(ticketId)).toMatchObject([
    {
      signerName: 'Former customer',
      path: null,
      jobLines: '1. Roof leak above the bunk',
      takenByName: 'Dana Reyes',
    },
  ])
})
