import { june } from '../../../src/server/seed/demo-accounts.ts'
import { createCompany, createTrailerTicket, responseOf } from '../support/actions.ts'
import { horizontalOverflow, violations } from '../support/axe.ts'
import { DESKTOP, expect, expectAlert, newPersonPage, PHONE, test } from '../support/fixtures.ts'

const LIVE = { timeout: 5000 }

test('a customer reviews a completed visit; everyone can read it, and the owner answers', async ({
  shop,
  browser,
}) => {
  const owner = await newPersonPage(browser, shop, DESKTOP)
  await createCompany(owner, 'Well Reviewed RV')
  const { companyUUID } = await responseOf(owner.request.get('/api/company'))
  const ticketId = await createTrailerTicket(owner, [
    { problem: 'Roof leak above the bunk', estimatedTime: 1.5 },
  ])
  const { link } = await responseOf(owner.request.post(`/api/tickets/${ticketId}/link`))

  const customer = await newPersonPage(browser, shop, PHONE)
  await customer.goto(link.path)
  await customer.getByLabel('Last four digits').fill(june.customerDetails.phone.slice(-4))
  await customer.keyboard.press('Enter')
  await expect(customer.getByRole('heading', { level: 1 })).toHaveText('Your 2021 Jayco Jay Flight 264BH')
  // Before the work is done there is nothing to review.
  await expect(customer.getByRole('heading', { name: 'How was Well Reviewed RV?' })).toHaveCount(0)
  await responseOf(owner.request.post(`/api/tickets/${ticketId}/finalize`))
  await responseOf(owner.request.post(`/api/tickets/${ticketId}/complete`))

  await expect(customer.getByRole('heading', { name: 'How was Well Reviewed RV?' })).toBeVisible(LIVE)
  await customer.getByRole('button', { name: 'Send Review' }).click()
  await expect(customer.getByText('Choose 1 to 5 stars.')).toBeVisible()
  await customer.getByRole('radio', { name: '5: Very good' }).check()
  await customer.getByLabel('Your words').fill('Dry again. <b>They called</b> before they came 🚐')
  expect(await violations(customer)).toEqual([])
  expect(await horizontalOverflow(customer)).toEqual([])
  await customer.getByRole('button', { name: 'Send Review' }).click()
  await expectAlert(customer, 'Thank you for your review.')
  await expect(customer.getByRole('heading', { name: 'Your review' })).toBeVisible()

  const stranger = await newPersonPage(browser, shop, PHONE)
  await stranger.goto(`/companies/${companyUUID}`)
  const reviews = stranger.getByRole('region', { name: 'Reviews' })
  await expect(reviews.getByText('Dry again. <b>They called</b> before they came 🚐')).toBeVisible()
  await expect(reviews.getByText(/^5\.0 of 5 stars from 1 review in the last 24 months\./)).toBeVisible()
  await expect(stranger.getByText('June')).toHaveCount(0)
  expect(await violations(stranger)).toEqual([])
  expect(await horizontalOverflow(stranger)).toEqual([])

  // What the card on Home says of it leads there, with the keyboard as well.
  await stranger.goto('/')
  await stranger.getByRole('button', { name: 'Filters' }).click()
  await stranger.getByLabel('Sort by').selectOption('Rating')
  await expect(stranger).toHaveURL(/sort=rating/)
  const first = stranger.getByRole('region', { name: 'Registered Companies' }).getByRole('listitem').first()
  await expect(first.getByRole('heading')).toHaveText('Well Reviewed RV')
  expect(await violations(stranger)).toEqual([])
  await first.getByRole('link', { name: '5.0 (1 review)' }).focus()
  await stranger.keyboard.press('Enter')
  await expect(stranger).toHaveURL(new RegExp(`/companies/${companyUUID}#reviews$`))
  await expect(reviews).toBeInViewport()
  await expect(stranger.locator('#reviews')).toBeFocused()

  await owner.goto('/company')
  const own = owner.getByRole('region', { name: 'Reviews' })
  await own.getByRole('button', { name: 'Answer' }).click()
  await own.getByLabel('Your answer').fill('Thank you, see you in spring.')
  await own.getByRole('button', { name: 'Save Answer' }).click()
  await expect(own.getByText('Thank you, see you in spring.')).toBeVisible()
  expect(await violations(owner)).toEqual([])
  await stranger.goto(`/companies/${companyUUID}`)
  await expect(reviews.getByText('Well Reviewed RV answered:')).toBeVisible()
})
