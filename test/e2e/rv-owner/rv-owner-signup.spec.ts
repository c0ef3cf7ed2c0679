// A customer signs up by email, finds their tickets, and no one else finds them.

import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { june, PASSWORD } from '../../../src/server/seed/demo-accounts.ts'
import { expectAccessible } from '../support/accessibility.ts'
import { createCompany, responseOf } from '../support/actions.ts'
import {
  DESKTOP,
  expect,
  expectAlert,
  fillLogin,
  newPersonPage,
  PHONE,
  signIn,
  type TestServer,
  test,
} from '../support/fixtures.ts'

const RETRY_TIMEOUT = { timeout: 25_000 }
const NAME = '<b>Nora</b> 🚐'
const LAST = '"Vance" & Söhne'

/** The link in the email to `email`, once it is written. */
async function linkTo(app: TestServer, email: string): Promise<string> {
  const message = async () => (await app.emails()).findLast(text => text.includes(`To: ${email}`)) ?? ''
  await expect.poll(message, { timeout: 10_000 }).toMatch(/\/join\//)
  const text = (await message()).replaceAll('=\r\n', '').replaceAll('=3D', '=')
  return /^http\S+\/join\/\S+/m.exec(text)?.[0] ?? ''
}

async function createTicketFor(desk: Page, email: string, model: string): Promise<number> {
  const data = {
    customerDetails: { ...june.customerDetails, email },
    customerRV: { ...june.customerRV, model },
    jobs: [{ problem: 'Roof leak' }],
  }
  return (await responseOf(desk.request.post('/api/tickets', { data }))).ticketId
}

async function requestSignup(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send Link' }).click()
  await expect(page.getByText('Email isn’t set up on this server.')).toBeVisible()
}

/** A logged-in RV owner. */
async function signUp(browser: Browser, shop: TestServer, email: string, viewport = PHONE): Promise<Page> {
  const page = await newPersonPage(browser, shop, viewport)
  await page.goto('/join')
  await requestSignup(page, email)
  await page.goto(await linkTo(shop, email))
  await page.getByLabel('First Name').fill('Otto')
  await page.getByLabel('Last Name').fill('Else')
  await page.getByLabel('Phone', { exact: true }).fill('(574) 555-0288')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page).toHaveURL(/\/my$/)
  return page
}

