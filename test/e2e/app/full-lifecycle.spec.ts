// One visit from start to end: a visitor's booking becomes a ticket, is worked on, approved, finished and printed.
// Desk, customer and technician each have a phone, and no one reloads.

import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { addDays, mondayOf } from '../../../src/domain/lib/calendar-date.ts'
import { rosa } from '../../../src/server/seed/demo-accounts.ts'
import { readPdf, wordsOf } from '../../support/pdf-text.ts'
import {
  addPart,
  answerLine,
  completeTicket,
  createCompany,
  finalizeTicket,
  jobLine,
  newEmployeePage,
  openPartForm,
  openTab,
  toggleLine,
} from '../support/actions.ts'
import { expect, expectAlert, LIVE, newPersonPage, PHONE, test } from '../support/fixtures.ts'

const PROBLEM = 'The awning came down in the wind'
const COMPANY = 'From Start to End RV'
const NAME = 'Yoder, Wanda'
const VIN = '1M8GDM9AXKP042788'
// An hour and a half at 145 dollars, two parts at 13.75, and 10 % of the parts for supplies.
const ALL_IN = '$247.75'

const monday = addDays(mondayOf(new Date().toISOString().slice(0, 10)), 14)

const image = async () => ({
  name: 'awning.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 640, height: 480, channels: 3, background: '#1f4a3a' } })
    .jpeg()
    .toBuffer(),
})

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** The status on the customer's page. */
const expectStep = (customer: Page, step: string) =>
  expect(customer.getByRole('listitem').filter({ hasText: `now: ${step}` })).toBeVisible(LIVE)

async function book(visitor: Page, companyName: string): Promise<void> {
  await visitor.goto('/')
  await visitor.getByRole('link', { name: companyName }).click()
  await expect(visitor.getByRole('heading', { name: companyName, level: 1 })).toBeVisible()
  await visitor.getByRole('link', { name: 'Book an Appointment' }).click()
  await visitor.getByLabel(/in your own words/).fill(PROBLEM)
  await visitor.getByLabel(/^Photos/).setInputFiles(await image())
  await expect(visitor.getByAltText('Photo 1')).toBeVisible()
  for (const [label, words] of [
    ['VIN', VIN],
    ['Make', 'Airstream'],
    ['Model', 'Bambi'],
    ['Year', '2019'],
    ['Day', monday],
    ['First Name', 'Wanda'],
    ['Last Name', 'Yoder'],
    ['Email', 'wanda@mail.example'],
    ['Phone', '(574) 555-0190'],
  ] as const)
    await visitor.getByLabel(label, { exact: true }).fill(words)
  await visitor.getByRole('radio', { name: /At the shop/ }).check()
  await visitor.getByLabel('Time', { exact: true }).selectOption('10:30')
  await visitor.getByRole('button', { name: 'Send Booking' }).click()
  await expect(visitor.getByRole('heading', { name: 'Your booking was sent' })).toBeVisible()
  await expect(visitor.getByText('They’ll get back to you.', { exact: false })).toBeVisible()
}

