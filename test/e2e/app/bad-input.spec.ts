import { bluebonnet, june, PASSWORD } from '../../../src/server/seed/demo-accounts.ts'
import {
  addPart,
  createCompany,
  createTrailerTicket,
  fillTicket,
  openPartForm,
  responseOf,
} from '../support/actions.ts'
import { expect, expectAlert, newPersonPage, PHONE, test } from '../support/fixtures.ts'

test('an empty or invalid registration reports errors beside each field', async ({ shop, browser }) => {
  const page = await newPersonPage(browser, shop)
  await page.goto('/register')
  await page.getByLabel('Company Name').fill('Bluebonnet Two')
  await page.getByLabel('Email').fill('not an email')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Enter a valid email address.')).toBeVisible()
  await expect(page.getByText('Must be at least 8 characters.')).toBeVisible()
  const message = page.getByText('Required.')
  await expect(message).toBeVisible()
  const red = await message.evaluate(element => getComputedStyle(element).color)
  for (const name of ['Company Phone', 'Email', 'Password'])
    await expect(page.getByLabel(name, { exact: true })).toHaveCSS('border-color', red)
  await expect(page.getByLabel('Company Name')).not.toHaveCSS('border-color', red)
  await expect(page).toHaveURL(/\/register$/)

  await page.getByLabel('Company Phone').fill('call us')
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Enter a valid phone number.')).toBeVisible()
  await expectAlert(page, 'Please fix these fields: Company Phone, Email, and Password.')

  await page.getByLabel('Company Phone').fill('(574) 555-0188')
  await page.getByLabel('Email').fill(bluebonnet.email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Register' }).click()
  await expectAlert(page, 'An account with this email already exists.')
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription(
    'An account with this email already exists.',
  )
  await expect(page.getByLabel('Company Name')).toHaveValue('Bluebonnet Two')
})

test('a doubtful VIN shows a warning and can be kept; a double click creates one ticket', async ({
  shop,
  browser,
}) => {
  const page = await newPersonPage(browser, shop)
  await createCompany(page)
  await page.goto('/create-ticket')
  await fillTicket(page)
  await page.getByLabel('VIN').fill('1ujb j0bn8m17x0o4q')
  await page.getByLabel('VIN').blur()
  await expect(page.getByText(/never has the letter/)).toBeVisible()
  await page.getByLabel('VIN').fill('1UJBJ0BN1M17X0042')
  await page.getByLabel('VIN').blur()
  await expect(page.getByText(/This VIN looks wrong/)).toBeVisible()
  await page.getByRole('button', { name: 'Create Ticket' }).dblclick()
  await expectAlert(page, 'Ticket created successfully!')
  await expect(page.getByRole('region', { name: 'Active' }).getByText('Park, June')).toHaveCount(1)
  await page.goBack()
  for (const name of ['First Name', 'VIN'])
    await expect(page.getByLabel(name, { exact: true })).toHaveValue('')
})

test('a part without a valid quantity or price changes nothing and says why', { tag: '@long' }, async ({
  shop,
  browser,
}) => {
  const page = await newPersonPage(browser, shop)
  await createCompany(page)
  await page.goto(`/service-ticket/${await createTrailerTicket(page, [])}`)
  const form = await openPartForm(page)
  for (const [quantity, price] of [
    ['0', '5'],
    ['1', '-3'],
    ['abc', '1.005'],
  ] as const) {
    await addPart(form, { quantity, price })
    await expect(page.getByText('No parts added yet.')).toBeVisible()
  }
  await form.getByLabel('Quantity', { exact: true }).fill('1')
  await form.getByLabel('Per Item Price').fill('5')
  await form.getByRole('button', { name: 'Add Part' }).dblclick()
  await expect(page.getByText('$0.50')).toBeVisible()
  await page.reload()
  await expect(page.getByText('$0.50')).toBeVisible()
})

test('a price with a decimal comma is accepted, and one that is not a number is refused beside its field', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const page = await newPersonPage(browser, shop)
  await createCompany(page)
  await page.goto(`/service-ticket/${await createTrailerTicket(page, [])}`)
  const form = await openPartForm(page)
  const [quantity, price] = [form.getByLabel('Quantity', { exact: true }), form.getByLabel('Per Item Price')]
  const add = form.getByRole('button', { name: 'Add Part' })
  await quantity.pressSequentially('1e3')
  await price.pressSequentially('12,50')
  await add.click()
  await expect(quantity).toHaveAccessibleDescription('Enter a number.')
  await expect(quantity).toHaveValue('1e3')
  await expect(price).toHaveValue('12.50')
  await expect(page.getByText('No parts added yet.')).toBeVisible()
  await quantity.fill('1')
  await add.click()
  await expect(page.getByRole('listitem').filter({ hasText: '$12.50' }).first()).toBeVisible()
  await expect(price).toHaveValue('')

  await quantity.fill('1')
  await price.pressSequentially('1,250')
  await add.click()
  await expect(page.getByRole('listitem').filter({ hasText: '$1,250.00' }).first()).toBeVisible()
})

