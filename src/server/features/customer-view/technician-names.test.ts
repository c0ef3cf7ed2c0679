import { afterAll, beforeAll, expect, test } from 'vitest'
import { june } from '#server/seed/demo-accounts.ts'
import { createLinkFor, customerOfLink } from '../../../../test/support/customer-fixtures.ts'
import { readPdf, wordsOf } from '../../../../test/support/pdf-text.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

const START = new Date('2025-11-20T14:00:00Z').getTime()

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await app.as('dana').billing.turnOn()
})
afterAll(() => app.close())

let minutes = 0
const later = (more: number) => {
  minutes += more
  app.now = new Date(START + minutes * 60_000)
}

async function work(technician: 'rosa' | 'sam', ticketId: number, length: number) {
  await app.as('dana').tickets.assign({ ticketId, employeeId: app.ids[technician] })
  await app.as(technician).tickets.clockIn({ ticketId, jobNumber: 1 })
  later(length)
  await app.as(technician).tickets.clockOut({ ticketId, jobNumber: 1 })
}

/** A completed and billed ticket of June's on which both worked; the rig is hers. */
async function createVisit() {
  later(60)
  const desk = app.as('dana')
  const ticketId = await app.createTicket()
  await work('rosa', ticketId, 30)
  await work('sam', ticketId, 10)
  await desk.tickets.finalize({ ticketId })
  const { invoiceId } = await desk.billing.issueInvoice({ ticketId, expectedTotal: 181.25 })
  await desk.tickets.complete({ ticketId })
  const { claim } = await desk.customerLinks.get({ ticketId })
  await app.as('june').rigClaims.claim({ vin: june.customerRV.vin, code: claim?.code ?? '' })
  const token = await createLinkFor(app, ticketId)
  return { ticketId, invoiceId, token, ...(await customerOfLink(app, token)) }
}
type Visit = Awaited<ReturnType<typeof createVisit>>

const choose = (firstNameOnly: boolean, person: 'rosa' | 'sam' = 'rosa') =>
  app.as(person).employees.setFirstNameOnly({ firstNameOnly })

async function pdfOf(path: string, cookie: string) {
  const answer = await app.fetch(path, { headers: { cookie } })
  return wordsOf(readPdf(new Uint8Array(await answer.arrayBuffer())))
}

/** Who worked, as June reads it in each place. */
async function readAll({ ticketId, invoiceId, token, cookie, client }: Visit) {
  const { technician, jobs } = await client.customerView.get({ token })
  const document = await pdfOf(`/api/follow/${token}/document.pdf`, cookie)
  const invoice = await pdfOf(`/api/follow/${token}/invoices/${invoiceId}/document.pdf`, cookie)
  const { visits } = await app.as('june').rigClaims.get({ vin: june.customerRV.vin })
  const visit = visits.find(each => each.ticketId === ticketId)
  const namesIn = (words: string) => /Technicians: (.+?), Sam Ortiz/.exec(words)?.[1]
  return {
    link: [technician, ...(jobs[0]?.technicians ?? [])],
    papers: [/Technician (Rosa(?: Díaz)?)/.exec(document)?.[1], namesIn(document), namesIn(invoice)],
    rig: [visit?.technician, ...(visit?.work[0]?.technicians ?? [])],
  }
}

const ALL_FULL = {
  link: ['Rosa Díaz', 'Rosa Díaz', 'Sam Ortiz'],
  papers: ['Rosa Díaz', 'Rosa Díaz', 'Rosa Díaz'],
  rig: ['Rosa Díaz', 'Rosa Díaz', 'Sam Ortiz'],
}
const ROSA_SHORT = {
  link: ['Rosa', 'Rosa', 'Sam Ortiz'],
  papers: ['Rosa', 'Rosa', 'Rosa'],
  rig: ['Rosa', 'Rosa', 'Sam Ortiz'],
}

test('a technician’s choice of the first name holds at once where customers read, also for past work', async () => {
  const visit = await createVisit()
  const { ticketId } = visit
  expect(await readAll(visit)).toEqual(ALL_FULL)

  await choose(true)
  expect(await readAll(visit)).toEqual(ROSA_SHORT)
  expect(await app.as('rosa').employees.mine()).toMatchObject({
    name: 'Rosa Díaz',
    employee: { firstName: 'Rosa', firstNameOnly: true },
  })
  // Colleagues and the public history read the name as before.
  expect(await app.as('walt').tickets.get({ ticketId })).toMatchObject({
    jobs: [{ sessions: [{ technician: 'Rosa Díaz' }, { technician: 'Sam Ortiz' }] }],
    firstNameOnly: [{ employeeId: app.ids.rosa, firstName: 'Rosa' }],
  })
  const { entries } = await app.as('visitor').workHistory.get({ vin: june.customerRV.vin })
  expect(entries).toMatchObject([{ technician: 'Rosa Díaz' }])
  const { entries: log } = await app.as('dana').audit.list({})
  expect(log[0]).toMatchObject({ verb: 'employee.show-first-name', by: { name: 'Rosa Díaz' } })

  await choose(false)
  expect(await readAll(visit)).toEqual(ALL_FULL)
})

