// Like optimistic-ui.spec.ts for tickets, on all other pages: a tap shows its effect before the server has
// responded.

import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { bluebonnet, june, maya, PASSWORD, sam } from '../../../src/server/seed/demo-accounts.ts'
import { sharedVin } from '../../support/shared-vin.ts'
import { createCompany, createTrailerTicket, delay, delayAt, responseOf } from '../support/actions.ts'
import { BROKEN, expect, expectAlert, failCall, newPersonPage, signIn, test } from '../support/fixtures.ts'

const DIGITS = june.customerDetails.phone.slice(-4)
const WORDS = 'Dry again, and they called before they came.'

const button = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) })

/** The tapped button shows this text meanwhile, and is disabled. */
const expectBusy = (page: Page, words: string) => expect(button(page, words)).toBeDisabled()

async function finish(owner: Page, ticketId: number): Promise<void> {
  for (const step of ['finalize', 'complete'])
    await responseOf(owner.request.post(`/api/tickets/${ticketId}/${step}`))
}

/** Creates a ticket's link and opens it, as its customer. Returns its path. */
async function openLink(owner: Page, customer: Page, ticketId: number): Promise<string> {
  const { link } = await responseOf(owner.request.post(`/api/tickets/${ticketId}/link`))
  await responseOf(customer.request.post(`/api${link.path}/answer`, { data: { digits: DIGITS } }))
  return link.path
}

test('the dashboard, the schedule and links to other pages respond at once', async ({ shop, browser }) => {
  const desk = await newPersonPage(browser, shop)
  await createCompany(desk, 'Answers At Once RV')
  const data = { ...sam, email: `${randomUUID()}@mail.example`, password: PASSWORD }
  const { id: employeeId } = await responseOf(desk.request.post('/api/employees', { data }))
  const ticketId = await createTrailerTicket(desk, [{ problem: 'Roof leak' }])
  await desk.goto('/dashboard')
  const card = desk.getByRole('region', { name: 'Active' }).getByRole('listitem')

  const menuNow = await delayAt(desk, '**/assets/assign-menu*.js')
  await button(desk, 'Assign Park, June').click()
  await expect(button(desk, 'Assign Park, June')).toHaveAttribute('aria-busy', 'true')
  menuNow()
  const refuseAssign = await delay(desk, 'tickets/assign')
  await desk.getByRole('menuitemradio', { name: 'Sam Ortiz' }).click()
  await expect(card.getByText('Sam Ortiz')).toBeVisible()
  await responseOf(desk.request.post(`/api/employees/${employeeId}/deactivate`))
  refuseAssign()
  await expect(card.getByText('No technician')).toBeVisible()
  await responseOf(desk.request.post(`/api/employees/${employeeId}/reactivate`))
  await responseOf(desk.request.put(`/api/tickets/${ticketId}/technician`, { data: { employeeId } }))

  const findNow = await delayAt(desk, '**/assets/search-dialog*.js')
  await button(desk, /^Find/).click()
  await expect(button(desk, /^Find/)).toHaveAttribute('aria-busy', 'true')
  findNow()
  await expect(desk.getByRole('dialog', { name: 'Find a ticket' })).toBeVisible()
  await desk.keyboard.press('Escape')

  const pageNow = await delayAt(desk, '**/assets/schedule*.js')
  await desk.getByRole('link', { name: 'Schedule' }).click()
  await expect(desk.getByRole('main')).toHaveAttribute('aria-busy', 'true')
  await expect(desk.getByRole('heading', { level: 1 })).toHaveText('Answers At Once RV')
  pageNow()
  await expect(desk.getByRole('heading', { level: 1 })).toHaveText('Schedule')
  await expect(desk.getByRole('main')).not.toHaveAttribute('aria-busy')

  const held = desk.getByText('Assigned · 2021 Jayco')
  await expect(held).toBeVisible()
  const days = desk.getByText(/^[A-Z][a-z]{2}, .+ to /)
  const before = await days.innerText()
  const weekNow = await delay(desk, 'schedule/week')
  await button(desk, 'Next week').click()
  await expect(days).not.toHaveText(before)
  await expect(desk.locator('[aria-busy="true"]').filter({ has: held })).toBeVisible()
  weekNow()
  await expect(held).toBeHidden()
  await button(desk, 'This Week').click()
  await expect(days).toHaveText(before)

  const refuseRelease = await delay(desk, 'tickets/release')
  await held.click()
  await button(desk, 'Release Technician').click()
  await expect(held).toBeHidden()
  // Without live updates either.
  await desk.route('**/rpc/schedule/week', () => {})
  await responseOf(desk.request.post(`/api/tickets/${ticketId}/finalize`))
  refuseRelease()
  await expectAlert(desk, /finalized by/)
  await expect(held).toBeVisible()
})

