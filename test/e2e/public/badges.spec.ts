import type { Page } from '@playwright/test'
import { june, maya } from '../../../src/server/seed/demo-accounts.ts'
import { expectNoViolations, horizontalOverflow } from '../support/accessibility.ts'
import { createCompany, createTrailerTicket, finishTicket, responseOf } from '../support/actions.ts'
import {
  expect,
  expectAlert,
  fillLogin,
  LIVE,
  newPersonPage,
  openAs,
  PHONE,
  test,
} from '../support/fixtures.ts'

const NAME = 'Both Badges RV'
const DAY_MS = 24 * 60 * 60 * 1000
const dayAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10)

/** A visit from its ticket to the review by its customer, through the link. */
async function reviewedVisit(owner: Page, customer: Page, words: string): Promise<void> {
  const ticketId = await createTrailerTicket(owner, [
    { problem: 'Roof leak above the bunk', estimatedTime: 1 },
  ])
  const { link } = await responseOf(owner.request.post(`/api/tickets/${ticketId}/link`))
  await finishTicket(owner, ticketId)
  const digits = june.customerDetails.phone.slice(-4)
  const path = `/api${link.path}`
  // Not where the company is.
  const headers = { 'X-Forwarded-For': '198.51.100.7' }
  await responseOf(customer.request.post(`${path}/answer`, { data: { digits }, headers }))
  await responseOf(customer.request.post(`${path}/review`, { data: { stars: 5, words }, headers }))
}

test('a company earns Trusted by reviews and Verified by a month with the founders, and loses them with their reasons', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const owner = await newPersonPage(browser, shop)
  const email = await createCompany(owner, NAME)

  const visitor = await newPersonPage(browser, shop, PHONE)
  await visitor.goto('/')
  const card = visitor.getByRole('listitem').filter({ hasText: NAME })
  await expect(card).toBeVisible()
  await expect(card.getByText(/Trusted|Verified/)).toHaveCount(0)

  const customer = await newPersonPage(browser, shop)
  for (let visit = 1; visit <= 9; visit += 1) await reviewedVisit(owner, customer, `Dry again, ${visit}.`)
  await expect(card.getByText('Trusted')).toHaveCount(0)
  await reviewedVisit(owner, customer, 'Dry again, and they named my neighbor.')
  await expect(card.getByText('Trusted')).toBeVisible(LIVE)

  const founder = await newPersonPage(browser, shop)
  await openAs(founder, maya.email, 'founders')
  await founder.getByLabel(/^Name, town or email/).fill('both badges')
  await founder.keyboard.press('Enter')
  await founder.getByRole('link', { name: NAME }).click()
  const month = founder.getByRole('form', { name: 'The month with the founders' })
  // Missing fields, and an invalid month, have errors beside them.
  await month.getByRole('button', { name: 'Mark Verified' }).click()
  await expect(month.getByText('Required.')).toBeVisible()
  await month.getByLabel('First day').fill(dayAgo(20))
  await month.getByLabel('Last day').fill(dayAgo(2))
  await month.getByLabel('Note').fill('Rebuilt a slide-out with us in Elkhart.')
  await month.getByRole('button', { name: 'Mark Verified' }).click()
  await expect(month.getByText('A month has at least 28 days. You entered 19.')).toBeVisible()
  await month.getByLabel('First day').fill(dayAgo(40))
  await expectNoViolations(founder)
  await month.getByRole('button', { name: 'Mark Verified' }).click()
  await expectAlert(founder, 'Marked Verified.')
  await expect(card.getByText('Verified')).toBeVisible(LIVE)

  await visitor.getByRole('link', { name: NAME }).click()
  await expect(visitor.getByText(/^Verified: spent .* – .* \d{4} working with our founders$/)).toBeVisible()
  await expect(visitor.getByText('slide-out')).toHaveCount(0)
  await expectNoViolations(visitor)
  expect(await horizontalOverflow(visitor)).toEqual([])
  await visitor.goBack()
  await expect(card.getByText('Trusted')).toBeVisible()

  // One review is removed, and with it the tenth that Trusted needs.
  const review = founder.getByRole('listitem').filter({ hasText: 'they named my neighbor' })
  await review.getByRole('button', { name: 'Remove Review' }).click()
  await review.getByLabel('Reason').fill('It names a person who has no part in it.')
  await review.getByRole('button', { name: 'Remove Review' }).click()
  await expectAlert(founder, 'Review removed.')
  await expect(card.getByText('Trusted')).toHaveCount(0, LIVE)
  await expect(card.getByText('Verified')).toBeVisible()

  await owner.goto('/company')
  const notice = owner.getByText('Removed by Rigwright: It names a person who has no part in it.')
  await expect(notice).toBeVisible()
  await founder.getByText('Activity Log', { exact: true }).click()
  await expect(founder.getByText(/^Maya removed the review of Both Badges RV/)).toBeVisible()
  await expect(founder.getByText(/^Maya marked Both Badges RV Verified for /)).toBeVisible()
  await expectNoViolations(founder)

  // A suspended company is not in the list, and its owner sees the reason on logging in.
  await founder.getByRole('link', { name: 'company' }).first().click()
  await founder.getByRole('button', { name: 'Suspend' }).click()
  await founder.getByRole('form', { name: 'Suspend' }).getByLabel('Reason').fill('It never was a shop')
  await founder.getByRole('form', { name: 'Suspend' }).getByRole('button', { name: 'Suspend' }).click()
  await expectAlert(founder, `${NAME} is suspended.`)
  await expect(card).toHaveCount(0, LIVE)
  const returning = await newPersonPage(browser, shop, PHONE)
  await fillLogin(returning, email)
  await expectAlert(returning, 'Your company is suspended: It never was a shop.')
})
