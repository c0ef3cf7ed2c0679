import type { Route } from '@playwright/test'
import sharp from 'sharp'
import { june, rosa } from '../../../src/server/seed/demo-accounts.ts'
import { expectNoViolations, horizontalOverflow } from '../support/accessibility.ts'
import {
  answerLine,
  assignTicket,
  createCompany,
  createTrailerTicket,
  finalizeTicket,
  jobLine,
  newEmployeePage,
  responseOf,
  toggleLine,
} from '../support/actions.ts'
import { expect, expectAlert, newPersonPage, PHONE, test } from '../support/fixtures.ts'

const ROOF = 'Roof leak above the bunk'
const FURNACE = 'Furnace lights, then goes out'

const jobs = [
  { problem: ROOF, estimatedTime: 1.25 },
  { problem: FURNACE, estimatedTime: 2 },
]

/** A ticket with a part on its first line, and its link. */
async function createApprovalTicket(desk: Parameters<typeof createTrailerTicket>[0]) {
  const ticketId = await createTrailerTicket(desk, jobs)
  const data = { quantity: 2, description: 'Lap sealant', perPartAmount: 13.75, jobNumber: 1 }
  await responseOf(desk.request.post(`/api/tickets/${ticketId}/parts`, { data }))
  const { link } = await responseOf(desk.request.post(`/api/tickets/${ticketId}/link`))
  return { ticketId, path: link.path as string }
}

