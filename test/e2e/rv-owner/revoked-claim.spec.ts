// Another owner claims a rig with a made-up ticket; founders end the claim, and its owner gets it.

import { randomUUID } from 'node:crypto'
import type { Browser, Page } from '@playwright/test'
import { june, maya, PASSWORD } from '../../../src/server/seed/demo-accounts.ts'
import { sharedVin } from '../../support/shared-vin.ts'
import { expectNoViolations, horizontalOverflow } from '../support/accessibility.ts'
import { createCompany, responseOf } from '../support/actions.ts'
import {
  DESKTOP,
  expect,
  expectAlert,
  newPersonPage,
  PHONE,
  signIn,
  type TestServer,
  test,
} from '../support/fixtures.ts'

/** The email to `email` with this subject, once it is written. */
async function emailTo(app: TestServer, email: string, subject: string): Promise<string> {
  const message = async () =>
    (await app.emails()).find(text => text.includes(`To: ${email}`) && text.includes(subject)) ?? ''
  await expect.poll(message, { timeout: 10_000 }).not.toBe('')
  return (await message()).replaceAll('=\r\n', '').replaceAll('=3D', '=')
}

/** A logged-in account without a company. */
async function newOwner(browser: Browser, shop: TestServer, email: string): Promise<Page> {
  const page = await newPersonPage(browser, shop, PHONE)
  await responseOf(page.request.post('/api/my/signup', { data: { email } }))
  const [, token] = /\/join\/(\S+)/.exec(await emailTo(shop, email, '/join/')) ?? []
  const data = { firstName: 'Otto', lastName: 'Else', phone: '(574) 555-0288', sharesContact: false }
  await responseOf(page.request.post(`/api/my/signup/${token}`, { data: { ...data, password: PASSWORD } }))
  await signIn(page, email)
  return page
}

/** A completed visit of the rig, with the code from its invoice. */
async function createVisit(desk: Page, vin: string, email: string, correction: string) {
  const data = {
    customerDetails: { ...june.customerDetails, email },
    customerRV: { ...june.customerRV, vin },
    jobs: [{ problem: 'Roof leak', estimatedTime: 1 }],
  }
  const { ticketId } = await responseOf(desk.request.post('/api/tickets', { data }))
  await responseOf(desk.request.patch(`/api/tickets/${ticketId}/jobs/1`, { data: { correction } }))
  for (const step of ['finalize', 'complete'])
    await responseOf(desk.request.post(`/api/tickets/${ticketId}/${step}`))
  const { claim } = await responseOf(desk.request.get(`/api/tickets/${ticketId}/link`))
  return { ticketId, code: claim.code as string }
}

async function claim(page: Page, vin: string, code: string): Promise<void> {
  await page.goto('/my')
  await page.getByLabel('VIN').fill(vin)
  await page.getByLabel('Code').fill(code)
  await page.getByRole('button', { name: 'Claim Rig' }).click()
}

async function heading(page: Page): Promise<void> {
  await expectNoViolations(page)
  expect(await horizontalOverflow(page)).toEqual([])
}

test("founders end another owner's claim, the owner claims the whole history, and a dispute reaches founders and its company", {
  tag: '@long',
}, async ({ shop, browser }) => {
  const vin = sharedVin(`ENDED${randomUUID().slice(0, 8)}`)
  const shopOfJune = await newPersonPage(browser, shop)
  await createCompany(shopOfJune, 'Honest RV')
  const hers = await createVisit(shopOfJune, vin, june.customerDetails.email, 'Sealed it anew')
  const rogue = await newPersonPage(browser, shop, DESKTOP)
  await createCompany(rogue, 'Made-Up RV')
  const email = `${randomUUID()}@mail.example`
  const madeUp = await createVisit(rogue, vin, email, 'Never was there')

  const otherOwner = await newOwner(browser, shop, email)
  await claim(otherOwner, vin, madeUp.code)
  await expect(otherOwner.getByText('Never was there')).toBeVisible()
  await expect(otherOwner.getByText('Sealed it anew')).toHaveCount(0)

  const founder = await newPersonPage(browser, shop, PHONE)
  await signIn(founder, maya.email)
  await founder.goto('/founders?tab=disputes')
  await expect(founder.getByText(/^No disputes\.|Owner disputes/)).toBeVisible()
  await founder.getByText('Histories', { exact: true }).click()
  await founder.getByLabel('VIN').fill(vin)
  await founder.keyboard.press('Enter')
  await expect(founder.getByText(`Ticket ${madeUp.ticketId} of Made-Up RV`)).toBeVisible()
  await expect(founder.getByText(/^Work from .* on$/)).toBeVisible()
  await expect(founder.getByText(/Otto|mail\.example/)).toHaveCount(0)
  await heading(founder)
  await founder.getByRole('button', { name: 'End Claim' }).click()
  const form = founder.getByRole('form', { name: 'End Claim' })
  await form.getByRole('button', { name: 'End Claim' }).click()
  await expect(form.getByText('Required.')).toBeVisible()
  await form.getByLabel('Reason').fill('That visit never took place')
  await heading(founder)
  await form.getByRole('button', { name: 'End Claim' }).click()
  await expectAlert(founder, `The claim on ${vin} has ended.`)
  await expect(founder.getByText('No one has claimed this RV.')).toBeVisible()

  expect(await emailTo(shop, email, 'Your claim of a rig has ended')).toContain(
    'That visit never took place.',
  )
  await otherOwner.reload()
  await expect(
    otherOwner.getByText('Your claim of this rig has ended: the founders of Rigwright ended it.'),
  ).toBeVisible()
  await claim(otherOwner, vin, hers.code)
  await expectAlert(otherOwner, /^The founders ended your claim to this RV/)

  const owner = await newPersonPage(browser, shop, PHONE)
  await signIn(owner, june.customerDetails.email)
  await claim(owner, vin, madeUp.code)
  await expect(owner.getByText(/^That code doesn’t work for this VIN/).first()).toBeVisible()
  await owner.getByLabel('Code').fill(hers.code)
  await owner.getByRole('button', { name: 'Claim Rig' }).click()
  await expect(owner.getByText('Sealed it anew')).toBeVisible()
  await expect(owner.getByText('Never was there')).toBeVisible()
  await owner.getByRole('button', { name: 'Dispute this' }).first().click()
  await owner.getByLabel('What’s wrong').fill('I was <b>never</b> there 💧')
  await owner.getByRole('button', { name: 'Save' }).click()
  await expectAlert(owner, 'Dispute saved.')

  await founder.getByText('Disputes', { exact: true }).click()
  const line = founder.getByRole('listitem').filter({ hasText: vin })
  await expect(line).toContainText(`ticket ${madeUp.ticketId} of Made-Up RV: “I was <b>never</b> there 💧”`)
  await heading(founder)
  await line.getByRole('link', { name: vin }).click()
  await expect(founder.getByText('The whole history')).toBeVisible()
  await founder.getByText('Activity Log', { exact: true }).click()
  await expect(
    founder.getByText(new RegExp(`^Maya ended the claim on VIN ${vin} .* of Made-Up RV`)),
  ).toBeVisible()

  await rogue.goto(`/completed-service-ticket/${madeUp.ticketId}`)
  await expect(
    rogue.getByText('The owner of this rig disputes this visit: I was <b>never</b> there 💧'),
  ).toBeVisible()
  await heading(rogue)
})
