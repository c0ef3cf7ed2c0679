import type { Browser, Page } from '@playwright/test'
import { rosa, sam, walt } from '../../../src/server/seed/demo-accounts.ts'
import { expectAccessible, expectNoViolations, horizontalOverflow } from '../support/accessibility.ts'
import {
  assignTicket,
  createEmployee,
  createTrailerTicket,
  jobLine,
  newEmployeePage,
  newOwnerPage,
  responseOf,
  toggleLine,
} from '../support/actions.ts'
import { DESKTOP, expect, openAs, PHONE, signIn, type TestServer, test } from '../support/fixtures.ts'

const ROOF = 'Roof leak above the bunk'
const HERS = 'Seam open on the left'
const HIS = 'Vent lid broken'

const causeAt = (page: Page) => page.getByLabel('Cause')
const conflictAt = (page: Page) =>
  page.getByRole('group', { name: /^Walt Kim also edited this. Your text is not saved/ })
const unsavedAt = (page: Page) => page.getByRole('region', { name: 'Not Saved' })

/** Walt at the desk, and Rosa on her phone with a ticket of hers that Walt created. */
async function openSharedTicket(browser: Browser, shop: TestServer) {
  const owner = await newOwnerPage(browser, shop)
  const { page: desk } = await newEmployeePage(browser, shop, owner, walt)
  const { page: bay, id, email } = await newEmployeePage(browser, shop, owner, rosa, PHONE)
  const ticketId = await createTrailerTicket(desk, [{ problem: ROOF }])
  const at = `/api/tickets/${ticketId}`
  await assignTicket(desk, ticketId, id)
  const causeThere = async (): Promise<string> => (await responseOf(desk.request.get(at))).jobs[0].cause
  const write = (cause: string) => responseOf(desk.request.patch(`${at}/jobs/1`, { data: { cause } }))
  await bay.goto(`/bay/${ticketId}`)
  return { owner, desk, bay, email, ticketId, at, causeThere, write }
}

const CHANGE = '**/rpc/tickets/changeJob'
const inDeadZone = (page: Page) => page.context().route(CHANGE, route => route.abort())
const leaveDeadZone = (page: Page) => page.context().unroute(CHANGE)

test('unsaved text survives closing the tab, and meets what the desk wrote meanwhile', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const { bay, ticketId, causeThere, write } = await openSharedTicket(browser, shop)
  await inDeadZone(bay)
  await causeAt(bay).fill(HERS)
  await write(HIS)
  await bay.close()

  const again = await bay.context().newPage()
  await again.goto(`/bay/${ticketId}`)
  await expect(causeAt(again)).toHaveValue(HERS)
  await leaveDeadZone(again)
  await expect(conflictAt(again)).toContainText(HIS)
  await expect(again.getByText('Not saved. Your text is kept on this device.')).toBeVisible()
  await causeAt(again).press('End')
  await causeAt(again).pressSequentially(', and wide')
  await causeAt(again).blur()
  await expect(conflictAt(again)).toContainText(HIS)
  expect(await causeThere()).toBe(HIS)
  await expectAccessible(again)

  await again.getByRole('button', { name: 'Keep Both' }).click()
  await expect(again.getByText('Saved', { exact: true })).toBeVisible()
  await expect(conflictAt(again)).toHaveCount(0)
  expect(await causeThere()).toBe(`${HIS}\n${HERS}, and wide`)
  await again.reload()
  await expect(causeAt(again)).toHaveValue(`${HIS}\n${HERS}, and wide`)
  await expect(conflictAt(again)).toHaveCount(0)
})

test('text typed offline does not replace other text by itself, and both people see both', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const { desk, bay, ticketId, causeThere } = await openSharedTicket(browser, shop)
  await bay.clock.install()
  await bay.reload()
  await desk.goto(`/service-ticket/${ticketId}`)
  await toggleLine(jobLine(desk, ROOF))
  await desk.getByRole('button', { name: 'Edit cause of job 1' }).click()

  await bay.context().setOffline(true)
  await causeAt(bay).fill(HERS)
  await expect(bay.getByText('Not sent yet. Your text is kept on this device.')).toBeVisible()
  await causeAt(desk).fill(HIS)
  await expect(desk.getByText('Saved', { exact: true })).toBeVisible()
  // Longer than the time in which two people count as typing at once.
  await bay.clock.fastForward(6000)
  await bay.context().setOffline(false)

  await expect(conflictAt(bay)).toContainText(HIS, { timeout: 30_000 })
  await expect(causeAt(bay)).toHaveValue(HERS)
  const sent: string[] = []
  bay.on('request', request => sent.push(request.url()))
  // Longer than the pause after which text is saved.
  await bay.clock.fastForward(2000)
  await expect(causeAt(bay)).toHaveValue(HERS)
  expect(sent.filter(url => url.endsWith('/rpc/tickets/changeJob'))).toEqual([])
  expect(await causeThere()).toBe(HIS)
  await expect(causeAt(desk)).toHaveValue(HIS)

  await bay.getByRole('button', { name: 'Keep Mine' }).click()
  await expect(causeAt(desk)).toHaveValue(HERS)
  const conflict = desk.getByRole('group', { name: /Rosa Díaz replaced your text/ })
  await expect(conflict).toContainText(HIS)
  await conflict.getByRole('button', { name: 'Take Theirs' }).click()
  await expect(conflict).toHaveCount(0)
  expect(await causeThere()).toBe(HERS)
})

