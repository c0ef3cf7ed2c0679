import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { june, rosa, sam } from '../../../src/server/seed/demo-accounts.ts'
import { expectAccessible } from '../support/accessibility.ts'
import {
  addPart,
  assignTicket,
  createEmployee,
  createTrailerTicket,
  jobLine,
  newEmployeePage,
  newOwnerPage,
  openLinePartForm,
  responseOf,
  toggleLine,
} from '../support/actions.ts'
import { expect, fillLogin, PHONE, test } from '../support/fixtures.ts'

const JOBS = ['Roof leak', 'Slide-out stalls', 'Furnace is cold'] as const
const SERVER_CALLS = /\/(?:rpc|api)\//

const photoFile = async () => ({
  name: 'picture.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 640, height: 480, channels: 3, background: '#1f4a3a' } })
    .jpeg()
    .toBuffer(),
})

/** What a page of the bay loads after it, so that it can do without a connection. */
const waitForCode = (page: Page) =>
  page.waitForFunction(() => {
    const names = performance.getEntriesByType('resource').map(({ name }) => name)
    return ['create-bay-outbox', 'outbox-photos', 'unsent-dialog', 'notification-list'].every(chunk =>
      names.some(name => name.includes(chunk)),
    )
  })

const number = (page: Page, words: string | RegExp) => page.getByRole('button', { name: words })
const linkTo = (page: Page, ticketId: number) => page.locator(`a[href="/bay/${ticketId}"]`)
const goToMyJobs = (page: Page) => page.getByRole('link', { name: 'My Jobs' }).first().click()
const unsentIn = (place: Locator) => place.getByText('Not sent yet')

/** A photo is loaded near the screen. */
async function expectPhoto(line: Locator): Promise<void> {
  const photo = line.getByRole('img', { name: 'Photos before the repair, photo 1' })
  await photo.scrollIntoViewIfNeeded()
  await expect(photo).toHaveAttribute('src', /^blob:/)
}

async function workOn(page: Page, index: number): Promise<void> {
  const line = jobLine(page, JOBS[index] ?? '')
  const jobNumber = index + 1
  await line.getByRole('button', { name: `Clock In of job ${jobNumber}` }).click()
  await expect(line.getByRole('button', { name: `Clock Out of job ${jobNumber}` })).toBeVisible()
  await line.getByLabel('Cause').fill(`Cause ${jobNumber}`)
  await addPart(await openLinePartForm(line, jobNumber), { description: `Part ${jobNumber}` })
  await expect(line.getByText(`Part ${jobNumber}`, { exact: true })).toBeVisible()
  await line.getByLabel('Photos before the repair').setInputFiles([await photoFile()])
  await expectPhoto(line)
}

/** The browser ends the page; opened again, it gets nothing but its files. */
async function reopenWithoutLine(page: Page, path: string): Promise<Page> {
  const context = page.context()
  await page.close({ runBeforeUnload: false })
  const next = await context.newPage()
  await next.route(SERVER_CALLS, route => route.abort())
  await context.setOffline(false)
  await next.goto(path)
  await next.locator('#root[data-ssr]').waitFor({ state: 'detached' })
  return next
}

