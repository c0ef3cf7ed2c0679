import { june } from '../../../src/server/seed/demo-accounts.ts'
import { expectNoViolations, horizontalOverflow } from '../support/accessibility.ts'
import { createCompany, createTrailerTicket, responseOf } from '../support/actions.ts'
import { DESKTOP, expect, expectAlert, LIVE, newPersonPage, PHONE, test } from '../support/fixtures.ts'

test('a customer reviews a completed visit; everyone can read it, and the owner answers', {
  tag: '@long',
}, async ({ shop, browser }) => {
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
  // Before the work is completed there is nothing to review.
  await expect(customer.getByRole('heading', { name: 'How was Well Reviewed RV?' })).toHaveCount(0)
  await responseOf(owner.request.post(`/api/tickets/${ticketId}/finalize`))
  await responseOf(owner.request.post(`/api/tickets/${ticketId}/complete`))

  await expect(customer.getByRole('heading', { name: 'How was Well Reviewed RV?' })).toBeVisible(LIVE)
  await customer.getByRole('button', { name: 'Send Review' }).click()
  await expect(customer.getByText('Choose 1 to 5 stars.')).toBeVisible()
  await customer.getByRole('radio', { name: '5: Very good' }).check()
  await customer.getByLabel('Your words').fill('Dry again. <b>They called</b> before they came 🚐')
  await expectNoViolations(customer)
  expect(await horizontalOverflow(customer)).toEqual([])
  await customer.getByRole('button', { name: 'Send Review' }).click()
  await expectAlert(customer, 'Thank you for your review.')
  await expect(customer.getByRole('heading', { name: 'Your review' })).toBeVisible()

  const visitor = await newPersonPage(browser, shop, PHONE)
  await visitor.goto(`/companies/${companyUUID}`)
  const reviews = visitor.getByRole('region', { name: 'Reviews' })
  await expect(reviews.getByText('Dry again. <b>They called</b> before they came 🚐')).toBeVisible()
  await expect(reviews.getByText(/^5\.0 of 5 stars from 1 review in the last 24 months\./)).toBeVisible()
  await expect(visitor.getByText('June')).toHaveCount(0)
  await expectNoViolations(visitor)
  expect(await horizontalOverflow(visitor)).toEqual([])

  // The rating on Home's card links there, by keyboard as well.
  await visitor.goto('/')
  await visitor.getByRole('button', { name: 'Filters' }).click()
  await visitor.getByLabel('Sort by').selectOption('Rating')
  await expect(visitor).toHaveURL(/sort=rating/)
  const companies = visitor.getByRole('region', { name: 'Registered Companies' }).getByRole('listitem')
  await expect(companies.first()).toContainText('4.8 (10 reviews)')
  const rated = companies.filter({ hasText: 'Well Reviewed RV' })
  await expect(rated).toBeVisible()
  // While the order is being asked for, the old one is shown dimmed.
  await expect(visitor.locator('main [aria-busy="true"]')).toHaveCount(0)
  await expectNoViolations(visitor)
  await rated.getByRole('link', { name: '5.0 (1 review)' }).focus()
  await visitor.keyboard.press('Enter')
  await expect(visitor).toHaveURL(new RegExp(`/companies/${companyUUID}#reviews$`))
  await expect(reviews).toBeInViewport()
  await expect(visitor.locator('#reviews')).toBeFocused()

  await owner.goto('/company')
  const own = owner.getByRole('region', { name: 'Reviews' })
  // Both are at this machine's address.
  await expect(
    own.getByText(/^Shown, but does not count for Trusted: it was written on a network/),
  ).toBeVisible()
  await own.getByRole('button', { name: 'Answer' }).click()
  await own.getByLabel('Your answer').fill('Thank you, see you in spring.')
  await own.getByRole('button', { name: 'Save Answer' }).click()
  await expect(own.getByText('Thank you, see you in spring.')).toBeVisible()
  await expectNoViolations(owner)
  await visitor.goto(`/companies/${companyUUID}`)
  await expect(reviews.getByText('Well Reviewed RV answered:')).toBeVisible()
})
