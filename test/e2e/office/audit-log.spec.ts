import { walt as waltKim } from '../../../src/server/seed/demo-accounts.ts'
import { expectNoViolations, horizontalOverflow } from '../support/accessibility.ts'
import { createCompany, createTrailerTicket } from '../support/actions.ts'
import { expect, newPersonPage, signIn, test } from '../support/fixtures.ts'

test('the owner sees activity and logins live', { tag: '@long' }, async ({ shop, browser }) => {
  const owner = await newPersonPage(browser, shop, { width: 360, height: 720 })
  const email = await createCompany(owner)
  await owner.goto('/company')
  await owner.getByRole('link', { name: 'Activity Log' }).click()
  const actions = owner.getByRole('region', { name: 'Activity' })
  await expect(actions.getByRole('listitem')).toHaveText([/A visitor registered the company, \d/])

  const ticketId = await createTrailerTicket(owner, [{ problem: 'Roof leak' }])
  await expect(actions.getByRole('listitem').first()).toContainText(`created the ticket (ticket ${ticketId})`)

  const visitor = await newPersonPage(browser, shop)
  await visitor.goto('/login')
  await visitor.getByLabel('Email').fill(email)
  await visitor.getByLabel('Password', { exact: true }).fill('not it at all')
  await visitor.getByRole('button', { name: 'Login' }).click()
  await expect(visitor.getByRole('alert')).toBeVisible()

  await owner.getByText('Logins').click()
  await expect(owner).toHaveURL(/show=sign-ins/)
  const signIns = owner.getByRole('region', { name: 'Logins' })
  await expect(signIns.getByRole('listitem').first()).toContainText(
    'could not log in: wrong password, from 127.0.0.1',
  )
  await expect(signIns.getByRole('listitem').nth(1)).toContainText('logged in, from 127.0.0.1')
  expect(await horizontalOverflow(owner)).toEqual([])
  await expectNoViolations(owner)

  await owner.goto('/company/activity')
  await owner.getByRole('link', { name: `ticket ${ticketId}` }).click()
  await expect(owner).toHaveURL(new RegExp(`/service-ticket/${ticketId}$`))
})

test('a service writer learns that the activity log is for the owner', async ({ shop, browser }) => {
  const walt = await newPersonPage(browser, shop)
  await signIn(walt, waltKim.email)
  await walt.goto('/company/activity')
  await expect(walt.getByText('Your account doesn’t have access to this page.')).toBeVisible()
  await expect(walt.getByRole('region', { name: 'Activity' })).toHaveCount(0)
})