test('what a name rests on is read with it, and an invoice has it as of issuing', async () => {
  const enter = (sinceYear: number | null, certificates: string) =>
    app.as('rosa').employees.setQualification({ sinceYear, certificates })
  await enter(2014, 'EPA 608, No. 551')
  const { ticketId, invoiceId, token, cookie, client } = await createVisit()
  const { report } = await app.as('june').rigClaims.createReport({ vin: june.customerRV.vin })
  const reportToken = report.path.split('/').at(-1) ?? ''
  const entered = { sinceYear: 2014, certificates: 'EPA 608, No. 551' }
  type Read = Pick<Awaited<ReturnType<typeof client.rigClaims.getReport>>, 'visits'>
  const ofVisit = ({ visits }: Read) => visits.find(each => each.ticketId === ticketId)?.qualifications
  const lineOf = (words: string) => /Rosa(?: Díaz)?: On RVs since.+?551\./.exec(words)?.[0]
  const readLines = async () => ({
    link: (await client.customerView.get({ token })).qualifications,
    rig: ofVisit(await app.as('june').rigClaims.get({ vin: june.customerRV.vin })),
    report: ofVisit(await app.as('visitor').rigClaims.getReport({ token: reportToken })),
    document: lineOf(await pdfOf(`/api/follow/${token}/document.pdf`, cookie)),
    invoice: lineOf(await pdfOf(`/api/follow/${token}/invoices/${invoiceId}/document.pdf`, cookie)),
  })
  const rosa = [{ technician: 'Rosa Díaz', ...entered }]
  const sentence = 'Rosa Díaz: On RVs since 2014. EPA 608, No. 551.'
  const everywhere = { link: rosa, rig: rosa, report: rosa, document: sentence, invoice: sentence }
  expect(await readLines()).toEqual(everywhere)
  expect(await app.as('walt').tickets.get({ ticketId })).toMatchObject({
    qualifications: [{ employeeId: app.ids.rosa, ...entered }],
  })

  await choose(true)
  const short = [{ technician: 'Rosa', ...entered }]
  const shortSentence = sentence.replace('Rosa Díaz', 'Rosa')
  expect(await readLines()).toEqual({
    ...{ link: short, rig: short, report: short },
    ...{ document: shortSentence, invoice: shortSentence },
  })
  await choose(false)

  await enter(null, '')
  const none = { link: [], rig: [], report: [], document: undefined }
  expect(await readLines()).toEqual({ ...none, invoice: sentence })
})

test('a renamed technician’s first name is the new one, and it stays once they are deleted', async () => {
  const visit = await createVisit()
  await choose(true)
  await app.as('dana').employees.change({ id: app.ids.rosa, firstName: 'Rosalía' })
  expect((await readAll(visit)).link).toEqual(['Rosalía', 'Rosalía', 'Sam Ortiz'])
  await app.as('dana').employees.change({ id: app.ids.rosa, firstName: 'Rosa' })
  await app.as('dana').employees.delete({ id: app.ids.rosa })
  expect(await readAll(visit)).toEqual(ROSA_SHORT)
})

test('it changes nothing of another company’s tickets, and its owner cannot choose it', async () => {
  await app.database
    .insertInto('firstNameOnly')
    .values({ companyId: app.ids.ray, employeeId: app.ids.sam, firstName: 'Nobody' })
    .execute()
  const ticketId = await app.createTicket('sam')
  const token = await createLinkFor(app, ticketId)
  const { client } = await customerOfLink(app, token)
  expect(await client.customerView.get({ token })).toMatchObject({ technician: 'Sam Ortiz' })
  const refusal = await errorOf(app.as('ray').employees.setFirstNameOnly({ firstNameOnly: true }))
  expect(refusal.code).toBe('FORBIDDEN')
})

test('a clock that ended as it began names nobody', async () => {
  const ticketId = await app.createTicket()
  await work('sam', ticketId, 0)
  const token = await createLinkFor(app, ticketId)
  const { client } = await customerOfLink(app, token)
  expect((await client.customerView.get({ token })).jobs).toMatchObject([{ technicians: [] }])
})
