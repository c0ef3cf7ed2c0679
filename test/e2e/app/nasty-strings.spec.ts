import type { Page } from '@playwright/test'
import { withoutWebAddress } from '../../../src/domain/lib/web-address.ts'
import { june, PASSWORD, rosa } from '../../../src/server/seed/demo-accounts.ts'
import { NASTY } from '../../integration/fuzz/nasty-strings.ts'
import { sharedVin } from '../../support/shared-vin.ts'
import { horizontalOverflow } from '../support/accessibility.ts'
import { createCompany, responseOf } from '../support/actions.ts'
import { expect, newPersonPage, PHONE, test } from '../support/fixtures.ts'

/** As a page shows it: white space collapses outside of fields. */
const inline = (text: string): string => text.replace(/\s+/g, ' ').trim()

const LONG = 'Q'.repeat(300)
const WORDS = [...NASTY, LONG]

type WatchedPage = { readonly page: Page; readonly problems: string[] }

/** Records problems on the page: a script that ran, a dialog, a console error. */
function watch(page: Page): WatchedPage {
  const problems: string[] = []
  page.on('dialog', dialog => {
    problems.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('pageerror', error => problems.push(`error ${error.message}`))
  page.on('console', message => {
    if (message.type() === 'error') problems.push(`console ${message.text()}`)
  })
  return { page, problems }
}

/** Taps what shows more until nothing is left; a tap while more is loading does nothing. */
async function showAll(page: Page): Promise<void> {
  const more = page.getByRole('button', { name: /^(Show (more|all)|Loading)/ })
  const tap = () =>
    more.evaluateAll(buttons => {
      for (const button of buttons) (button as HTMLElement).click()
      return buttons.length
    })
  await expect.poll(tap, { message: 'Buttons that show more' }).toBe(0)
}

/** Opens a page of the shop and returns all its text, including fields. */
async function visit({ page, problems }: WatchedPage, path: string, waitFor?: string): Promise<string> {
  await page.goto(path)
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
  // On a ticket: what its other tabs load when they are first shown.
  for (const tab of await page.getByRole('navigation', { name: 'Ticket' }).getByRole('button').all())
    await tab.click()
  await showAll(page)
  const read = () =>
    page.evaluate(`[document.querySelector('main').textContent,
      ...[...document.querySelectorAll('input, textarea, select')].map(field => field.value)].join(' ')`)
  if (waitFor !== undefined)
    await expect.poll(async () => inline(String(await read()))).toContain(inline(waitFor))
  expect(problems, path).toEqual([])
  expect(await horizontalOverflow(page), `${path} scrolls sideways`).toEqual([])
  expect(await page.title(), path).not.toBe('hacked')
  return inline(String(await read()))
}

/** Typed text that is missing on the page. */
const missing = (shown: string, words: readonly string[]): string[] =>
  words.map(inline).filter(word => !shown.includes(word))

test('any typed text appears on every page as text, at 360 pixels, and runs nothing', {
  tag: '@long',
}, async ({ shop, browser }) => {
  test.setTimeout(300_000)
  const page = await newPersonPage(browser, shop, PHONE)
  const watched = watch(page)
  await createCompany(page, '<img src=x onerror=alert(1)>')
  const post = (path: string, data: object) => responseOf(page.request.post(`/api${path}`, { data }))
  // As names, which hold no web address.
  const short = WORDS.filter(word => word.length <= 60).map(withoutWebAddress)

  // The directory, the desk's lists and the office: one company or person for each.
  for (const [index, word] of short.entries())
    if (index % 5 === 0)
      await post('/employees', {
        ...rosa,
        firstName: word,
        lastName: word,
        licenseNumber: word,
        email: `e${index}@nasty.example`,
        password: PASSWORD,
      })
  const tickets: number[] = []
  for (const [index, word] of short.entries()) {
    const customerDetails = { ...june.customerDetails, firstName: word, lastName: word, address: word }
    const customerRV = { ...june.customerRV, vin: sharedVin(`NASTY-${index}`), make: word, model: word }
    const { ticketId } = await post('/tickets', { customerDetails, customerRV, jobs: [{ problem: word }] })
    tickets.push(ticketId)
  }

  // One ticket whose lines and parts contain all of them.
  const [full = 0] = tickets
  const people = (await responseOf(page.request.get('/api/employees'))) as { id: string }[]
  await responseOf(
    page.request.put(`/api/tickets/${full}/technician`, { data: { employeeId: people[0]?.id } }),
  )
  for (const word of WORDS) {
    const { jobNumber } = await post(`/tickets/${full}/jobs`, { problem: word, estimate: true })
    await responseOf(
      page.request.patch(`/api/tickets/${full}/jobs/${jobNumber}`, {
        data: { cause: word, correction: word },
      }),
    )
    await post(`/tickets/${full}/parts`, { quantity: 1, description: word, perPartAmount: 1 })
  }

  const board = await visit(watched, '/dashboard', short.at(-1))
  expect(missing(board, short)).toEqual([])
  const names = short.filter((_, index) => index % 5 === 0)
  expect(missing(await visit(watched, '/register-employee', names.at(-1)), names)).toEqual([])
  await visit(watched, '/company', '<img src=x')
  await visit(watched, '/profile', '<img src=x')
  await visit(watched, '/schedule')
  await visit(watched, '/create-ticket')
  expect(missing(await visit(watched, `/service-ticket/${full}`, LONG), WORDS)).toEqual([])
  await responseOf(page.request.post(`/api/tickets/${full}/ask-approval`))
  expect(missing(await visit(watched, `/approval-service-ticket/${full}`, LONG), WORDS)).toEqual([])
  await responseOf(page.request.post(`/api/tickets/${full}/approve`))
  await responseOf(page.request.post(`/api/tickets/${full}/finalize`))
  expect(missing(await visit(watched, `/completed-service-ticket/${full}`, LONG), WORDS)).toEqual([])
  await responseOf(page.request.post(`/api/tickets/${full}/complete`))
  await visit(watched, `/work-history?vin=${sharedVin('NASTY-0')}`, sharedVin('NASTY-0'))
  await visit(watched, '/', '<img src=x')

  // The technician on the ticket, in the bay.
  const technician = await newPersonPage(browser, shop, PHONE)
  const bay = watch(technician)
  const second = tickets[1] ?? 0
  const email = 'e0@nasty.example'
  await responseOf(
    technician.request.post('/api/auth/sign-in/email', { data: { email, password: PASSWORD } }),
  )
  const { id } = await responseOf(technician.request.get('/api/me'))
  await responseOf(page.request.put(`/api/tickets/${second}/technician`, { data: { employeeId: id } }))
  const word = short[1] ?? ''
  await visit(bay, '/bay', word)
  expect(missing(await visit(bay, `/bay/${second}`, word), [word])).toEqual([])
  expect(missing(await visit(bay, '/profile', short[0]), [short[0] ?? ''])).toEqual([])
})