test('three jobs done without a connection outlive the page, and arrive once and in order', {
  tag: '@long',
}, async ({ shop, browser }) => {
  test.slow()
  const dana = await newOwnerPage(browser, shop)
  const work = await createTrailerTicket(
    dana,
    JOBS.map(problem => ({ problem })),
  )
  const taken = await createTrailerTicket(dana, [{ problem: 'Awning' }])
  const { page, id } = await newEmployeePage(browser, shop, dana, rosa, PHONE)
  const { id: samId } = await createEmployee(dana, sam)
  for (const ticketId of [work, taken]) await assignTicket(dana, ticketId, id)
  await page.goto('/bay')
  await linkTo(page, work).click()
  await waitForCode(page)
  await goToMyJobs(page)
  await linkTo(page, taken).click()
  await expect(jobLine(page, 'Awning')).toBeVisible()

  await test.step('without a connection she works as with one', async () => {
    await page.context().setOffline(true)
    await addPart(await openLinePartForm(jobLine(page, 'Awning'), 1), { description: 'Lap sealant' })
    await expect(unsentIn(jobLine(page, 'Awning'))).toBeVisible()
    await goToMyJobs(page)
    await linkTo(page, work).click()
    for (const index of JOBS.keys()) await workOn(page, index)
    await jobLine(page, JOBS[2]).getByRole('button', { name: 'Clock Out of job 3' }).click()
    // Eleven taps, and three causes that are saved as they are typed.
    await expect(number(page, '14 not sent')).toBeVisible()
    await expect(page.getByRole('alert').filter({ hasText: 'Can’t reach the server' })).toHaveCount(0)
  })

  const again = await test.step('the page is killed, and everything is there when it opens', async () => {
    const next = await reopenWithoutLine(page, `/bay/${work}`)
    await expect(number(next, '14 not sent')).toBeVisible()
    for (const [index, problem] of JOBS.entries()) {
      const line = jobLine(next, problem)
      if ((await line.getAttribute('data-open')) === null) await toggleLine(line)
      await expect(line.getByText(`Part ${index + 1}`, { exact: true })).toBeVisible()
      await expect(line.getByLabel('Cause')).toHaveValue(`Cause ${index + 1}`)
      await expectPhoto(line)
      await expect(unsentIn(line).first()).toBeVisible()
    }
    await expect(next.getByRole('region', { name: 'Your running clock' })).toHaveCount(0)
    await number(next, '14 not sent').click()
    const list = next.getByRole('dialog', { name: 'Not Sent' })
    await expect(list.getByRole('listitem')).toHaveCount(14)
    await expectAccessible(next)
    await next.keyboard.press('Escape')
    await expect(number(next, '14 not sent')).toBeFocused()
    return next
  })

  await test.step('meanwhile the desk gave one ticket to Sam', () => assignTicket(dana, taken, samId))

  await test.step('with a connection again, all else arrives, once and in order', async () => {
    await again.unroute(SERVER_CALLS)
    await again.reload()
    await expect(number(again, '1 not accepted')).toBeVisible({ timeout: 30_000 })
    await expect(number(again, /not sent/)).toHaveCount(0)
    // The desk's view of it, once the last photo is there.
    await expect(async () => {
      const { jobs, parts } = await responseOf(dana.request.get(`/api/tickets/${work}`))
      expect(parts.map(({ description }: { description: string }) => description)).toEqual([
        'Part 1',
        'Part 2',
        'Part 3',
      ])
      for (const [index, { cause, photos, sessions }] of jobs.entries()) {
        expect(cause).toBe(`Cause ${index + 1}`)
        expect(photos).toHaveLength(1)
        expect(sessions).toHaveLength(1)
        expect(sessions[0].clockOutTime).not.toBeNull()
      }
      const startTimes = jobs.map(
        (job: { sessions: { clockInTime: string }[] }) => job.sessions[0]?.clockInTime,
      )
      expect(startTimes).toEqual(startTimes.toSorted())
    }).toPass({ timeout: 30_000 })
    await expect(unsentIn(again.getByRole('main'))).toHaveCount(0)
    const other = await responseOf(dana.request.get(`/api/tickets/${taken}`))
    expect(other.parts).toEqual([])
  })

  await test.step('what was not accepted says why, and goes when she says so', async () => {
    await number(again, '1 not accepted').click()
    const card = again.getByRole('dialog').getByRole('listitem')
    await expect(card).toContainText('1 × Lap sealant')
    await expect(card).toContainText('The desk released this ticket or assigned it to another technician.')
    await expectAccessible(again)
    await card.getByRole('button', { name: 'Discard' }).click()
    await expect(card.getByRole('alert')).toHaveText('It is only on this phone and will be lost.')
    await card.getByRole('button', { name: 'Discard' }).click()
    await expect(again.getByText('Nothing is waiting on this phone.')).toBeVisible()
    await again.keyboard.press('Escape')
    await expect(number(again, /not accepted/)).toHaveCount(0)
  })
})

