import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFakeTransport, type MailTransport } from '#server/mail/mail-transport.ts'
import { createLinkFor } from '../../../../test/support/customer-fixtures.ts'
import { readPdf, wordsOf } from '../../../../test/support/pdf-text.ts'
import { createTestApp, type TestApp } from '../../../../test/support/test-app.ts'

const fake = createFakeTransport()
let isAway = false
const mailTransport: MailTransport = {
  ...fake,
  send: async email => {
    if (isAway) throw new Error('Come back later.')
    await fake.send(email)
  },
}

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ mailTransport })
})
afterAll(() => app.close())

const readyEmails = () => fake.sent.filter(({ subject }) => subject.startsWith('Your RV is ready'))
const wordsIn = (bytes: Uint8Array | undefined): string => wordsOf(readPdf(bytes ?? new Uint8Array()))

async function finalized(): Promise<number> {
  const ticketId = await app.createTicket('rosa')
  await createLinkFor(app, ticketId)
  await app.as('dana').tickets.changeJob({ ticketId, jobNumber: 1, correction: 'Sealed anew' })
  await app.as('dana').tickets.finalize({ ticketId })
  return ticketId
}

test('the email that the RV is ready has the PDF that its customer can download', async () => {
  const before = readyEmails().length
  const ticketId = await finalized()
  const download = await app.fetch(`/api/tickets/${ticketId}/document.pdf`, { as: 'dana' })
  const words = wordsIn(new Uint8Array(await download.arrayBuffer()))
  expect(words).toContain('Service Ticket')
  expect(words).toContain('Total Balance $181.25')
  await expect.poll(() => readyEmails().length, { timeout: 20_000 }).toBe(before + 1)
  const { attachment } = readyEmails().at(-1) ?? {}
  expect(attachment?.fileName).toBe(`Service Ticket ${ticketId}.pdf`)
  expect(wordsIn(attachment?.bytes)).toBe(words)
})

test('it shows the ticket as it was finalized, also if it is sent after the ticket was reopened', async () => {
  const before = readyEmails().length
  isAway = true
  const ticketId = await finalized()
  const failed = () =>
    app.database
      .selectFrom('emailOutbox')
      .select('attempts')
      .where('attachment', 'is not', null)
      .where('attempts', '=', 1)
      .execute()
  await expect.poll(async () => (await failed()).length, { timeout: 20_000 }).toBe(1)
  const desk = app.as('dana').tickets
  await desk.reopen({ ticketId })
  await desk.changeJob({ ticketId, jobNumber: 1, correction: 'Replaced the roof' })
  isAway = false
  app.now = new Date(app.now.getTime() + 60_000)
  await expect.poll(() => readyEmails().length, { timeout: 20_000 }).toBe(before + 1)
  const words = wordsIn(readyEmails().at(-1)?.attachment?.bytes)
  expect(words).toContain('Service Ticket')
  expect(words).toContain('Sealed anew')
  expect(words).not.toContain('Replaced the roof')
})

test('without a link there is no email, and no document is stored', async () => {
  const ticketId = await app.createTicket('rosa')
  await app.as('dana').tickets.finalize({ ticketId })
  const waiting = await app.database
    .selectFrom('emailOutbox')
    .select('subject')
    .where('attachment', 'is not', null)
    .execute()
  expect(waiting).toEqual([])
})