test('the office pages respond at once, and a refused answer to a review is still typed', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const owner = await newPersonPage(browser, shop)
  const customer = await newPersonPage(browser, shop)
  await createCompany(owner, 'Office RV')
  const { companyUUID } = await responseOf(owner.request.get('/api/company'))
  const ticketId = await createTrailerTicket(owner, [{ problem: 'Roof leak', estimatedTime: 1 }])
  const path = await openLink(owner, customer, ticketId)
  await finish(owner, ticketId)

  await customer.goto(path)
  await customer.getByRole('radio', { name: '5: Very good' }).check()
  await customer.getByLabel('Your words').fill(WORDS)
  const reviewNow = await delay(customer, 'reviews/create')
  await button(customer, 'Send Review').click()
  await expectBusy(customer, 'Sending…')
  reviewNow()
  await expectAlert(customer, 'Thank you for your review.')

  await owner.goto('/company')
  await owner.getByLabel('Company Name').fill('Office & Bay RV')
  const saveNow = await delay(owner, 'companies/change')
  await button(owner, 'Save Company').click()
  await expectBusy(owner, 'Saving…')
  saveNow()
  await expectAlert(owner, 'Company saved.')

  const reviews = owner.getByRole('region', { name: 'Reviews' })
  const answerNow = await delay(owner, 'reviews/answer')
  await button(owner, 'Answer').click()
  await reviews.getByLabel('Your answer').fill('See you in spring.')
  await button(owner, 'Save Answer').click()
  await expect(reviews.getByText('Office & Bay RV answered: See you in spring.')).toBeVisible()
  await expect(button(owner, 'Edit answer')).toBeFocused()
  const settled = owner.waitForResponse('**/rpc/reviews/mine')
  answerNow()
  await settled
  await expect(reviews.getByText('Office & Bay RV answered: See you in spring.')).toBeVisible()

  const refuseAnswer = await delay(owner, 'reviews/answer')
  await button(owner, 'Edit answer').click()
  await reviews.getByLabel('Your answer').fill('See you in fall.')
  await button(owner, 'Save Answer').click()
  await expect(reviews.getByText(/answered: See you in fall\.$/)).toBeVisible()
  const founder = await newPersonPage(browser, shop)
  await signIn(founder, maya.email)
  const removal = { companyUUID, ticketId, reason: 'It names a person.' }
  await responseOf(
    founder.request.post(`/api/founders/companies/${companyUUID}/reviews/${ticketId}/remove`, {
      data: removal,
    }),
  )
  refuseAnswer()
  await expectAlert(owner, 'This ticket has no review.')
  await expect(reviews.getByText(/answered: See you in spring\.$/)).toBeVisible()
  await expect(reviews.getByLabel('Your answer')).toHaveValue('See you in fall.')

  const data = { ...sam, email: `${randomUUID()}@mail.example`, password: PASSWORD }
  await responseOf(owner.request.post('/api/employees', { data }))
  await owner.goto('/register-employee')
  const restNow = await delay(owner, 'employees/deactivate')
  await button(owner, 'Deactivate').click()
  await expectBusy(owner, 'Deactivate')
  restNow()
  await expectAlert(owner, 'Sam was deactivated and logged out.')
})