test('text and a photo for a ticket that is another’s by now say why they wait, and are handed to the desk', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const dana = await newOwnerPage(browser, shop)
  const ticketId = await createTrailerTicket(dana, [{ problem: 'Roof leak' }])
  const { page, id } = await newEmployeePage(browser, shop, dana, rosa, PHONE)
  const { id: samId } = await createEmployee(dana, sam)
  await assignTicket(dana, ticketId, id)
  await page.goto('/bay')
  await linkTo(page, ticketId).click()
  await waitForCode(page)
  await page.context().setOffline(true)
  const line = jobLine(page, 'Roof leak')
  await line.getByLabel('Cause').fill('Sealant cracked')
  await line.getByLabel('Photos before the repair').setInputFiles([await photoFile()])
  await expectPhoto(line)
  await goToMyJobs(page)
  await expect(number(page, '2 not sent')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ has: linkTo(page, ticketId) })).toContainText('2 not sent')
  await assignTicket(dana, ticketId, samId)
  await page.context().setOffline(false)
  await number(page, '2 not accepted').click()
  const dialog = page.getByRole('dialog')
  const [text, photo] = [dialog.getByRole('listitem').first(), dialog.getByRole('listitem').last()]
  await expect(text).toContainText('Sealant cracked')
  for (const card of [text, photo]) {
    await expect(card).toContainText('The desk released this ticket or assigned it to another technician.')
    await expect(card.getByRole('button', { name: 'Hand to the Desk' })).toBeVisible()
  }
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Hand All to the Desk' }).click()
  await expect(page.getByText('Nothing is waiting on this phone.')).toBeVisible()
  expect(await responseOf(dana.request.get('/api/bay/hand-overs'))).toMatchObject({
    handOvers: [
      { ticketId, jobNumber: 1, label: 'Cause, job 1. Roof leak', text: 'Sealant cracked' },
      {
        ...{ ticketId, jobNumber: 1, label: 'Photo, job 1. Roof leak', photo: { moment: 'before' } },
        reason: 'The desk released this ticket or assigned it to another technician.',
      },
    ],
  })
  await dana.goto('/dashboard')
  const handedOver = dana.getByRole('region', { name: 'Handed to the Desk' })
  await expect(handedOver.getByRole('img', { name: 'Photo, job 1. Roof leak of Rosa Díaz' })).toBeVisible()
  await expectAccessible(dana)
  await handedOver.getByRole('button', { name: 'Add to Ticket' }).click()
  await expect(handedOver.getByRole('img')).toHaveCount(0)
  const { jobs } = await responseOf(dana.request.get(`/api/tickets/${ticketId}`))
  expect(jobs[0].photos).toMatchObject([{ moment: 'before' }])
})

