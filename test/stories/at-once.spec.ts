import type { Page } from '@playwright/test'
import { bluebonnet, PASSWORD, rosa } from '../../src/server/cast/people.ts'
import { expect, expectAlert, newPerson, type Running, test } from './running.ts'
import { answer, bringTrailer } from './steps.ts'

const signInByHand = (page: Page, shop: Running, email: string) =>
  answer(page.request.post(`${shop.url}/api/auth/sign-in/email`, { data: { email, password: PASSWORD } }))

/** Holds back the answer to one command until the returned function is called. */
async function holdBack(page: Page, command: string): Promise<() => void> {
  let letGo = (): void => {}
  const held = new Promise<void>(resolve => {
    letGo = resolve
  })
  await page.route(`**/rpc/tickets/${command}`, async route => {
    await held
    await route.continue()
  })
  return letGo
}

test('a clock, a technician and a part are as they were pressed before the server has answered', async ({
  shop,
  browser,
}) => {
  const dana = await newPerson(browser, shop)
  await signInByHand(dana, shop, bluebonnet.email)
  const ticketId = await bringTrailer(dana, [{ problem: 'Roof leak' }])
  const part = { quantity: 1, description: 'Sealant', perPartAmount: 13.75 }
  await answer(dana.request.post(`/api/tickets/${ticketId}/parts`, { data: part }))
  await dana.goto(`/service-ticket/${ticketId}`)

  const assignNow = await holdBack(dana, 'assign')
  const panel = dana.getByRole('region', { name: 'Technician', exact: true })
  await panel.getByLabel('Select Technician').selectOption('Rosa Díaz')
  await panel.getByRole('button', { name: 'Assign Technician' }).click()
  await expect(panel.getByRole('paragraph').first()).toHaveText('Rosa Díaz')
  await expect(panel.getByRole('button', { name: 'Assign Technician' })).toBeDisabled()
  assignNow()
  await expectAlert(dana, 'Technician assigned successfully.')
  await expect(panel.getByRole('paragraph').first()).toHaveText('Rosa Díaz')

  const removeNow = await holdBack(dana, 'removePart')
  await dana.getByRole('button', { name: 'Delete Sealant' }).click()
  await expect(dana.getByText('No parts added yet.')).toBeVisible()
  removeNow()
  await expect(dana.getByText('Part deleted.')).toBeVisible()

  const bay = await newPerson(browser, shop)
  await signInByHand(bay, shop, rosa.email)
  await bay.goto(`/bay/${ticketId}`)
  const clockNow = await holdBack(bay, 'clockIn')
  await bay.getByRole('button', { name: 'Clock In of job 1' }).click()
  await expect(bay.getByRole('button', { name: /^Clock Out of job 1/ })).toBeVisible()
  clockNow()
  await expect(bay.getByRole('region', { name: 'Your running clock' })).toBeVisible()
  await expect(bay.getByRole('button', { name: /^Clock Out of job 1/ })).toBeEnabled()
})

test('what the server refuses is back as it was, with the reason', async ({ shop, browser }) => {
  const dana = await newPerson(browser, shop)
  await signInByHand(dana, shop, bluebonnet.email)
  const ticketId = await bringTrailer(dana, [{ problem: 'Roof leak' }])
  const part = { quantity: 1, description: 'Sealant', perPartAmount: 13.75 }
  await answer(dana.request.post(`/api/tickets/${ticketId}/parts`, { data: part }))
  await dana.goto(`/service-ticket/${ticketId}`)
  const refuse = await holdBack(dana, 'removePart')
  // What came of it meanwhile is not heard here either.
  await dana.route('**/rpc/tickets/get', () => {})
  await dana.getByRole('button', { name: 'Delete Sealant' }).click()
  await expect(dana.getByText('No parts added yet.')).toBeVisible()
  await answer(dana.request.post(`/api/tickets/${ticketId}/finalize`))
  refuse()
  await expectAlert(dana, /finalized by/)
  await expect(dana.getByRole('region', { name: 'Parts' }).getByText('Sealant')).toBeVisible()
})