test('text that can no longer be saved is shown, wherever the ticket went, until it is dismissed', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const { desk, bay, at, ticketId, causeThere } = await openSharedTicket(browser, shop)
  await inDeadZone(bay)
  await causeAt(bay).fill(HERS)
  await bay.getByLabel('Correction').fill('Resealed')

  const expectUnsent = async () => {
    await expect(unsavedAt(bay)).toContainText(`1. ${ROOF} · Cause`)
    await expect(unsavedAt(bay)).toContainText(HERS)
    await expect(unsavedAt(bay)).toContainText('Resealed')
    await expectNoViolations(bay)
    expect(await horizontalOverflow(bay)).toEqual([])
  }
  await responseOf(desk.request.post(`${at}/ask-approval`))
  await expect(causeAt(bay)).toHaveCount(0)
  await expectUnsent()
  await responseOf(desk.request.delete(`${at}/technician`))
  await expect(bay.getByText('This ticket is no longer assigned to you.')).toBeVisible()
  await expectUnsent()
  await bay.reload()
  await expect(bay.getByText('No ticket data found.')).toBeVisible()
  await expectUnsent()
  await bay.goto('/bay')
  await expectUnsent()
  await unsavedAt(bay).getByRole('link', { name: 'Open Ticket' }).first().click()
  await expect(bay).toHaveURL(new RegExp(`/bay/${ticketId}$`))
  await expect(bay.getByText('No ticket data found.')).toBeVisible()

  for (const words of [HERS, 'Resealed']) {
    const one = unsavedAt(bay).getByRole('listitem').filter({ hasText: words })
    await one.getByRole('button', { name: 'Discard' }).click()
    await expect(one.getByRole('alert')).toHaveText('This text isn’t saved anywhere else and will be lost.')
    await one.getByRole('button', { name: 'Discard' }).click()
    await expect(one).toHaveCount(0)
  }
  await expect(unsavedAt(bay)).toHaveCount(0)
  expect(await causeThere()).toBe('')
})

test('unsaved text is shown to no other account on the phone, and its author is asked before logging out', {
  tag: '@long',
}, async ({ shop, browser }) => {
  const { owner, desk, bay, email, ticketId } = await openSharedTicket(browser, shop)
  const other = await createEmployee(owner, sam)
  await inDeadZone(bay)
  await causeAt(bay).fill(HERS)
  await assignTicket(desk, ticketId, other.id)
  await expect(unsavedAt(bay)).toContainText(HERS)
  await bay.goto('/')
  await bay.context().clearCookies()
  await bay.setViewportSize(DESKTOP)
  await signIn(bay, other.email)
  await bay.goto(`/bay/${ticketId}`)
  await expect(causeAt(bay)).toHaveValue('')
  await expect(unsavedAt(bay)).toHaveCount(0)

  const logOut = async () => {
    await bay.getByRole('button', { name: 'Logout' }).click()
    await expect(bay.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  }
  const countDrafts = () =>
    bay.evaluate(() => Object.keys(localStorage).filter(key => key.startsWith('rigwright text')).length)
  await logOut()
  expect(await countDrafts()).toBe(1)
  await openAs(bay, email, 'bay')
  await expect(unsavedAt(bay)).toContainText(HERS)
  await bay.evaluate(() => localStorage.setItem('rigwright bay', '1'))
  const dialog = bay.getByRole('dialog', { name: 'Log out now?' })
  await bay.getByRole('button', { name: 'Logout' }).click()
  await expect(dialog).toContainText('1 text on this phone has not been sent. It stays on this phone')
  await expectAccessible(bay)
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(unsavedAt(bay)).toContainText(HERS)
  await bay.getByRole('button', { name: 'Logout' }).click()
  await dialog.getByRole('button', { name: 'Log Out Anyway' }).click()
  await expect(bay.getByRole('link', { name: 'Login' }).first()).toBeVisible()
  expect(await countDrafts()).toBe(1)
  await openAs(bay, email, 'bay')
  await expect(unsavedAt(bay)).toContainText(HERS)
})