test('a customer signs up on a phone, opens their ticket without the question, and no one else sees it', {
  tag: '@long',
}, async ({ shop, browser }) => {
  test.slow()
  const desk = await newPersonPage(browser, shop, DESKTOP)
  await createCompany(desk, 'Joined RV')
  const email = `${randomUUID()}@mail.example`
  const ticketId = await createTicketFor(desk, email, '<i>Jay</i> 🏕️')

  const nora = await newPersonPage(browser, shop, PHONE)
  await nora.goto('/login')
  await nora.getByRole('link', { name: 'Create an account' }).click()
  await expect(nora.getByRole('heading', { name: 'Create an Account' })).toBeVisible()
  await nora.getByRole('button', { name: 'Send Link' }).click()
  await expect(nora.getByText('Required.')).toBeVisible()
  await expectAccessible(nora)
  await requestSignup(nora, email)
  await expectAccessible(nora)

  const link = await linkTo(shop, email)
  await nora.goto(link)
  await expect(nora.getByText(`Your email is confirmed: ${email}`)).toBeVisible()
  await expect(nora.getByLabel(/^Share my contact info/)).not.toBeChecked()
  await nora.getByLabel('First Name').fill(NAME)
  await nora.getByLabel('Phone', { exact: true }).fill('(574) 555-0277')
  await nora.getByLabel('Password', { exact: true }).fill('short')
  await nora.getByRole('button', { name: 'Create Account' }).click()
  await expect(nora.getByText('Required.')).toBeVisible()
  await expect(nora.getByText(/^Must be at least/)).toBeVisible()
  await expectAccessible(nora)
  // Typed text survives a reload, except the password.
  await nora.reload()
  await expect(nora.getByLabel('First Name')).toHaveValue(NAME)
  await nora.getByLabel('Last Name').fill(LAST)
  await nora.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await nora.getByRole('button', { name: 'Create Account' }).click()
  await expect(nora).toHaveURL(/\/my$/)
  const mine = nora.getByRole('region', { name: 'My Tickets' })
  await expect(mine.getByRole('heading', { name: '2021 Jayco <i>Jay</i> 🏕️' })).toBeVisible()
  await expect(mine.getByText('Joined RV')).toBeVisible()
  await expect(mine.getByText('Received')).toBeVisible()
  await expectAccessible(nora)

  // The desk creates another while she is on the page.
  const second = await createTicketFor(desk, email.toUpperCase(), 'Greyhawk')
  await expect(mine.getByRole('heading', { name: '2021 Jayco Greyhawk' })).toBeVisible(RETRY_TIMEOUT)

  const other = await signUp(browser, shop, `${randomUUID()}@mail.example`)
  await expect(other.getByText('No tickets yet.')).toBeVisible()
  await expectAccessible(other)

  await mine.getByRole('button', { name: `Open ticket ${ticketId}` }).click()
  await expect(nora).toHaveURL(/\/follow\//)
  await expect(nora.getByRole('heading', { name: 'Your 2021 Jayco <i>Jay</i> 🏕️' })).toBeVisible()
  await expect(nora.getByText('Roof leak')).toBeVisible()
  // The same URL asks another account its question.
  await other.goto(nora.url())
  await expect(other.getByLabel('Last four digits')).toBeVisible()
  const { link: currentLink } = await responseOf(desk.request.get(`/api/tickets/${ticketId}/link`))
  expect(nora.url()).toContain(currentLink.path)

  await responseOf(desk.request.delete(`/api/tickets/${second}/link`))
  await nora.goto('/my')
  await mine.getByRole('button', { name: `Open ticket ${second}` }).click()
  await expect(nora).toHaveURL(/\/follow\//)
  await responseOf(desk.request.delete(`/api/tickets/${second}/link`))
  await nora.goto('/my')
  await mine.getByRole('button', { name: `Open ticket ${second}` }).click()
  await expectAlert(nora, 'The company turned off this link. Ask them for a new one.')

  // The emailed link is used up.
  await other.goto(link)
  await expect(other.getByText('This link is expired, already used, or incomplete.')).toBeVisible()
  await expectAccessible(other)
  await other.getByRole('link', { name: 'Get a New Link' }).click()
  await expect(other).toHaveURL(/\/join$/)
})

test('an RV owner changes their details, and every page shows the new name', { tag: '@long' }, async ({
  shop,
  browser,
}) => {
  const email = `${randomUUID()}@mail.example`
  const otto = await signUp(browser, shop, email, DESKTOP)
  await otto.getByRole('link', { name: 'Otto Else' }).click()
  await expect(otto).toHaveURL(/\/profile$/)
  const details = otto.getByRole('region', { name: 'Your details' })
  await expect(details.getByText(email)).toBeVisible()
  await expect(details.getByRole('button', { name: 'Save Details' })).toBeDisabled()
  await details.getByLabel('First Name').fill('')
  await details.getByRole('button', { name: 'Save Details' }).click()
  await expect(details.getByText('Required.')).toBeVisible()
  await details.getByLabel('First Name').fill(NAME)
  await details.getByLabel('Address', { exact: true }).fill('4 Elm Street')
  await details.getByLabel(/^Share my contact info/).check()
  await details.getByRole('button', { name: 'Save Details' }).click()
  await expectAlert(otto, 'Details saved.')
  await expect(otto.getByRole('link', { name: `${NAME} Else` })).toBeVisible()
  await otto.reload()
  await expect(details.getByLabel('First Name')).toHaveValue(NAME)
  await expect(details.getByLabel('Address', { exact: true })).toHaveValue('4 Elm Street')
  await expect(details.getByLabel(/^Share my contact info/)).toBeChecked()
  for (const name of ['Change Password', 'Two-factor authentication', 'Passkeys', 'Active sessions'])
    await expect(otto.getByRole('region', { name })).toBeVisible()
  await expectAccessible(otto)
})

test('an account is deleted in one of two tabs, loses access, and is created again with its tickets', {
  tag: '@long',
}, async ({ shop, browser }) => {
  test.slow()
  const desk = await newPersonPage(browser, shop, DESKTOP)
  await createCompany(desk, 'Left RV')
  const email = `${randomUUID()}@mail.example`
  const ticketId = await createTicketFor(desk, email, 'Greyhawk')
  const otto = await signUp(browser, shop, email)
  const other = await otto.context().newPage()
  await other.goto('/my')
  await expect(other.getByRole('button', { name: `Open ticket ${ticketId}` })).toBeVisible()

  await otto.goto('/profile')
  const leaving = otto.getByRole('region', { name: 'Delete my account' })
  await leaving.getByRole('button', { name: 'Delete My Account' }).click()
  await expect(leaving.getByLabel('Password', { exact: true })).toBeFocused()
  await leaving.getByRole('button', { name: 'Cancel' }).click()
  await expect(leaving.getByRole('button', { name: 'Delete My Account' })).toBeFocused()
  await otto.keyboard.press('Enter')
  await leaving.getByRole('button', { name: 'Delete for Good' }).click()
  await expect(leaving.getByText('Required.')).toBeVisible()
  await leaving.getByLabel('Password', { exact: true }).fill('wrong-password-9')
  await otto.keyboard.press('Enter')
  await expect(leaving.getByText('That isn’t your password.')).toBeVisible()
  await expectAccessible(otto)
  await leaving.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await otto.keyboard.press('Enter')
  await expect(otto).toHaveURL(`${shop.url}/`)
  await expectAlert(otto, /^Your account was deleted\./)
  await expect(other).toHaveURL(/\/login/)
  await expect.poll(async () => (await shop.emails()).at(-1)).toMatch(/was deleted/)

  await fillLogin(otto, email)
  await expectAlert(otto, /email or password/i)
  const again = await signUp(browser, shop, email)
  await expect(again.getByRole('button', { name: `Open ticket ${ticketId}` })).toBeVisible()
})

test("an account's tickets load twenty at a time on scrolling, also by keyboard", { tag: '@long' }, async ({
  shop,
  browser,
}) => {
  test.slow()
  const desk = await newPersonPage(browser, shop, DESKTOP)
  await createCompany(desk, 'Many RV')
  const email = `${randomUUID()}@mail.example`
  for (let count = 1; count <= 23; count += 1) await createTicketFor(desk, email, `Model ${count}`)
  const otto = await signUp(browser, shop, email)
  const lines = otto.getByRole('region', { name: 'My Tickets' }).getByRole('listitem')
  await expect(lines).toHaveCount(20)
  const asked: string[] = []
  otto.on('request', request => {
    if (request.url().includes('/rpc/rvOwners/listTickets')) asked.push(request.url())
  })
  await otto.goto('/my')
  await expect(lines).toHaveCount(20)
  expect(asked).toEqual([])
  await otto.getByRole('button', { name: 'Show more' }).press('Enter')
  await expect(lines).toHaveCount(23)
  await expect(lines.nth(20)).toBeFocused()
  await expect(lines.nth(20)).toContainText('Model 3')
  await otto.keyboard.press('Tab')
  await expect(lines.nth(20).getByRole('button')).toBeFocused()
  await expectAccessible(otto)
})

test('a signup returns to the page the user came from', { tag: '@long' }, async ({ shop, browser }) => {
  const email = `${randomUUID()}@mail.example`
  const nora = await newPersonPage(browser, shop, PHONE)
  await nora.goto('/profile')
  await expect(nora).toHaveURL(/\/login\?to=/)
  await nora.getByRole('link', { name: 'Create an account' }).click()
  await expect(nora).toHaveURL(/\/join\?to=/)
  // The address changes before the page does, and both have this field.
  await expect(nora.getByRole('heading', { level: 1 })).toHaveText('Create an Account')
  await requestSignup(nora, email)
  const elsewhere = await newPersonPage(browser, shop, PHONE)
  await elsewhere.goto(await linkTo(shop, email))
  await elsewhere.getByLabel('First Name').fill('Nora')
  await elsewhere.getByLabel('Last Name').fill('Vance')
  await elsewhere.getByLabel('Phone', { exact: true }).fill('(574) 555-0277')
  await elsewhere.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await elsewhere.getByRole('button', { name: 'Create Account' }).click()
  await expect(elsewhere).toHaveURL(`${shop.url}/profile`)
  // No link redirects to another site.
  await elsewhere.context().clearCookies()
  await elsewhere.goto('/join?to=//elsewhere.test')
  await expect(elsewhere.getByRole('link', { name: 'Log in', exact: true }).last()).toHaveAttribute(
    'href',
    '/login',
  )
})

test('a completed ticket offers customers an account, and staff see the shared profile', async ({
  shop,
  browser,
}) => {
  const desk = await newPersonPage(browser, shop, DESKTOP)
  const companyEmail = await createCompany(desk, 'Offering RV')
  const ticketId = await createTicketFor(desk, `${randomUUID()}@mail.example`, 'Jay Flight')
  for (const step of ['finalize', 'complete'])
    await responseOf(desk.request.post(`/api/tickets/${ticketId}/${step}`))
  const { link } = await responseOf(desk.request.post(`/api/tickets/${ticketId}/link`))
  const customer = await newPersonPage(browser, shop, PHONE)
  await customer.goto(link.path)
  await customer.getByLabel('Last four digits').fill(june.customerDetails.phone.slice(-4))
  await customer.keyboard.press('Enter')
  const offer = customer.getByRole('region', { name: "Keep this RV's history" })
  await expect(offer.getByText(/and this code:$/)).toBeVisible()
  await expect(offer.getByRole('link')).toHaveText(['Create an Account'])
  await expect(customer.getByRole('heading', { name: /history/i })).toHaveCount(1)
  await expectAccessible(customer)
  await offer.getByRole('link', { name: 'Create an Account' }).click()
  await expect(customer).toHaveURL(/\/join\?to=%2Fmy%3Fvin%3D[A-Z0-9]{17}%26code%3D[A-Z0-9]{5}-[A-Z0-9]{5}$/)

  await signIn(customer, companyEmail)
  await customer.goto('/profile')
  await expect(customer.getByRole('main').getByText('Offering RV').first()).toBeVisible()
  await expect(customer.getByRole('region', { name: 'Your details' })).toHaveCount(0)
  await customer.goto('/my')
  await expect(customer.getByRole('heading', { name: 'Not for your account' })).toBeVisible()
})
