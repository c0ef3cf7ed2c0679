import type { Page } from '@playwright/test'
import { june, PASSWORD, rosa } from '../../../src/server/seed/demo-accounts.ts'
import { NASTY } from '../../integration/fuzz/nasty-strings.ts'
import { answer, foundCompany } from '../support/actions.ts'
import { sideways } from '../support/axe.ts'
import { expect, newPerson, PHONE, test } from '../support/fixtures.ts'

/** As a page shows it: runs of white space are one, outside of a field. */
const inline = (text: string): string => text.replace(/\s+/g, ' ').trim()

const LONG = 'Q'.repeat(300)
const WORDS = [...NASTY, LONG]

type Watched = { readonly page: Page; readonly troubles: string[] }

/** Whatever goes wrong on the page: a script that ran, a dialog, a fault in the console. */
function watch(page: Page): Watched {
  const troubles: string[] = []
  page.on('dialog', dialog => {
    troubles.push(`dialog ${dialog.message()}`)
    void dialog.dismiss()
  })
  page.on('pageerror', fault => troubles.push(`fault ${fault.message}`))
  page.on('console', message => {
    if (message.type() === 'error') troubles.push(`console ${message.text()}`)
  })
  return { page, troubles }
}

/** Opens a page of the shop and answers with all that stands on it, in fields too. */
async function look({ page, troubles }: Watched, path: string, waitFor?: string): Promise<string> {
  await page.goto(path)
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
  const more = page.getByRole('button', { name: /^Show (more|all)/ })
  while ((await more.count()) > 0) await more.first().click()
  const read = () =>
    page.evaluate(`[document.querySelector('main').textContent,
      ...[...document.querySelectorAll('input, textarea, select')].map(field => field.value)].join(' ')`)
  if (waitFor !== undefined)
    await expect.poll(async () => inline(String(await read()))).toContain(inline(waitFor))
  expect(troubles, path).toEqual([])
  expect(await sideways(page), `${path} scrolls sideways`).toEqual([])
  expect(await page.title(), path).not.toBe('hacked')
  return inline(String(await read()))
}

/** What has to stand there, of what was typed. */
const missing = (shown: string, words: readonly string[]): string[] =>
  words.map(inline).filter(word => !shown.includes(word))

test('whatever is typed stands on every page as text, at 360 pixels, and runs nothing', async ({
  app,
  browser,
}) => {
  test.setTimeout(300_000)
  const page = await newPerson(browser, app, PHONE)
  const watched = watch(page)
  await foundCompany(page, '<img src=x onerror=alert(1)>')
  const post = (path: string, data: object) => answer(page.request.post(`/api${path}`, { data }))
  const short = WORDS.filter(word => word.length <= 60)

  // The directory, the desk's lists and the office: one company or person for each.
  for (const [index, word] of short.entries())
    if (index % 5 === 0)
      await post('/employees', {
        ...{ ...rosa, firstName: word, lastName: word, licenseNumber: word },
        ...{ email: `e${index}@nasty.example`, password: PASSWORD },
      })
  const tickets: number[] = []
  for (const [index, word] of short.entries()) {
    const customerDetails = { ...june.customerDetails, firstName: word, lastName: word, address: word }
    const customerRV = { ...june.customerRV, vin: `NASTY-${index}`, make: word, model: word }
    const { ticketId } = await post('/tickets', { customerDetails, customerRV, jobs: [{ problem: word }] })
    tickets.push(ticketId)
  }

  // One ticket whose lines and parts hold all of them.
  const [full = 0] = tickets
  const people = (await answer(page.request.get('/api/employees'))) as { id: string }[]
  await answer(page.request.put(`/api/tickets/${full}/technician`, { data: { employeeId: people[0]?.id } }))
  for (const word of WORDS) {
    const { jobNumber } = await post(`/tickets/${full}/jobs`, { problem: word, estimate: true })
    await answer(
      page.request.patch(`/api/tickets/${full}/jobs/${jobNumber}`, {
        data: { cause: word, correction: word },
      }),
    )
    await post(`/tickets/${full}/parts`, { quantity: 1, description: word, perPartAmount: 1 })
  }

  const board = await look(watched, '/dashboard', short.at(-1))
  expect(missing(board, short)).toEqual([])
  const names = short.filter((_, index) => index % 5 === 0)
  expect(missing(await look(watched, '/register-employee', names.at(-1)), names)).toEqual([])
  await look(watched, '/company', '<img src=x')
  await look(watched, '/profile', '<img src=x')
  await look(watched, '/schedule')
  await look(watched, '/create-ticket')
  expect(missing(await look(watched, `/service-ticket/${full}`, LONG), WORDS)).toEqual([])
  await answer(page.request.post(`/api/tickets/${full}/ask-approval`))
  expect(missing(await look(watched, `/approval-service-ticket/${full}`, LONG), WORDS)).toEqual([])
  await answer(page.request.post(`/api/tickets/${full}/approve`))
  await answer(page.request.post(`/api/tickets/${full}/finalize`))
  expect(missing(await look(watched, `/completed-service-ticket/${full}`, LONG), WORDS)).toEqual([])
  await answer(page.request.post(`/api/tickets/${full}/complete`))
  await look(watched, '/work-history?vin=NASTY-0', 'NASTY-0')
  await look(watched, '/', '<img src=x')

  // The one on the ticket, in the bay.
  const technician = await newPerson(browser, app, PHONE)
  const bay = watch(technician)
  const second = tickets[1] ?? 0
  const email = 'e0@nasty.example'
  await answer(technician.request.post('/api/auth/sign-in/email', { data: { email, password: PASSWORD } }))
  const { id } = await answer(technician.request.get('/api/me'))
  await answer(page.request.put(`/api/tickets/${second}/technician`, { data: { employeeId: id } }))
  const word = short[1] ?? ''
  await look(bay, '/bay', word)
  expect(missing(await look(bay, `/bay/${second}`, word), [word])).toEqual([])
  expect(missing(await look(bay, '/profile', short[0]), [short[0] ?? ''])).toEqual([])
})