test('a founder’s actions respond at once, and refused ones are rolled back', { tag: '@long' }, async ({
  shop,
  browser,
}) => {
  const owner = await newPersonPage(browser, shop)
  await createCompany(owner, 'Looked At RV')
  const { companyUUID } = await responseOf(owner.request.get('/api/company'))
  const founder = await newPersonPage(browser, shop)
  await signIn(founder, maya.email)
  await founder.goto(`/founders?company=${companyUUID}`)

  const unmarkNow = await delay(founder, 'platformAdmin/setPending')
  await button(founder, 'Approve Company').click()
  await expectBusy(founder, 'Mark as Pending')
  unmarkNow()
  await expectAlert(founder, 'No longer pending.')
  await expect(button(founder, 'Mark as Pending')).toBeEnabled()

  const suspendNow = await delay(founder, 'platformAdmin/suspend')
  await button(founder, 'Suspend').click()
  await founder.getByLabel('Reason').fill('They asked us to.')
  await button(founder, 'Suspend').click()
  await expectBusy(founder, 'Saving…')
  suspendNow()
  await expectAlert(founder, 'Looked At RV is suspended.')

  await failCall(founder, 'platformAdmin/setPending')
  const refuse = await delay(founder, 'platformAdmin/setPending')
  await button(founder, 'Mark as Pending').click()
  await expectBusy(founder, 'Approve Company')
  refuse()
  await expectAlert(founder, BROKEN)
  await expect(button(founder, 'Mark as Pending')).toBeEnabled()

  const disputesNow = await delay(founder, 'platformAdmin/listDisputes')
  await founder.getByText('Disputes', { exact: true }).click()
  await expect(founder.getByText('Loading disputes…')).toBeAttached()
  disputesNow()
  await expect(founder.getByText('Loading disputes…')).toHaveCount(0)
})

test("an RV owner's pages respond at once, and a refused note is still typed", { tag: '@long' }, async ({
  shop,
  browser,
}) => {
  const desk = await newPersonPage(browser, shop)
  await createCompany(desk, 'Served It RV')
  const vin = sharedVin(`ONCE${randomUUID().slice(0, 8)}`)
  const { customerDetails } = june
  const data = {
    customerDetails,
    customerRV: { ...june.customerRV, vin },
    jobs: [{ problem: 'Awning stuck' }],
  }
  const { ticketId } = await responseOf(desk.request.post('/api/tickets', { data }))
  const owner = await newPersonPage(browser, shop)
  const elsewhere = await newPersonPage(browser, shop)
  await signIn(elsewhere, customerDetails.email)
  const path = await openLink(desk, owner, ticketId)
  await finish(desk, ticketId)
  const { claim } = await responseOf(owner.request.get(`/api${path}/ticket`))

  await owner.goto('/login')
  const checkNow = await delayAt(owner, '**/assets/account-validation*.js')
  await owner.getByLabel('Email').fill(customerDetails.email)
  await owner.getByLabel('Password', { exact: true }).fill(PASSWORD)
  const enterNow = await delayAt(owner, '**/api/auth/sign-in/email')
  await button(owner, 'Login').click()
  await expectBusy(owner, 'Loading...')
  const asked = owner.waitForRequest('**/api/auth/sign-in/email')
  checkNow()
  await asked
  await expectBusy(owner, 'Loading...')
  enterNow()
  await expect(owner.getByRole('heading', { level: 1 })).toHaveText('My Rigs')

  await owner.getByLabel('VIN').fill(vin)
  await owner.getByLabel('Code').fill(claim.code)
  const claimNow = await delay(owner, 'rigClaims/claim')
  await button(owner, 'Claim Rig').click()
  await expectBusy(owner, 'Claiming…')
  claimNow()
  await expect(owner.getByRole('heading', { name: 'Served It RV' })).toBeVisible()

  const noteNow = await delay(owner, 'rigClaims/saveNote')
  await button(owner, 'Write a note').click()
  await owner.getByLabel('Your note').fill('Runs smooth')
  await button(owner, 'Save').click()
  await expect(owner.getByText('Runs smooth')).toBeVisible()
  await expect(owner.getByLabel('Your note')).toBeHidden()
  // It is not editable yet.
  await expect(button(owner, 'Edit')).toHaveCount(0)
  noteNow()
  await expectAlert(owner, 'Note saved.')
  await expect(button(owner, 'Edit')).toBeFocused()

  await failCall(owner, 'rigClaims/saveNote')
  const refuseNote = await delay(owner, 'rigClaims/saveNote')
  await button(owner, 'Edit').click()
  await owner.getByLabel('Your note').fill('Runs rough')
  await button(owner, 'Save').click()
  await expect(owner.getByText('Runs rough')).toBeVisible()
  await expect(owner.getByLabel('Your note')).toBeHidden()
  refuseNote()
  await expectAlert(owner, BROKEN)
  await expect(owner.getByLabel('Your note')).toHaveValue('Runs rough')
  await button(owner, 'Cancel').click()
  await expect(owner.getByText('Runs smooth')).toBeVisible()

  const offerNow = await delay(owner, 'rigClaims/createTransfer')
  await button(owner, 'Create transfer code').click()
  await expect(button(owner, 'Creating…')).toBeVisible()
  offerNow()
  const takeNow = await delay(owner, 'rigClaims/cancelTransfer')
  await button(owner, 'Cancel code').click()
  await expect(button(owner, 'Canceling…')).toBeVisible()
  takeNow()
  await expectAlert(owner, 'Code canceled.')

  await owner.goto('/profile')
  const savingNow = await delay(owner, 'rvOwners/changeDetails')
  await owner.getByRole('switch').press('Space')
  await button(owner, 'Save Details').click()
  await expectBusy(owner, 'Saving…')
  savingNow()
  await expectAlert(owner, 'Details saved.')
  const endNow = await delay(owner, 'account/endOtherSessions')
  await button(owner, 'Log out other devices').click()
  await expectBusy(owner, 'Log out other devices')
  endNow()
  await expectAlert(owner, 'You’re logged out on all other devices.')
  const outNow = await delayAt(owner, '**/api/auth/sign-out')
  await button(owner, 'Logout').click()
  await expectBusy(owner, 'Logout')
  outNow()
  await expect(owner).toHaveURL(/\/$/)
})

