// A visitor at a campground books, and the desk sees it arrive and answers.

import { randomUUID } from 'node:crypto'
import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { COMPANY_SUSPENDED } from '../../../src/domain/companies/suspended-message.ts'
import { addDays, mondayOf } from '../../../src/domain/lib/calendar-date.ts'
import { customers, maya, walt as waltKim } from '../../../src/server/seed/demo-accounts.ts'
import { expectNoViolations, horizontalOverflow } from '../support/accessibility.ts'
import { createCompany, newEmployeePage, newOwnerPage, responseOf } from '../support/actions.ts'
import { expect, expectAlert, LIVE, newPersonPage, PHONE, signIn, test } from '../support/fixtures.ts'

const image = async () => ({
  name: 'awning.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 640, height: 480, channels: 3, background: '#1f4a3a' } })
    .jpeg()
    .toBuffer(),
})

/** A Monday on which every demo company is open. */
const monday = addDays(mondayOf(new Date().toISOString().slice(0, 10)), 14)

/** A booking of the owner's company, sent as the form does. */
async function book(owner: Page, { customerDetails, customerRV }: (typeof customers)[number]): Promise<void> {
  const { companyUUID } = await responseOf(owner.request.get('/api/company'))
  const { address, ...person } = customerDetails
  const booking = {
    problem: 'The furnace lights, then goes out',
    customerDetails: person,
    customerRV,
    where: { place: 'site', address },
    wanted: { day: monday, time: '10:30' },
  }
  const multipart = { booking: JSON.stringify(booking) }
  await responseOf(owner.request.post(`/api/companies/${companyUUID}/bookings`, { multipart }))
}