test("an unknown ticket and another company's look the same", { tag: '@long' }, async ({ shop, browser }) => {
  const dana = await newPersonPage(browser, shop)
  await createCompany(dana)
  const path = `/service-ticket/${await createTrailerTicket(dana, [])}`
  const ray = await newPersonPage(browser, shop)
  await createCompany(ray)
  for (const address of [path, '/service-ticket/999999', '/service-ticket/nonsense']) {
    await ray.goto(address)
    await expect(ray.getByText('No ticket data found.')).toBeVisible()
    await expect(ray.getByText(june.customerDetails.lastName)).toHaveCount(0)
  }
})

test('an empty ticket reports every missing field and keeps the others', { tag: '@long' }, async ({
  shop,
  browser,
}) => {
  const page = await newPersonPage(browser, shop)
  await createCompany(page)
  await page.goto('/create-ticket')
  await page.getByLabel('First Name').fill('Ada')
  await page.getByLabel('Last Name').fill('x'.repeat(81))
  await page.getByRole('button', { name: 'Create Ticket' }).click()
  await expect(page.getByText('Use at most 80 characters.')).toBeVisible()
  await expect(page.getByText('Required.').first()).toBeVisible()
  await expect(page.getByText('Select an option.')).toBeVisible()
  for (const label of ['VIN', 'Make', 'Model', 'Year'])
    await expect(page.getByLabel(label)).toHaveAccessibleDescription(/Required\./)
  await expect(page.getByLabel('First Name')).toHaveValue('Ada')
})

test('a slow double click takes one step, even with the next button in the same place', async ({
  shop,
  browser,
}) => {
  const page = await newPersonPage(browser, shop, PHONE)
  await createCompany(page, 'Slow Hand RV')
  // Nothing is missing, so that nothing is asked.
  const ticketId = await createTrailerTicket(page, [{ problem: 'Roof leak' }])
  const onJob = `/api/tickets/${ticketId}/jobs/1`
  await responseOf(page.request.post(`${onJob}/clock-in`))
  await responseOf(page.request.post(`${onJob}/clock-out`))
  await responseOf(page.request.patch(onJob, { data: { cause: 'Old seal', correction: 'Sealed' } }))
  const seal = { quantity: 1, description: 'Sealant', perPartAmount: 10 }
  await responseOf(page.request.post(`/api/tickets/${ticketId}/parts`, { data: seal }))
  await page.goto(`/service-ticket/${ticketId}`)
  const button = await page.getByRole('button', { name: 'Finalize Ticket' }).boundingBox()
  if (button === null) throw new Error('The button is not on the page.')
  const tap = () => page.mouse.click(button.x + button.width / 2, button.y + button.height / 2)
  await tap()
  await page.getByRole('button', { name: 'Complete Ticket' }).waitFor()
  await tap()
  await expect(page.getByRole('button', { name: 'Complete Ticket' })).toBeEnabled()
  await expect(page).toHaveURL(/\/completed-service-ticket\/\d{6}$/)
})
