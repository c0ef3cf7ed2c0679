import type { Page } from '@playwright/test'
import { customers, june, rosa } from '../../../src/server/seed/demo-accounts.ts'
import { horizontalOverflow } from '../support/accessibility.ts'
import {
  assignTicket,
  createTrailerTicket,
  jobLine,
  newEmployeePage,
  newOwnerPage,
  responseOf,
} from '../support/actions.ts'
import { expect, expectAlert, PHONE, test } from '../support/fixtures.ts'

const VISITS = [
  { problem: 'Furnace is cold', estimatedTime: 1 },
  { problem: 'Slide-out stalls', estimatedTime: 2 },
  { problem: 'Roof leak', estimatedTime: 1.5 },
] as const

const linkTo = (page: Page, ticketId: number) => page.locator(`a[href="/bay/${ticketId}"]`)
const goToMyJobs = (page: Page) => page.getByRole('link', { name: 'My Jobs' }).first().click()
const signatures = (page: Page) => page.getByRole('region', { name: 'Signatures' })
const signForm = (page: Page) => signatures(page).getByRole('form')

async function drawSignature(page: Page): Promise<void> {
  const pad = signForm(page).getByRole('img', { name: /Signature pad/ })
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  if (box === null) throw new Error('There is no pad.')
  await page.mouse.move(box.x + 20, box.y + box.height / 2)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width - 20, box.y + 10, { steps: 6 })
  await page.mouse.up()
}

/** Opens a visit and clocks its work in and out. */
async function workOn(page: Page, ticketId: number, problem: string): Promise<void> {
  await linkTo(page, ticketId).click()
  const line = jobLine(page, problem)
  await line.getByRole('button', { name: 'Clock In of job 1' }).click()
  await line.getByRole('button', { name: 'Clock Out of job 1' }).click()
  await expect(line.getByRole('button', { name: 'Clock In of job 1' })).toBeVisible()
}

test('three visits without a connection, two signed and one not, are billed by the desk in the evening', async ({
  shop,
  browser,
}) => {
  const dana = await newOwnerPage(browser, shop)
  await responseOf(dana.request.post('/api/company/billing/turn-on'))
  await responseOf(dana.request.patch('/api/company/preferences', { data: { asksForSignatures: true } }))
  const { page, id } = await newEmployeePage(browser, shop, dana, rosa, PHONE)
  const tickets: number[] = []
  for (const [index, visit] of VISITS.entries()) {
    const ticketId = await createTrailerTicket(dana, [visit], customers[index] ?? june)
    await assignTicket(dana, ticketId, id)
    tickets.push(ticketId)
  }
  const [furnace = 0, slide = 0, roof = 0] = tickets
  await page.goto('/bay')
  for (const [index, ticketId] of tickets.entries()) {
    await linkTo(page, ticketId).click()
    await expect(jobLine(page, VISITS[index]?.problem ?? '')).toBeVisible()
    await goToMyJobs(page)
  }
  await linkTo(page, furnace).click()
  // The form has to be here before there is no connection.
  await page.waitForFunction(() =>
    ['create-bay-outbox', 'bay-signature-form'].every(chunk =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes(chunk)),
    ),
  )
  await goToMyJobs(page)
  await page.context().setOffline(true)

  await test.step('the first customer draws a signature for the work done', async () => {
    await workOn(page, furnace, VISITS[0].problem)
    await signatures(page).getByRole('button', { name: 'Sign for Work Done' }).click()
    await expect(signForm(page)).toContainText('1. Furnace is cold')
    await signForm(page).getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(signForm(page).getByRole('alert')).toHaveText(
      'Draw the signature, or choose to type the name.',
    )
    expect(await horizontalOverflow(page)).toEqual([])
    await drawSignature(page)
    await signForm(page).getByRole('button', { name: 'Sign', exact: true }).click()
    await expectAlert(page, 'Signed. The desk gets it as soon as you have a signal.')
    await expect(signatures(page)).toContainText('Not sent yet')
    // Technicians see no money.
    await expect(page.getByText('$')).toHaveCount(0)
    await goToMyJobs(page)
  })

  await test.step('the second types their name at drop-off', async () => {
    await workOn(page, slide, VISITS[1].problem)
    await signatures(page).getByRole('button', { name: 'Sign at Drop-off' }).click()
    await signForm(page).getByText('Type', { exact: true }).click()
    await signForm(page).getByLabel('Name of Who Signs').fill('Ida Bell')
    await signForm(page).getByRole('button', { name: 'Sign', exact: true }).click()
    await expect(signatures(page)).toContainText('Drop-off: Ida Bell')
    await goToMyJobs(page)
  })

  await test.step('the third does not sign, and Rosa writes why', async () => {
    await workOn(page, roof, VISITS[2].problem)
    await jobLine(page, VISITS[2].problem).getByLabel('Correction').fill('Resealed. Customer would not sign.')
    await expect(page.getByRole('button', { name: '9 not sent' })).toBeVisible()
  })

  await test.step('in the evening all of it arrives', async () => {
    await page.context().setOffline(false)
    await expect(page.getByRole('button', { name: /not sent/ })).toHaveCount(0, { timeout: 20_000 })
    const signed = async (ticketId: number) =>
      (await responseOf(dana.request.get(`/api/tickets/${ticketId}/signatures`))).signatures
    expect(await signed(furnace)).toMatchObject([
      { occasion: 'work-done', jobLines: '1. Furnace is cold', amount: null, outdated: false },
    ])
    expect(await signed(slide)).toMatchObject([{ occasion: 'drop-off', signerName: 'Ida Bell', path: null }])
    expect(await signed(roof)).toEqual([])
  })

  await test.step('and the desk bills each trip', async () => {
    await dana.goto(`/service-ticket/${furnace}`)
    await dana.getByRole('button', { name: 'Bill Trip' }).click()
    const form = dana.getByRole('form', { name: 'Bill Trip' })
    await form.getByLabel('1. Furnace is cold').check()
    await form.getByRole('button', { name: 'Issue Invoice' }).click()
    await expectAlert(dana, 'Invoice issued.')
    for (const [ticketId, expectedTotal] of [
      [slide, 290],
      [roof, 217.5],
    ]) {
      const data = { jobNumbers: [1], expectedTotal }
      await responseOf(dana.request.post(`/api/tickets/${ticketId}/invoices`, { data }))
    }
    const billed = await Promise.all(
      tickets.map(async ticketId => {
        const { invoices } = await responseOf(dana.request.get(`/api/tickets/${ticketId}/money`))
        return invoices.map(({ number, total }: { number: string; total: number }) => [number, total])
      }),
    )
    expect(billed).toEqual([[['1001', 145]], [['1002', 290]], [['1003', 217.5]]])
  })
})