test('a full phone says so before the camera opens, and what is no image is not kept', async ({
  shop,
  browser,
}) => {
  const dana = await newOwnerPage(browser, shop)
  const ticketId = await createTrailerTicket(dana, [{ problem: 'Roof leak' }])
  const { page, id } = await newEmployeePage(browser, shop, dana, rosa, PHONE)
  await assignTicket(dana, ticketId, id)
  await page.addInitScript(() => {
    const room = { quota: 1000, usage: 999 }
    Object.assign(globalThis, { room })
    navigator.storage.estimate = async () => room
  })
  await page.goto(`/bay/${ticketId}`)
  await waitForCode(page)
  const line = jobLine(page, 'Roof leak')
  await expect(line.getByRole('alert').first()).toContainText('This phone is full')
  await expect(line.getByLabel('Photos before the repair')).toHaveCount(0)
  await page.evaluate(() => Object.assign((globalThis as unknown as { room: object }).room, { quota: 1e12 }))
  await line.getByRole('button', { name: 'Check Again' }).first().click()
  await line
    .getByLabel('Photos before the repair')
    .setInputFiles([{ name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') }])
  await expect(line.getByRole('alert')).toHaveText('notes.jpg: That file isn’t an image.')
  await expect(unsentIn(line)).toHaveCount(0)
})

test('a browser that can store nothing still sends what is tapped', async ({ shop, browser }) => {
  const dana = await newOwnerPage(browser, shop)
  const ticketId = await createTrailerTicket(dana, [{ problem: 'Roof leak' }])
  const { page, id } = await newEmployeePage(browser, shop, dana, rosa, PHONE)
  await assignTicket(dana, ticketId, id)
  await page.addInitScript(() => {
    indexedDB.open = () => {
      throw new DOMException('Nothing is stored here.', 'SecurityError')
    }
  })
  await page.goto(`/bay/${ticketId}`)
  const line = jobLine(page, 'Roof leak')
  await line.getByRole('button', { name: 'Clock In of job 1' }).click()
  await expect(line.getByRole('button', { name: 'Clock Out of job 1' })).toBeVisible()
  await expect
    .poll(async () => {
      const { jobs } = await responseOf(dana.request.get(`/api/tickets/${ticketId}`))
      return jobs[0].sessions.length
    })
    .toBe(1)
  await line.getByLabel('Photos before the repair').setInputFiles([await photoFile()])
  await expect
    .poll(async () => {
      const { jobs } = await responseOf(dana.request.get(`/api/tickets/${ticketId}`))
      return jobs[0].photos.length
    })
    .toBe(1)
  await line.getByRole('button', { name: 'Clock Out of job 1' }).click()
  await line.getByLabel('Cause').fill('Seam open')
  await line.getByLabel('Correction').fill('Resealed')
  await page.getByRole('button', { name: 'Send for Approval' }).click()
  await page.waitForURL('/bay')
  await expect
    .poll(async () => (await responseOf(dana.request.get(`/api/tickets/${ticketId}`))).state)
    .toBe('approval')
})

test('an arrival that does not get through waits on the phone, and work goes on', async ({
  shop,
  browser,
}) => {
  const dana = await newOwnerPage(browser, shop)
  const { page, id } = await newEmployeePage(browser, shop, dana, rosa, PHONE)
  const data = {
    problem: 'Roof leak',
    customerDetails: { firstName: 'Otis', lastName: 'Bell', phone: '(574) 555-0177' },
    wanted: { day: new Date(Date.now() + 7 * 24 * 60 * 60_000).toISOString().slice(0, 10), time: '09:00' },
  }
  const { ticketId } = await responseOf(dana.request.post('/api/appointments', { data }))
  await assignTicket(dana, ticketId, id)
  const getTicket = () => responseOf(dana.request.get(`/api/tickets/${ticketId}`))
  await page.goto(`/bay/${ticketId}`)
  await page.getByRole('link', { name: 'Arrived' }).click()
  const form = page.getByRole('form', { name: 'Arrived' })
  await page.route(SERVER_CALLS, route => route.abort())
  await form.getByRole('button', { name: 'Arrived' }).click()
  await expect(form.getByText('Required.')).toBeVisible()
  await expect(form.getByText('Select an option.')).toBeVisible()
  const { vin, make, model, year, axleAmount } = june.customerRV
  for (const [label, value] of Object.entries({ VIN: vin, Make: make, Model: model, Year: year }))
    await form.getByLabel(label, { exact: true }).fill(value)
  await form.getByLabel('Axle Amount').selectOption(axleAmount)
  await form.getByLabel('Keys').fill('Hook 12')
  await form.getByRole('button', { name: 'Arrived' }).click()
  await expect(page.getByText('You arrived at')).toBeVisible()
  await jobLine(page, 'Roof leak').getByRole('button', { name: 'Clock In of job 1' }).click()
  await expect(number(page, '2 not sent')).toBeVisible()
  await expectAccessible(page)
  expect(await getTicket()).toMatchObject({ state: 'pending' })
  await page.unroute(SERVER_CALLS)
  await number(page, '2 not sent').click()
  await page.getByRole('button', { name: 'Send Now' }).click()
  await expect.poll(getTicket).toMatchObject({
    state: 'active',
    checkIn: { keys: 'Hook 12' },
    jobs: [{ sessions: [{ clockOutTime: null }] }],
  })
  const { activeTimestamp, jobs } = await getTicket()
  expect(Date.parse(activeTimestamp)).toBeLessThanOrEqual(Date.parse(jobs[0].sessions[0].clockInTime))
})

test('after Log Out Anyway the page shows nothing of what was not sent', async ({ shop, browser }) => {
  const dana = await newOwnerPage(browser, shop)
  const ticketId = await createTrailerTicket(dana, [{ problem: 'Roof leak' }])
  const { page, id, email } = await newEmployeePage(browser, shop, dana, rosa, PHONE)
  await assignTicket(dana, ticketId, id)
  await page.route('**/rpc/tickets/clockIn', route => route.abort())
  await page.goto(`/bay/${ticketId}`)
  await jobLine(page, 'Roof leak').getByRole('button', { name: 'Clock In of job 1' }).click()
  await expect(number(page, '1 not sent')).toBeVisible()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByRole('button', { name: 'Log Out Anyway' }).click()
  await expect(page).toHaveURL(`${shop.url}/`)
  await expect(page.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  await expect(number(page, /not sent/)).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Your running clock' })).toHaveCount(0)
  await page.unroute('**/rpc/tickets/clockIn')
  await fillLogin(page, email)
  await expect
    .poll(async () => {
      const { jobs } = await responseOf(dana.request.get(`/api/tickets/${ticketId}`))
      return jobs[0].sessions.length
    })
    .toBe(1)
})