test('a customer answers line by line on a phone, and the desk sees each answer', async ({
  shop,
  browser,
}) => {
  const desk = await newPersonPage(browser, shop)
  await createCompany(desk, 'Yes or No RV')
  const { ticketId, path } = await createApprovalTicket(desk)
  const photo = sharp({ create: { width: 64, height: 48, channels: 3, background: '#8a5' } })
  const photos = { name: 'roof.png', mimeType: 'image/png', buffer: await photo.png().toBuffer() }
  await responseOf(desk.request.post(`/api/tickets/${ticketId}/jobs/1/photos`, { multipart: { photos } }))
  await desk.goto(`/service-ticket/${ticketId}`)
  const panel = desk.getByRole('region', { name: 'Request Customer Approval' })
  const lines = desk.getByRole('region', { name: 'Job Lines' })
  await toggleLine(jobLine(desk, ROOF))
  const price = desk.getByRole('region', { name: 'Customer approval of job 1' })
  await expect(price.getByText('$211.50')).toBeVisible()
  await expect(price.getByText('Labor $181.25 (1h15m) + parts $27.50 + shop supplies $2.75')).toBeVisible()

  // Nothing can be sent before a line is chosen.
  await expect(lines.getByRole('checkbox', { name: `Choose 1. ${ROOF}` })).not.toBeChecked()
  await expect(panel).toHaveCount(0)
  await lines.getByRole('checkbox', { name: `Choose 1. ${ROOF}` }).check()
  await expect(panel.getByText('1 job, $211.50 total')).toBeVisible()
  await lines.getByRole('checkbox', { name: `Choose 2. ${FURNACE}` }).check()
  await expect(panel.getByText('2 jobs, $501.50 total')).toBeVisible()
  await panel.getByLabel('Note to the customer').fill('Rain is coming on Friday.')
  await panel.getByRole('button', { name: 'Request Customer Approval' }).click()
  // Browser tests have no mail server, and the desk sees that.
  await expectAlert(desk, 'Request saved. Not emailed: email isn’t set up.')
  await expect(lines.getByText('Requested', { exact: true })).toHaveCount(2)
  await expect(panel).toHaveCount(0)
  await expectNoViolations(desk)

  const customer = await newPersonPage(browser, shop, PHONE)
  await customer.goto(path)
  await customer.getByLabel('Last four digits').fill(june.customerDetails.phone.slice(-4))
  await customer.keyboard.press('Enter')
  const asks = customer.getByRole('region', { name: 'Needs your approval' })
  await expect(asks.getByText('Rain is coming on Friday.')).toBeVisible()
  const roof = asks.getByRole('listitem', { name: `1. ${ROOF}` })
  await expect(roof.getByText('$211.50')).toBeVisible()
  const large = roof.getByRole('link', { name: `Photo 1 of 1. ${ROOF}` })
  await expect(large).toHaveAttribute('href', /large/)
  for (const piece of ['Labor', 'Lap sealant', 'Shop supplies', '1h15m × $145.00/hr'])
    await expect(roof.getByText(piece)).toBeVisible()
  await expectNoViolations(customer)
  expect(await horizontalOverflow(customer)).toEqual([])

  // The desk is notified on another page.
  await desk.getByRole('link', { name: 'Dashboard' }).first().click()
  await roof.getByRole('button', { name: 'Approve' }).click()
  await expect(roof.getByText('Approve $211.50?')).toBeVisible()
  await expect(roof.getByLabel('Your Name')).toBeFocused()
  await customer.keyboard.press('Escape')
  await expect(roof.getByRole('button', { name: 'Approve' })).toBeFocused()
  await customer.keyboard.press('Enter')
  await roof.getByRole('button', { name: 'Approve $211.50' }).click()
  await expect(roof.getByText('Type your name.')).toBeVisible()
  await expectNoViolations(customer)
  expect(await horizontalOverflow(customer)).toEqual([])
  await roof.getByLabel('Your Name').fill('June P. Park')
  await customer.keyboard.press('Enter')
  await expectAlert(customer, 'Thank you. We have your answer.')
  await expectAlert(desk, `June Park approved 1. ${ROOF} on ticket ${ticketId}.`)
  const furnace = asks.getByRole('listitem', { name: `2. ${FURNACE}` })
  await furnace.getByRole('button', { name: 'Decline' }).focus()
  await customer.keyboard.press('Enter')
  await expect(furnace.getByLabel('Your Name')).toHaveValue('June P. Park')
  await furnace.getByRole('button', { name: 'Decline $290.00' }).click()
  await expectAlert(
    desk,
    `June Park declined 2. ${FURNACE} on ticket ${ticketId}. All requests on it are answered.`,
  )
  await expect(asks).toBeHidden()
  const answered = customer.getByRole('region', { name: 'Your answers' })
  await expect(answered.getByText('You approved this')).toBeVisible()
  await expect(answered.getByText('It won’t be done or charged.')).toBeVisible()
  await expect(answered.getByRole('button', { name: 'Decline instead job 1' })).toBeVisible()
  await expect(customer.locator(':focus')).toContainText('Your answers')

  await desk.goto(`/service-ticket/${ticketId}`)
  // A declined line has no clock, and its reason stands there.
  await expect(lines.getByRole('button', { name: 'Clock In of job 1' })).toBeVisible()
  await expect(lines.getByRole('button', { name: 'Clock In of job 2' })).toHaveCount(0)
  await expect(lines.getByText(`The customer declined 2. ${FURNACE}. Don’t work on it.`)).toBeVisible()
  await expect(lines.getByText('Approved', { exact: true })).toBeVisible()
  await expect(lines.getByText('Declined', { exact: true })).toBeVisible()
  await expect(
    desk.getByRole('region', { name: 'Activity' }).getByText(`approved 1. ${ROOF} by link`),
  ).toBeVisible()
  await expect(desk.getByRole('region', { name: 'Totals' }).getByText('$211.50')).toBeVisible()
})

