import { afterAll, beforeAll, expect, test } from 'vitest'
import { june } from '#server/seed/demo-accounts.ts'
import { createLinkFor, customerOfLink } from '../../../../test/support/customer-fixtures.ts'
import { readPdf, wordsOf } from '../../../../test/support/pdf-text.ts'
import { createTestApp, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const at = (time: string) => {
  app.now = new Date(`2025-11-20T${time}:00Z`)
}
const wordsAt = async (path: string) => {
  const answer = await app.fetch(`/api/tickets/${path}/document.pdf`, { as: 'dana' })
  return wordsOf(readPdf(new Uint8Array(await answer.arrayBuffer())))
}

test('with another technician assigned on the same day, papers, link and history name who worked', async () => {
  const desk = app.as('dana')
  at('14:00')
  await desk.billing.turnOn()
  const ticketId = await app.createTicket('rosa')
  const token = await createLinkFor(app, ticketId)
  const { client } = await customerOfLink(app, token)
  await app.as('rosa').tickets.clockIn({ ticketId, jobNumber: 1 })
  at('15:00')
  await desk.tickets.assign({ ticketId, employeeId: app.ids.sam })
  const seen = () => client.customerView.get({ token })
  expect(await seen()).toMatchObject({ technician: 'Sam Ortiz', jobs: [{ technicians: ['Rosa Díaz'] }] })
  await app.as('sam').tickets.clockIn({ ticketId, jobNumber: 1 })
  at('15:10')
  await app.as('sam').tickets.clockOut({ ticketId, jobNumber: 1 })

  await desk.tickets.finalize({ ticketId })
  const byLine = 'Technicians: Rosa Díaz, Sam Ortiz'
  expect(await seen()).toMatchObject({
    technician: 'Rosa Díaz',
    jobs: [{ technicians: ['Rosa Díaz', 'Sam Ortiz'] }],
  })
  const { invoiceId } = await desk.billing.issueInvoice({ ticketId, expectedTotal: 181.25 })
  expect(await wordsAt(`${ticketId}/invoices/${invoiceId}`)).toContain(byLine)
  const words = await wordsAt(`${ticketId}`)
  expect(words).toContain(byLine)
  expect(words).toContain('Technician Rosa Díaz')

  await desk.tickets.complete({ ticketId })
  const { entries } = await app.as('visitor').workHistory.get({ vin: june.customerRV.vin })
  expect(entries).toMatchObject([{ ticketId, technician: 'Rosa Díaz' }])
  expect(await desk.tickets.get({ ticketId })).toMatchObject({ assignedTechnician: app.ids.rosa })
  const { work } = await app.database.selectFrom('workHistory').select('work').executeTakeFirstOrThrow()
  expect(work).toMatchObject([{ technicians: ['Rosa Díaz', 'Sam Ortiz'] }])
})
