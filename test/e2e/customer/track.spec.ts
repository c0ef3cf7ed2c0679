import sharp from 'sharp'
import { june } from '../../../src/server/seed/demo-accounts.ts'
import { expectNoViolations, horizontalOverflow } from '../support/accessibility.ts'
import { createCompany, createTrailerTicket, responseOf } from '../support/actions.ts'
import { DESKTOP, expect, expectAlert, LIVE, newPersonPage, PHONE, test } from '../support/fixtures.ts'

const image = (): Promise<Buffer> =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: '#8a5' } })
    .jpeg()
    .toBuffer()
const MESSAGE_NOTICE = (ticketId: number) => `June Park sent a message about ticket ${ticketId}.`
const DIGITS = june.customerDetails.phone.slice(-4)

test('a customer follows their ticket by its link, and exchanges messages with the desk', async ({
  shop,
  browser,
}) => {
  const desk = await newPersonPage(browser, shop, DESKTOP)
  await createCompany(desk, 'Follow Me RV')
  const ticketId = await createTrailerTicket(desk, [
    { problem: 'Roof leak above the bunk', estimatedTime: 1.5 },
  ])
  await responseOf(
    desk.request.post(`/api/tickets/${ticketId}/jobs/1/photos`, {
      multipart: {
        photos: { name: 'roof.jpg', mimeType: 'image/jpeg', buffer: await image() },
      },
    }),
  )
  await desk.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await desk.goto(`/service-ticket/${ticketId}`)
  const side = desk.getByRole('region', { name: 'Customer', exact: true })
  await side.getByRole('button', { name: 'Copy link' }).click()
  await expectAlert(desk, 'Link copied.')
  const link = await desk.evaluate(() => navigator.clipboard.readText())
  expect(link).toContain('/follow/')
  await side.getByRole('button', { name: 'Show QR code' }).click()
  await expect(side.getByRole('img', { name: 'QR code of the customer’s link' })).toBeVisible()
  await expectNoViolations(desk)

  const customer = await newPersonPage(browser, shop, PHONE)
  await customer.goto(new URL(link).pathname)
  await expect(customer).toHaveTitle('Your RV at Follow Me RV · Rigwright')
  await expect(
    customer.getByText('To see your ticket, enter the last four digits of your phone number.'),
  ).toBeVisible()
  await expect(customer.getByText('Roof leak')).toHaveCount(0)
  const digits = customer.getByLabel('Last four digits')
  await expect(digits).toBeFocused()
  await digits.fill('0000')
  await customer.keyboard.press('Enter')
  await expect(
    customer.getByText('Those digits don’t match the phone number Follow Me RV has on file.'),
  ).toBeVisible()
  await expectNoViolations(customer)
  await digits.fill(DIGITS)
  await customer.getByRole('button', { name: 'See My Ticket' }).click()

  await expect(customer.getByRole('heading', { level: 1 })).toHaveText('Your 2021 Jayco Jay Flight 264BH')
  await expect(customer.getByText('Roof leak above the bunk').first()).toBeVisible()
  await expect(customer.getByRole('link', { name: 'Photo 1 of 1. Roof leak above the bunk' })).toBeVisible()
  await expect(customer.getByRole('heading', { name: 'Current total' })).toBeVisible()
  await expect(customer.getByRole('listitem').filter({ hasText: 'now: Received' })).toBeVisible()
  await expectNoViolations(customer)
  expect(await horizontalOverflow(customer)).toEqual([])

  const board = await newPersonPage(browser, shop, DESKTOP)
  await board.context().addCookies(await desk.context().cookies())
  await board.goto('/dashboard')
  await expect(board.getByRole('heading', { name: 'Follow Me RV' })).toBeVisible()
  // The desk is on another page, so no one sees the message.
  await desk.goto('/schedule')
  await customer.getByLabel('Message Follow Me RV').fill('When can I come? 🚐 <b>Soon?</b>')
  await customer.getByRole('button', { name: 'Send' }).click()
  await expect(customer.getByRole('log').getByText('When can I come? 🚐 <b>Soon?</b>')).toBeVisible()
  await expect(customer.getByLabel('Message Follow Me RV')).toHaveValue('')
  // Desk users are notified on any page, with a link.
  for (const page of [desk, board])
    await expect(page.getByRole('alert').filter({ hasText: MESSAGE_NOTICE(ticketId) })).toHaveCount(1, LIVE)
  await expectNoViolations(desk)
  await board
    .getByRole('region', { name: 'New customer messages' })
    .getByRole('link', { name: 'Park, June' })
    .click(LIVE)
  const talk = board.getByRole('region', { name: 'Messages with the customer' })
  await expect(talk.getByText('When can I come? 🚐 <b>Soon?</b>')).toBeVisible(LIVE)
  await talk.scrollIntoViewIfNeeded()
  await talk.getByLabel('Message June').fill('Tomorrow at nine.')
  await talk.getByLabel('Message June').press('Control+Enter')
  await expect(customer.getByRole('log').getByText('Tomorrow at nine.')).toBeVisible(LIVE)
  // What is on the customer's screen counts as read, so they are not emailed it.
  const unreadByCustomer = async () => {
    const { messages } = await responseOf(board.request.get(`/api/tickets/${ticketId}/messages`))
    const isUnread = ({ by, readAt }: { by: string; readAt: string | null }) =>
      by === 'desk' && readAt === null
    return messages.filter(isUnread).length
  }
  await expect.poll(unreadByCustomer).toBe(0)
  // The notice of what was read and answered is gone.
  await expect(board.getByRole('button', { name: 'Dismiss' })).toHaveCount(0)
  await customer.getByLabel('Message Follow Me RV').fill('Thank you.')
  await customer.getByRole('button', { name: 'Send' }).click()
  // A user who sees the message arrive is not notified; others are.
  await expect(talk.getByText('Thank you.')).toBeVisible(LIVE)
  await desk.getByRole('alert').getByRole('link', { name: 'Open the ticket' }).press('Enter')
  await expect(desk).toHaveURL(new RegExp(`/service-ticket/${ticketId}$`))
  await expect(board.getByRole('alert').filter({ hasText: MESSAGE_NOTICE(ticketId) })).toHaveCount(0)
  await board.goto('/dashboard')
  await expect(board.getByRole('region', { name: 'Active' }).first()).toBeVisible()
  await expect(board.getByRole('region', { name: 'New customer messages' })).toHaveCount(0)

  await desk.goto(`/service-ticket/${ticketId}`)
  const head = desk.locator('main header')
  await head.getByRole('button', { name: 'Put on hold…' }).click()
  const hold = head.getByRole('region', { name: 'On hold' })
  await hold.getByLabel('Note (optional)').fill('The seal is on its way.')
  await hold.getByRole('button', { name: 'Save' }).click()
  await expect(head.getByText('On hold', { exact: true })).toBeVisible()
  await expect(desk.locator('main header + p').getByText(/^Waiting for a part since /)).toBeVisible()
  await expect(customer.getByText(/^Waiting for a part since /)).toBeVisible(LIVE)
  await expect(customer.getByText('The seal is on its way.')).toBeVisible()

  await responseOf(desk.request.post(`/api/tickets/${ticketId}/finalize`))
  await expect(customer.getByRole('listitem').filter({ hasText: 'now: Ready' })).toBeVisible(LIVE)
  await expect(customer.getByText(/^Waiting for a part/)).toHaveCount(0)
  await expect(customer.getByRole('heading', { name: 'Total', exact: true })).toBeVisible()

  await desk.goto(`/completed-service-ticket/${ticketId}`)
  await side.getByRole('button', { name: 'Turn off link' }).click()
  await side.getByRole('button', { name: 'Turn off', exact: true }).click()
  await expectAlert(desk, 'Link turned off.')
  await expect(customer.getByText('This link was turned off.')).toBeVisible(LIVE)
  await expect(customer.getByRole('link', { name: /^Call / })).toBeVisible()
  await expect(customer.getByText('Roof leak')).toHaveCount(0)
  await expectNoViolations(customer)
})