async function tabTo(page: Page, place: Locator): Promise<void> {
  await expect(place).toBeVisible()
  for (let stop = 0; stop < 60; stop += 1) {
    if ((await place.and(page.locator(':focus')).count()) > 0) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never comes to ${place}.`)
}

test('a visitor books with a photo on a phone and by keyboard, and the desk accepts it live', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const desk = await newPersonPage(browser, shop)
  await createCompany(desk, 'Booked By Keyboard RV')
  await responseOf(desk.request.patch('/api/company', { data: { mobileBusiness: true } }))
  await desk.goto('/dashboard')
  const pending = desk.getByRole('region', { name: 'Pending' })
  await expect(pending.getByText('No pending service tickets.')).toBeVisible()

  const visitor = await newPersonPage(browser, shop, PHONE)
  const { companyUUID } = await responseOf(desk.request.get('/api/company'))
  await visitor.goto(`/companies/${companyUUID}`)
  await expect(visitor.getByRole('heading', { name: 'Booked By Keyboard RV', level: 1 })).toBeVisible()
  await expect(visitor.getByText(/Monday to Friday, 8 AM to 6 PM, Eastern Time/)).toBeVisible()
  await expect(visitor.getByText('Mobile service within 40 miles')).toBeVisible()
  await expectNoViolations(visitor)
  expect(await horizontalOverflow(visitor)).toEqual([])
  await visitor.getByRole('link', { name: 'Book an Appointment' }).click()
  await expect(visitor.getByRole('heading', { name: 'Book an Appointment' })).toBeVisible()
  await expect(visitor.getByLabel(/in your own words/)).toBeVisible()
  await expectNoViolations(visitor)
  expect(await horizontalOverflow(visitor)).toEqual([])

  const main = visitor.getByRole('main')
  const type = async (label: string | RegExp, words: string) => {
    await tabTo(visitor, main.getByLabel(label, typeof label === 'string' ? { exact: true } : {}))
    await visitor.keyboard.type(words)
  }
  // Sent too early, every missing field has an error, and selected photos stay.
  const noImage = { name: 'lie.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') }
  await main.getByLabel(/^Photos/).setInputFiles([noImage, await image()])
  await expect(main.getByText('lie.jpg: That file isn’t an image.')).toBeVisible()
  await tabTo(visitor, main.getByRole('button', { name: 'Send Booking' }))
  await visitor.keyboard.press('Enter')
  await expect(main.getByText('Required.').first()).toBeVisible()
  await expect(main.getByLabel(/in your own words/)).toBeFocused()
  await expect(main.getByAltText('Photo 1')).toBeVisible()

  await type(/in your own words/, 'The awning came down in the wind')
  await type('VIN', '4YDT25021X4000043')
  await type('Make', 'Airstream')
  await type('Model', 'Bambi')
  await type('Year', '2019')
  await tabTo(visitor, main.getByRole('radio', { name: /At the shop/ }))
  await visitor.keyboard.press('ArrowDown')
  await type('Campground', 'Sunny Pines')
  await type('Site Number', '14')
  const [year = '', month = '', day = ''] = monday.split('-')
  await type('Day', `${month}${day}${year}`)
  await expect(main.getByLabel('Day', { exact: true })).toHaveValue(monday)
  await type('Time', '10:30')
  await expect(main.getByLabel('Time', { exact: true })).toHaveValue('10:30')
  await type('First Name', 'Wanda')
  await type('Last Name', 'Yoder')
  await type('Email', 'wanda@mail.example')
  await type('Phone', '(574) 555-0190')
  await tabTo(visitor, main.getByRole('button', { name: 'Send Booking' }))
  await visitor.keyboard.press('Enter')
  await expect(visitor.getByRole('heading', { name: 'Your booking was sent' })).toBeVisible()
  await expect(main.getByText('Booked By Keyboard RV has your booking.', { exact: false })).toBeVisible()
  await expectNoViolations(visitor)

  await expect(pending.getByText('Yoder, Wanda')).toBeVisible(LIVE)
  await expectAlert(desk, 'New booking: Yoder, Wanda')
  await pending.getByRole('button', { name: 'View request of Yoder, Wanda' }).click()
  await expect(pending.getByText('The awning came down in the wind')).toBeVisible()
  await expect(pending.getByText('Sunny Pines, site 14')).toBeVisible()
  await expect(pending.getByText('(email not confirmed)')).toBeVisible()
  await expect(pending.getByText(/at 10:30 AM/)).toBeVisible()
  await expect(pending.getByText('4YDT25021X4000043')).toBeVisible()
  await expect(pending.getByText('This VIN looks wrong.', { exact: false })).toBeVisible()
  await expect(pending.locator('img')).toHaveJSProperty('naturalWidth', 480)
  await expectNoViolations(desk)
  await pending.getByRole('button', { name: 'Hide request of Yoder, Wanda' }).click()
  await pending.getByRole('button', { name: 'Accept Yoder, Wanda' }).click()
  await expect(
    pending.getByText('Accept with this VIN? Every shop on Rigwright will find the RV under it.'),
  ).toBeVisible()
  await desk.keyboard.press('Escape')
  await expect(pending.getByRole('button', { name: 'Accept Anyway' })).toBeHidden()
  await pending.getByRole('button', { name: 'Accept Yoder, Wanda' }).click()
  await expect(pending.getByRole('button', { name: 'Accept Anyway' })).toBeFocused()
  await expectNoViolations(desk)
  await desk.keyboard.press('Enter')
  await expectAlert(desk, 'Booking accepted.')
  await pending.getByRole('link', { name: 'View appointment of Yoder, Wanda' }).click()
  const booking = desk.getByRole('region', { name: 'Booking' })
  await expect(booking.getByText('Sunny Pines, site 14')).toBeVisible()
  await expect(booking.getByText(/at 10:30 AM/)).toBeVisible()
  const [ticketId] = /\d{6}/.exec(desk.url()) ?? []

  await desk.goto('/schedule')
  const waiting = desk.getByRole('region', { name: 'Unassigned' })
  await waiting.getByRole('button', { name: /Yoder, Wanda .* Booked Mon, / }).click()
  await expect(desk.getByRole('dialog').getByLabel('Day')).toHaveValue(monday)

  const { link } = await responseOf(desk.request.post(`/api/tickets/${ticketId}/link`))
  await desk.goto('/dashboard')
  await expect(desk.getByText(/Booked Mon, .*, 10:30 AM/)).toBeVisible()
  await visitor.goto(link.path)
  await visitor.getByLabel('Last four digits').fill('0190')
  await visitor.keyboard.press('Enter')
  await visitor.getByRole('button', { name: 'Cancel Appointment' }).click()
  await visitor.getByRole('button', { name: 'Cancel Appointment' }).click()
  await expect(visitor.getByRole('link', { name: 'Remove from Calendar' })).toBeVisible()
  const canceled = desk.getByRole('region', { name: 'Canceled by customer' })
  await expect(canceled.getByRole('link', { name: 'Yoder, Wanda' })).toBeVisible(LIVE)
  await expect(canceled.getByRole('link', { name: '(574) 555-0190' })).toBeVisible()
  await expectNoViolations(desk)
  await canceled.getByRole('button', { name: 'Dismiss cancellation of Yoder, Wanda' }).click()
  await expect(canceled).toBeHidden()
})

test('two people answer one booking: the second learns who was first, and a reason is sent', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const dana = await newOwnerPage(browser, shop)
  const { page: walt } = await newEmployeePage(browser, shop, dana, waltKim)
  for (const customer of [customers[6], customers[7]]) await book(dana, customer)
  for (const page of [dana, walt]) await page.goto('/dashboard')
  const cardOf = (page: Page) => page.getByRole('region', { name: 'Pending' })
  const name = 'Papadakis, Gus'
  await expect(cardOf(dana).getByText(name)).toBeVisible()
  await cardOf(walt)
    .getByRole('button', { name: `Decline ${name}` })
    .focus()
  await walt.keyboard.press('Enter')
  await expect(walt.getByLabel('Reason')).toBeFocused()
  await walt.keyboard.press('Escape')
  await expect(cardOf(walt).getByRole('button', { name: `Decline ${name}` })).toBeFocused()
  await walt.keyboard.press('Enter')
  await walt.keyboard.type('We are full until spring')
  await walt.route('**/rpc/tickets/decline', async route => {
    // Dana taps in between.
    await cardOf(dana)
      .getByRole('button', { name: `Accept ${name}` })
      .click()
    await expectAlert(dana, 'Booking accepted.')
    await route.continue()
  })
  await walt.getByRole('button', { name: 'Decline Booking' }).click()
  await expectAlert(walt, /^Already accepted by Zion Creek RV at/)
  await walt.unroute('**/rpc/tickets/decline')

  const other = 'Abernathy, Nell'
  await cardOf(walt)
    .getByRole('button', { name: `Decline ${other}` })
    .click()
  await walt.getByLabel('Reason').fill('We do not work on these')
  await walt.getByRole('button', { name: 'Decline Booking' }).click()
  await expectAlert(walt, 'Booking declined.')
  await expect(cardOf(dana).getByText(other)).toHaveCount(0, LIVE)
  await expect(cardOf(dana).getByRole('link', { name: `Check in ${name}` })).toBeVisible()
  const emails = async () =>
    (await shop.emails()).filter(email => email.includes('Zion Creek RV cannot take your booking'))
  await expect.poll(emails).toHaveLength(1)
  expect((await emails())[0]).toContain('They wrote: We do not work on these')
})

test("the message strip above the board opens the page of a booking with a customer's message", {
  tag: '@long',
}, async ({ shop, browser }) => {
  const desk = await newOwnerPage(browser, shop, PHONE)
  await book(desk, customers[6])
  const { pending } = await responseOf(desk.request.get('/api/board'))
  const { ticketId } = pending.cards[0]
  await desk.goto('/dashboard')
  const { link } = await responseOf(desk.request.post(`/api/tickets/${ticketId}/link`))
  const { customerDetails } = await responseOf(desk.request.get(`/api/tickets/${ticketId}`))
  const customer = await newPersonPage(browser, shop, PHONE)
  const digits = customerDetails.phone.replace(/\D/g, '').slice(-4)
  await responseOf(customer.request.post(`/api${link.path}/answer`, { data: { digits } }))
  await responseOf(customer.request.post(`/api${link.path}/messages`, { data: { text: 'When can I come?' } }))
  const strip = desk.getByRole('region', { name: 'New customer messages' })
  const name = `${customerDetails.lastName}, ${customerDetails.firstName}`
  await strip.getByRole('link', { name }).click()
  await expect(desk).toHaveURL(new RegExp(`/service-ticket/${ticketId}$`))
  await desk.getByRole('button', { name: `View request of ${name}` }).click()
  await expect(desk.getByRole('button', { name: `Accept ${name}` })).toBeInViewport()
  await expectNoViolations(desk)
  expect(await horizontalOverflow(desk)).toEqual([])
})

test("a suspended company's page says that it is not available to visitors and its staff, and not why", {
  tag: '@long',
}, async ({ shop, browser }) => {
  const [looking, coming] = [
    await newPersonPage(browser, shop, PHONE),
    await newPersonPage(browser, shop, PHONE),
  ]
  const { companyUUID } = await responseOf((await newOwnerPage(browser, shop)).request.get('/api/company'))
  await looking.goto(`/companies/${companyUUID}`)
  await expect(looking.getByRole('heading', { name: 'Zion Creek RV', level: 1 })).toBeVisible()
  const founder = await newPersonPage(browser, shop)
  await signIn(founder, maya.email)
  const because = { data: { reason: 'Never gave a rig back' } }
  await responseOf(founder.request.post(`/api/founders/companies/${companyUUID}/suspend`, because))
  await expect(looking.getByText(COMPANY_SUSPENDED)).toBeVisible(LIVE)
  for (const path of [`/companies/${companyUUID}`, `/companies/${companyUUID}/book`]) {
    expect((await coming.goto(path))?.status()).toBe(404)
    await expect(coming.getByText(COMPANY_SUSPENDED)).toBeVisible()
    await expect(coming.getByText(because.data.reason)).toHaveCount(0)
    await expectNoViolations(coming)
  }
  await coming.getByRole('link', { name: 'Find Another Company' }).click()
  await expect(coming).toHaveURL(/\/$/)
})

test('an unknown company has no page, and changed hours appear on an open page', async ({
  shop,
  browser,
}) => {
  const visitor = await newPersonPage(browser, shop, PHONE)
  const dana = await newOwnerPage(browser, shop)
  const { companyUUID } = await responseOf(dana.request.get('/api/company'))
  for (const path of [`/companies/${randomUUID()}`, `/companies/${randomUUID()}/book`, '/companies/x']) {
    const page = await visitor.goto(path)
    expect(page?.status()).toBe(404)
    await expect(visitor.getByText('There’s no page at this address.')).toBeVisible()
  }
  const page = await visitor.goto(`/companies/${companyUUID}`)
  expect(page?.status()).toBe(200)
  expect(await page?.text()).toContain('Book an appointment online')
  const data = { hoursOfOperation: [9, 17], mobileRange: null }
  await responseOf(dana.request.patch('/api/company', { data }))
  await expect(visitor.getByText(/9 AM to 5 PM/)).toBeVisible(LIVE)
  await expect(visitor.getByText('At the shop')).toBeVisible()
})

test('an incomplete booking link says what to do', async ({ shop, browser }) => {
  const visitor = await newPersonPage(browser, shop, PHONE)
  await visitor.goto('/booking/nothing-that-was-sealed')
  await expect(visitor.getByText(/This link is incomplete\. Open it from the email again/)).toBeVisible()
})