test('a customer’s actions respond at once, from the company list to answering a price', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const desk = await newPersonPage(browser, shop)
  await createCompany(desk, 'Followed RV')
  const ticketId = await createTrailerTicket(desk, [{ problem: 'Roof leak', estimatedTime: 1 }])
  const asking = { jobNumbers: [1], note: '' }
  await responseOf(desk.request.post(`/api/tickets/${ticketId}/approvals`, { data: asking }))
  const { link } = await responseOf(desk.request.post(`/api/tickets/${ticketId}/link`))

  const customer = await newPersonPage(browser, shop)
  await customer.goto('/')
  const companyNow = await delay(customer, 'companies/get')
  await customer.getByRole('link', { name: bluebonnet.companyName }).click()
  await expect(customer.getByRole('main')).toHaveAttribute('aria-busy', 'true')
  companyNow()
  await expect(customer.getByRole('heading', { level: 1 })).toHaveText(bluebonnet.companyName)

  await customer.goto(link.path)
  await customer.getByLabel('Last four digits').fill(DIGITS)
  const seeNow = await delay(customer, 'customerView/verify')
  await button(customer, 'See My Ticket').click()
  await expectBusy(customer, 'One moment…')
  seeNow()
  await expect(customer.getByRole('heading', { level: 1 })).toHaveText('Your 2021 Jayco Jay Flight 264BH')

  const approveNow = await delay(customer, 'customerView/answerLine')
  await button(customer, 'Approve job 1').click()
  await customer.getByLabel('Your Name').fill('June Park')
  await customer.getByRole('button', { name: 'Approve $' }).click()
  await expectBusy(customer, 'Approving…')
  approveNow()
  await expectAlert(customer, 'Thank you. We have your answer.')

  const sayNow = await delay(customer, 'customerView/post')
  await customer.getByLabel('Message Followed RV').fill('When can I come?')
  await button(customer, 'Send').click()
  await expectBusy(customer, 'Sending…')
  sayNow()
  await expect(customer.getByRole('log').getByText('When can I come?')).toBeVisible()
})