test("a customer's typed message stays while sending fails, and is sent afterwards", async ({
  shop,
  browser,
}) => {
  const desk = await newPersonPage(browser, shop, DESKTOP)
  await createCompany(desk, 'Patient RV')
  const ticketId = await createTrailerTicket(desk, [{ problem: 'Awning' }])
  const { link } = await responseOf(desk.request.post(`/api/tickets/${ticketId}/link`))
  const customer = await newPersonPage(browser, shop, PHONE)
  await customer.goto(link.path)
  await customer.getByLabel('Last four digits').fill(DIGITS)
  await customer.keyboard.press('Enter')
  const field = customer.getByLabel('Message Patient RV')
  await field.fill('Is it my turn?')
  await customer.reload()
  await expect(field).toHaveValue('Is it my turn?')
  await customer.route('**/rpc/customerView/post', route => route.fulfill({ status: 429, body: '{}' }))
  await customer.getByRole('button', { name: 'Send' }).click()
  await expect(customer.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect(field).toHaveValue('Is it my turn?')
  await customer.unroute('**/rpc/customerView/post')
  await customer.getByRole('button', { name: 'Try again' }).click()
  await expect(customer.getByRole('log').getByText('Is it my turn?')).toHaveCount(1)
  await expect(field).toHaveValue('')
})

test('an incomplete link says so, and what to do', async ({ shop, browser }) => {
  const page = await newPersonPage(browser, shop, PHONE)
  await page.goto('/follow/half-of-it')
  await expect(page.getByText('This link is incomplete.')).toBeVisible()
  await expectNoViolations(page)
  const response = await page.request.get('/follow/half-of-it')
  expect(response.headers()).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  expect(await response.text()).toContain('<meta name="robots" content="noindex" />')
})