test('a line that changed meanwhile is shown again, and nothing was approved', { tag: '@long' }, async ({
  shop,
  browser,
}) => {
  const desk = await newPersonPage(browser, shop)
  await createCompany(desk, 'Second Thoughts RV')
  const { page: bay, id } = await newEmployeePage(browser, shop, desk, rosa, PHONE)
  const { ticketId, path } = await createApprovalTicket(desk)
  await responseOf(desk.request.post(`/api/tickets/${ticketId}/approvals`, { data: { jobNumbers: [1] } }))

  const customer = await newPersonPage(browser, shop)
  await customer.goto(path)
  await customer.getByLabel('Last four digits').fill(june.customerDetails.phone.slice(-4))
  await customer.keyboard.press('Enter')
  const roof = customer.getByRole('listitem', { name: `1. ${ROOF}` })
  // The desk changes the line at the moment the customer taps.
  const change = async (route: Route) => {
    await responseOf(desk.request.patch(`/api/tickets/${ticketId}/jobs/1`, { data: { estimatedTime: 3 } }))
    await route.continue()
  }
  await customer.route('**/customerView/answerLine', change, { times: 1 })
  await answerLine(roof, 'Approve', 'June Park')
  await expectAlert(customer, 'This job changed before your answer was saved.')
  await expect(roof.getByText('We’ve changed this job. Here’s the new price.')).toBeVisible()
  await expect(roof.getByText('$465.25')).toBeVisible()
  await answerLine(roof, 'Approve', 'June Park')
  const answered = customer.getByRole('region', { name: 'Your answers' })
  await expect(answered).toBeVisible()

  // Far above what was approved: asked again, and not finalized before the answer.
  await desk.goto(`/service-ticket/${ticketId}`)
  await responseOf(desk.request.patch(`/api/tickets/${ticketId}/jobs/1`, { data: { estimatedTime: 5 } }))
  const finalize = desk.getByRole('button', { name: 'Finalize Ticket' })
  await expect(finalize).toHaveAccessibleDescription(/June has not responded about 1\. Roof leak/)
  await expect(jobLine(desk, ROOF).getByText('Requested', { exact: true })).toBeVisible()
  // Who works on it does not see what the desk asked, so it is said there.
  await assignTicket(desk, ticketId, id)
  await bay.goto(`/bay/${ticketId}`)
  await expect(
    jobLine(bay, ROOF).getByText('June has not answered about this job yet. Check with the desk first.'),
  ).toBeVisible()
  const raise = 'The total was $465.25 and is now $755.25.'
  await expect(roof.getByText(`This job was changed after you approved it. ${raise}`)).toBeVisible()
  await responseOf(desk.request.delete(`/api/tickets/${ticketId}/jobs/1/approval-request`))
  await expect(finalize).toHaveAccessibleDescription(
    /June approved 1\. Roof leak above the bunk at \$465\.25, and it is now \$755\.25\./,
  )
  // Beside the total, so that a phone's bar has room for the button.
  const filter = { quantity: 1, description: 'Air filter', perPartAmount: 20 }
  await responseOf(desk.request.post(`/api/tickets/${ticketId}/parts`, { data: filter }))
  await expect(
    desk.getByText(/^June was never asked about 2\. .*, Air filter \(\$20\.00\), and Shop supplies/),
  ).toBeVisible()
  await expectNoViolations(desk)
})

test('an approval keeps what was approved, everywhere it is shown, after the desk changed the line', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const desk = await newPersonPage(browser, shop)
  await createCompany(desk, 'Five Hours RV')
  const { ticketId, path } = await createApprovalTicket(desk)
  await responseOf(desk.request.post(`/api/tickets/${ticketId}/approvals`, { data: { jobNumbers: [1] } }))
  const customer = await newPersonPage(browser, shop, PHONE)
  await customer.goto(path)
  await customer.getByLabel('Last four digits').fill(june.customerDetails.phone.slice(-4))
  await customer.keyboard.press('Enter')
  await answerLine(customer.getByRole('listitem', { name: `1. ${ROOF}` }), 'Approve', 'June Park')
  const answered = customer.getByRole('region', { name: 'Your answers' })
  const done = customer.getByRole('region', { name: 'Job lines' })
  await expect(answered.getByText('You approved this: $211.50 total')).toBeVisible()
  await expect(done.getByText('You approved this', { exact: true })).toBeVisible()

  await responseOf(desk.request.patch('/api/company', { data: { approvalTolerance: 100 } }))
  await responseOf(desk.request.patch(`/api/tickets/${ticketId}/jobs/1`, { data: { estimatedTime: 2 } }))
  const prices = 'The total was $211.50 and is now $320.25.'
  const toThem = `This job was changed after you approved it. ${prices}`
  const seen = async () => {
    await expect(answered.getByText('You approved this: $211.50 total')).toBeVisible()
    await expect(answered.getByText(toThem)).toBeVisible()
    await expect(done.getByText(toThem)).toBeVisible()
    await expect(done.getByText('Changed since you approved it')).toBeVisible()
    await expect(done.getByText('You approved this', { exact: true })).toHaveCount(0)
  }
  await seen()
  await expectNoViolations(customer)
  expect(await horizontalOverflow(customer)).toEqual([])

  const beside = desk
    .getByRole('region', { name: 'Job Lines' })
    .getByText(`This job was changed after the customer approved it. ${prices}`)
  const atTheFoot = desk.getByText(`1. ${ROOF} was changed after the customer approved it. ${prices}`)
  await desk.goto(`/service-ticket/${ticketId}`)
  await expect(beside).toBeVisible()
  await expect(atTheFoot).toBeVisible()
  await expectNoViolations(desk)
  await finalizeTicket(desk)
  await expectAlert(desk, 'Ticket finalized.')
  await expect(beside).toBeVisible()
  await expect(atTheFoot).toBeVisible()
  await desk.getByRole('button', { name: 'Complete Ticket' }).click()
  await desk.getByRole('button', { name: 'Complete Anyway' }).click()
  await expectAlert(desk, 'Ticket completed.')
  await desk.goto(`/completed-service-ticket/${ticketId}`)
  await expect(beside).toBeVisible()
  await customer.reload()
  await seen()
})

