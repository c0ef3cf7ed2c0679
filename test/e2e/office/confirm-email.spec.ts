import { expectAccessible } from '../support/accessibility.ts'
import { createCompany } from '../support/actions.ts'
import {
  expect,
  expectAlert,
  LIVE,
  newPersonPage,
  PHONE,
  type TestServer,
  test,
} from '../support/fixtures.ts'

/** The path of the first confirmation link to `email`, once its email is written. */
async function confirmationPath(app: TestServer, email: string): Promise<string> {
  const message = async () => (await app.emails()).find(text => text.includes(`To: ${email}`)) ?? ''
  await expect.poll(message, { timeout: 10_000 }).toMatch(/confirm-email/)
  // Quoted-printable: long lines are broken with `=` at their end.
  const text = (await message()).replaceAll('=\r\n', '')
  return /\/confirm-email\/[\w-]+/.exec(text)?.[0] ?? ''
}

test('an owner confirms their email on a phone, and the reminder on the dashboard goes away live', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const owner = await newPersonPage(browser, shop)
  const email = await createCompany(owner)
  await owner.goto('/dashboard')
  const reminder = owner.getByRole('region', { name: 'Confirm your email' })
  await expect(reminder).toContainText(`${email} isn’t confirmed.`)
  await expectAccessible(owner)
  await reminder.getByRole('button', { name: 'Send Again' }).click()
  await expectAlert(owner, 'Email isn’t set up on this server. Ask your administrator for your link.')

  const phone = await newPersonPage(browser, shop, PHONE)
  await phone.goto(await confirmationPath(shop, email))
  await expect(phone.getByText(`Tap the button to confirm ${email}.`)).toBeVisible()
  await expectAccessible(phone)
  await expect(reminder).toBeVisible()
  await phone.getByRole('button', { name: 'Confirm Email' }).click()
  await expect(phone.getByText(`${email} is confirmed.`)).toBeVisible()
  await expect(reminder).toHaveCount(0, LIVE)
})

test('an owner chooses the time zone of the company', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const owner = await newPersonPage(browser, shop, PHONE)
  await createCompany(owner)
  await owner.goto('/company')
  await expect(owner.getByText('Time Zone: Eastern Time (Indiana)')).toBeVisible()
  await owner.getByRole('button', { name: 'Change Time Zone' }).click()
  const select = owner.getByLabel('Time Zone')
  await expect(select).toBeFocused()
  await expectAccessible(owner)
  await select.selectOption({ label: 'Mountain Time' })
  await expectAlert(owner, 'Time zone saved.')
  await expect(owner.getByText('Time Zone: Mountain Time')).toBeVisible()
})
