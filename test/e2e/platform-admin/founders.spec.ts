// A founder at the keyboard: removing something keeps the focus near, and Escape loses no typed text.

import { randomUUID } from 'node:crypto'
import { june, maya } from '../../../src/server/seed/demo-accounts.ts'
import { sharedVin } from '../../support/shared-vin.ts'
import { expectNoViolations, horizontalOverflow } from '../support/accessibility.ts'
import { createCompany, responseOf } from '../support/actions.ts'
import { expect, expectAlert, newPersonPage, PHONE, signIn, test } from '../support/fixtures.ts'

test('a founder who works by keyboard never loses focus or typed text', { tag: '@long' }, async ({
  shop,
  browser,
}) => {
  const warnings: string[] = []
  const owner = await newPersonPage(browser, shop)
  const email = await createCompany(owner, 'Keyboard RV')
  const vin = sharedVin(`KEYS${randomUUID().slice(0, 8)}`)
  const rightVin = sharedVin(`RIGHT${randomUUID().slice(0, 7)}`)
  const data = { customerDetails: june.customerDetails, customerRV: { ...june.customerRV, vin } }
  const tickets: number[] = []
  for (const problem of ['Roof leak', 'Awning stuck']) {
    const jobs = [{ problem, estimatedTime: 1 }]
    const { ticketId } = await responseOf(owner.request.post('/api/tickets', { data: { ...data, jobs } }))
    for (const step of ['finalize', 'complete'])
      await responseOf(owner.request.post(`/api/tickets/${ticketId}/${step}`))
    tickets.push(ticketId)
  }

  const founder = await newPersonPage(browser, shop, PHONE)
  founder.on('console', message => warnings.push(message.text()))
  await signIn(founder, maya.email)
  await founder.goto('/founders?company=nope')
  await expect(founder.getByText('Company not found.')).toBeVisible()
  await founder.getByRole('link', { name: 'Back to All Companies' }).click()
  await expect(founder).toHaveURL(/\/founders$/)
  await founder.goto(`/founders?company=${randomUUID()}`)
  await expect(founder.getByText('Company not found.')).toBeVisible()

  await founder.goto(`/founders?q=${email}`)
  await founder.getByRole('link', { name: 'Keyboard RV' }).click()
  const month = founder.getByRole('form', { name: 'The month with the founders' })
  await month.getByLabel('First day').fill('2025-01-01')
  await month.getByLabel('Last day').fill('2025-02-02')
  await month.getByLabel('Note').fill('Rebuilt a slide-out with us.')
  await month.getByRole('button', { name: 'Mark Verified' }).press('Enter')
  await expectAlert(founder, 'Marked Verified.')
  await expect(founder.getByText('Spent Jan 1 – Feb 2, 2025 with the founders.')).toBeVisible()
  const take = founder.getByRole('button', { name: 'Remove Verified' })
  await take.press('Enter')
  const reason = founder.getByRole('form', { name: 'Remove Verified' }).getByLabel('Reason')
  await reason.fill('They asked us')
  await reason.press('Escape')
  await expect(reason).toHaveCount(0)
  await expect(take).toBeFocused()
  await take.press('Enter')
  await expect(reason).toHaveValue('They asked us')
  await founder.getByRole('button', { name: 'Remove Verified' }).press('Enter')
  await expectAlert(founder, 'No longer Verified.')
  await expect(month).toBeVisible()
  await expect(founder.getByRole('group', { name: 'Verified' })).toBeFocused()

  await founder.goto(`/founders?tab=histories&vin=${vin}`)
  const entry = founder.getByRole('listitem').filter({ hasText: `Ticket ${tickets[0]}` })
  const correct = entry.getByRole('button', { name: 'Correct the VIN' })
  await correct.press('Enter')
  await expect(entry.getByText(/codes already printed stop working/)).toBeVisible()
  await entry.getByLabel('Correct VIN').fill(rightVin)
  await founder.keyboard.press('Escape')
  await expect(correct).toBeFocused()
  await founder.keyboard.press('Enter')
  await expect(entry.getByLabel('Correct VIN')).toHaveValue(rightVin)
  await entry.getByLabel('Reason').fill('The plate has a 9')
  await expectNoViolations(founder)
  expect(await horizontalOverflow(founder)).toEqual([])
  await entry.getByRole('button', { name: 'Move to This VIN' }).press('Enter')
  await expectAlert(founder, `Ticket ${tickets[0]} is now in the history of ${rightVin}.`)
  await expect(entry).toHaveCount(0)
  await expect(founder.getByRole('group', { name: `History of ${vin}` })).toBeFocused()
  expect(warnings.filter(warning => warning.includes('Permissions-Policy'))).toEqual([])
})