test('the desk records a phone answer, and declined work is suggested again later', { tag: '@long' }, async ({
  shop,
  browser,
}) => {
  const desk = await newPersonPage(browser, shop)
  await createCompany(desk, 'Called Back RV')
  const { ticketId } = await createApprovalTicket(desk)
  await desk.goto(`/service-ticket/${ticketId}`)
  await toggleLine(jobLine(desk, FURNACE))
  await desk.getByRole('button', { name: 'Declined by phone of job 2' }).click()
  await desk.getByRole('button', { name: 'Record Answer' }).click()
  await expectAlert(desk, 'Answer recorded.')
  const answer = desk.getByRole('region', { name: 'Customer approval of job 2' })
  await expect(answer.getByText(/^Declined by phone by .*, recorded by Called Back RV/)).toBeVisible()

  // What was answered is not asked again.
  await desk.getByRole('button', { name: 'Ask Customer' }).click()
  const panel = desk.getByRole('region', { name: 'Request Customer Approval' })
  await expect(panel).toBeFocused()
  await expect(desk.getByRole('checkbox', { name: `Choose 1. ${ROOF}` })).toBeChecked()
  await expect(desk.getByRole('checkbox', { name: `Choose 2. ${FURNACE}` })).not.toBeChecked()
  await panel.getByRole('button', { name: 'Request Customer Approval' }).click()
  await expect(desk.getByRole('button', { name: 'Ask Customer' })).toBeFocused()
  await toggleLine(jobLine(desk, ROOF))
  await desk.getByRole('button', { name: 'Cancel Request of job 1' }).click()
  await expectAlert(desk, 'Request canceled.')

  await desk.goto('/create-ticket')
  await desk.getByLabel('VIN').fill(june.customerRV.vin)
  const deferred = desk.getByRole('region', { name: 'Deferred Work' })
  await expect(deferred.getByText(`Declined on ticket ${ticketId}, at $290.00`)).toBeVisible()
  await deferred.getByRole('button', { name: 'Add to this ticket' }).click()
  await expect(deferred).toBeHidden()
  await expect(desk.getByRole('region', { name: 'Job Lines' }).getByText(FURNACE)).toBeVisible()
  await expect(desk.getByLabel('Estimated Time of job 1')).toHaveValue('2 h')

  const next = await createTrailerTicket(desk, [])
  await desk.goto(`/service-ticket/${next}`)
  await desk.getByRole('button', { name: 'Add to this ticket' }).click()
  await expectAlert(desk, 'Job line added.')
  await expect(desk.getByRole('region', { name: 'Job Lines' }).getByText(FURNACE)).toBeVisible()
  await expect(desk.getByRole('region', { name: 'Deferred Work' })).toBeHidden()
})