test("a visit goes from a visitor’s booking to a printed ticket, live on everyone's phone", async ({
  shop,
  browser,
}) => {
  // A whole visit on three phones takes several times as long as other tests.
  test.slow()
  const [desk, customer] = [
    await newPersonPage(browser, shop, PHONE),
    await newPersonPage(browser, shop, PHONE),
  ]
  await desk.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await createCompany(desk, COMPANY)
  const { page: bay } = await newEmployeePage(browser, shop, desk, rosa, PHONE)
  await desk.goto('/dashboard')
  await bay.goto('/bay')
  const pending = region(desk, 'Pending')
  await expect(pending.getByText('No pending service tickets.')).toBeVisible()

  await test.step('the visitor books with a photo, and the desk sees it come in and accepts', async () => {
    await book(customer, COMPANY)
    await expectAlert(desk, `New booking: ${NAME}`)
    await pending.getByRole('button', { name: `View request of ${NAME}` }).click()
    await expect(pending.getByText(PROBLEM)).toBeVisible()
    await expect(pending.locator('img')).toHaveJSProperty('naturalWidth', 480)
    await pending.getByRole('button', { name: `Accept ${NAME}` }).click()
    await expectAlert(desk, 'Booking accepted.')
    await pending.getByRole('link', { name: `View appointment of ${NAME}` }).click()
    await openTab(desk, 'People')
    await expect(region(desk, 'Booking').getByText(/at 10:30 AM/)).toBeVisible()
  })

  await test.step('the RV comes, and the desk checks it in', async () => {
    await openTab(desk, 'Work')
    await desk.getByRole('link', { name: 'Check In' }).click()
    const form = desk.getByRole('form', { name: 'Check In' })
    await form.getByRole('button', { name: 'Check In' }).click()
    await expect(form.getByText('Select an option.')).toBeVisible()
    await form.getByLabel('Axle Amount').selectOption('2')
    await form.getByLabel('Where It Stands').fill('B4')
    await form.getByRole('button', { name: 'Check In' }).click()
    await expectAlert(desk, 'Checked in.')
    await openTab(desk, 'People')
    await expect(region(desk, 'Booking').getByText('B4')).toBeVisible()
  })

  await test.step('the desk copies the link, and the customer finds the ticket behind it', async () => {
    await openTab(desk, 'Messages')
    await region(desk, 'Customer').getByRole('button', { name: 'Copy link' }).click()
    await expectAlert(desk, 'Link copied.')
    const link = await desk.evaluate(() => navigator.clipboard.readText())
    await customer.goto(new URL(link).pathname)
    await customer.getByLabel('Last four digits').fill('0190')
    await customer.getByRole('button', { name: 'See My Ticket' }).click()
    await expect(customer.getByRole('heading', { level: 1 })).toHaveText('Your 2019 Airstream Bambi')
    await expectStep(customer, 'Received')
    await expect(region(customer, 'Current total').getByText('No prices yet.')).toBeVisible()
    await expect(customer.getByRole('link', { name: `Photo 1 of 1. ${PROBLEM}` })).toBeVisible()
    await expect(region(desk, 'Customer').getByText(/^Opened by the customer/)).toBeVisible(LIVE)
  })

  const lines = region(desk, 'Job Lines')
  const asking = region(desk, 'Request Customer Approval')
  await test.step('the desk puts Rosa on it, and hours and a part on its line', async () => {
    await openTab(desk, 'Work')
    await desk.getByLabel('Select Technician').selectOption('Rosa Díaz')
    await desk.getByRole('button', { name: 'Assign Technician' }).click()
    await expectAlert(desk, 'Technician assigned successfully.')
    await expect(customer.getByText('Rosa Díaz will work on it.', { exact: false })).toBeVisible(LIVE)
    await toggleLine(jobLine(desk, PROBLEM))
    await lines.getByRole('button', { name: 'Edit job 1' }).click()
    const editing = desk.getByRole('form', { name: 'Edit job 1' })
    const hours = editing.getByLabel('Estimated Time')
    await hours.fill('1.5')
    // Nothing moves any more when Save is clicked.
    await hours.press('Tab')
    await expect(hours).toHaveValue('1.5 h')
    await expect(region(desk, 'Customer approval of job 1')).toBeVisible()
    await editing.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(lines.getByText('1h30m').first()).toBeVisible()
    const part = { quantity: '2', description: 'Awning bracket', price: '13.75', jobNumber: 1 }
    await addPart(await openPartForm(desk), part)
    await expect(region(customer, 'Current total').getByText(ALL_IN)).toBeVisible(LIVE)
    await expect(customer.getByText('2 × Awning bracket')).toBeVisible()
  })

  await test.step('asks for a yes to its price, which the customer sees come, gives, and the desk hears', async () => {
    await expect(lines.getByText('Labor $217.50 (1h30m) + parts $27.50 + shop supplies $2.75')).toBeVisible()
    await lines.getByRole('checkbox', { name: `Choose 1. ${PROBLEM}` }).check()
    await expect(asking.getByText(`1 job, ${ALL_IN} total`)).toBeVisible()
    await asking.getByLabel('Note to the customer').fill('Both brackets are bent.')
    await asking.getByRole('button', { name: 'Request Customer Approval' }).click()
    await expectAlert(desk, /^Request saved/)
    const question = region(customer, 'Needs your approval')
    await expect(question.getByText('Both brackets are bent.')).toBeVisible(LIVE)
    await expectStep(customer, 'Waiting for you')
    // Work has not started, and the page says nothing else.
    await expect(customer.getByRole('listitem').filter({ hasText: 'to come: In work' })).toBeVisible()
    await expect(customer.getByText('Rosa Díaz will work on it.', { exact: false })).toBeVisible()
    const line = question.getByRole('listitem', { name: `1. ${PROBLEM}` })
    await expect(line.getByText(ALL_IN)).toBeVisible()
    await answerLine(line, 'Approve', 'Wanda Yoder')
    await expectAlert(customer, 'Thank you. We have your answer.')
    await expect(region(customer, 'Your answers').getByText('You approved this')).toBeVisible()
    await expect(lines.getByText('Approved', { exact: true })).toBeVisible(LIVE)
    await expectAlert(desk, /^Wanda Yoder approved 1\. The awning came down in the wind on ticket \d{6}\./)
  })

  await test.step('the two write to each other', async () => {
    await customer.getByLabel(`Message ${COMPANY}`).fill('Can I stay in it meanwhile?')
    await customer.getByRole('button', { name: 'Send' }).click()
    await openTab(desk, 'Messages')
    const talk = region(desk, 'Messages with the customer')
    await expect(talk.getByText('Can I stay in it meanwhile?')).toBeVisible(LIVE)
    await talk.getByLabel('Message Wanda').fill('Yes, only keep the awning shut.')
    await talk.getByRole('button', { name: 'Send' }).click()
    const log = customer.getByRole('log')
    await expect(log.getByText('Yes, only keep the awning shut.')).toBeVisible(LIVE)
  })

  await test.step('Rosa clocks in, writes what she did and clocks out', async () => {
    await openTab(desk, 'Work')
    await bay.getByRole('link', { name: NAME }).click()
    await bay.getByRole('button', { name: 'Clock In of job 1' }).click()
    await expectStep(customer, 'In work')
    await expect(desk.getByText(/Rosa Díaz is clocked in/)).toBeVisible(LIVE)
    await bay.getByLabel('Correction').fill('Both brackets replaced')
    await expect(customer.getByText('Both brackets replaced')).toBeVisible(LIVE)
    await bay.getByRole('button', { name: /Clock Out of job 1/ }).click()
    await expect(desk.getByText(/Rosa Díaz is clocked in/)).toHaveCount(0, LIVE)
  })

  await test.step('the desk finalizes and completes, and the customer sees it ready, then done', async () => {
    await finalizeTicket(desk)
    await expectStep(customer, 'Ready')
    await expect(region(customer, 'Total').getByText(ALL_IN)).toBeVisible()
    await completeTicket(desk)
    await expectStep(customer, 'Done')
  })

  await test.step('the customer takes the ticket along as a PDF, and the desk prints the same total', async () => {
    await customer.getByRole('link', { name: 'Print or save' }).click()
    const article = customer.getByRole('article')
    await expect(article.getByRole('heading', { name: 'Service Ticket' })).toBeVisible()
    await expect(article).toContainText(`Total Balance${ALL_IN}`)
    const href = await customer.getByRole('link', { name: 'PDF' }).getAttribute('href')
    const saved = await customer.request.get(href ?? '')
    expect(saved.headers()['content-type']).toBe('application/pdf')
    const [, ticketId] =
      /"Service Ticket (\d{6})\.pdf"/.exec(saved.headers()['content-disposition'] ?? '') ?? []
    const words = wordsOf(readPdf(await saved.body()))
    for (const text of ['Both brackets replaced', `Total Balance ${ALL_IN}`]) expect(words).toContain(text)

    await desk.goto(`/print/${ticketId}`)
    await expect(desk.getByRole('article')).toContainText(`Total Balance${ALL_IN}`)
  })
})
