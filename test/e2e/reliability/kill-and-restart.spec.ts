import { readFile, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { createCompany, createTrailerTicket, fillTicket, openPartForm } from '../support/actions.ts'
import { expect, expectAlert, newPersonPage, openAs, type TestServer, test } from '../support/fixtures.ts'

test('a killed server loses no ticket and no typed text', { tag: '@long' }, async ({ server, browser }) => {
  const page = await newPersonPage(browser, server)
  await createCompany(page)
  await createTrailerTicket(page, [])
  await page.clock.install()
  await page.goto('/create-ticket')
  await fillTicket(page)
  await page.getByLabel('First Name').fill('Jasper')
  await server.end('SIGKILL')
  await page.getByRole('button', { name: 'Create Ticket' }).click()
  await expectAlert(page, /Can’t reach the server/)
  await expect(page.getByLabel('First Name')).toHaveValue('Jasper')

  // Long enough for the browser to stop retrying by itself.
  await expect(async () => {
    await page.clock.fastForward(30_000)
    await expect(page.getByRole('button', { name: 'Create Ticket' })).toBeEnabled({ timeout: 2000 })
  }).toPass()
  await server.start()
  await page.getByRole('button', { name: 'Create Ticket' }).click()
  await expectAlert(page, 'Ticket created successfully!')
  const active = page.getByRole('region', { name: 'Active' })
  await expect(active.getByText('Park, Jasper')).toHaveCount(1)
  await expect(active.getByText('Park, June')).toHaveCount(1)
  await page.reload()
  await expect(active.getByText('Park, Jasper')).toHaveCount(1)
  await expect(active.getByText('Park, June')).toHaveCount(1)
})

test('a server that restarts during a submit answers it, once', { tag: '@long' }, async ({
  server,
  browser,
}) => {
  const page = await newPersonPage(browser, server)
  await createCompany(page)
  await page.goto('/create-ticket')
  await fillTicket(page)
  await server.end('SIGTERM')
  await page.getByRole('button', { name: 'Create Ticket' }).click()
  await expect(page.getByText('Creating ticket, please wait...').first()).toBeVisible()
  await server.start()
  await expectAlert(page, 'Ticket created successfully!')
  await expect(page.getByRole('region', { name: 'Active' }).getByText('Park, June')).toHaveCount(1)
})

test('a typed ticket survives a reload', { tag: '@long' }, async ({ shop, browser }) => {
  const page = await newPersonPage(browser, shop)
  await createCompany(page)
  await page.goto('/create-ticket')
  await fillTicket(page)
  await page.reload()
  await expect(page.getByLabel('Last Name')).toHaveValue('Park')
  await expect(page.getByText('Look at the awning')).toBeVisible()

  // On a ticket's page, the form that has it is open.
  await page.goto(`/service-ticket/${await createTrailerTicket(page, [])}`)
  const form = await openPartForm(page)
  await form.getByLabel('Description').fill('Slide motor')
  await page.reload()
  await expect(form.getByLabel('Description')).toHaveValue('Slide motor')
})

/** Kills the database under a running server. Until the returned function is called it does not restart. */
async function endDatabase({ dataDir }: TestServer): Promise<() => Promise<void>> {
  const cluster = join(dataDir, 'postgres')
  const needed = join(cluster, 'global', 'pg_control')
  const [pid] = (await readFile(join(cluster, 'postmaster.pid'), 'utf8')).split('\n')
  await rename(needed, `${needed}.away`)
  process.kill(Number(pid), 'SIGKILL')
  return () => rename(`${needed}.away`, needed)
}

test('while the database is unavailable users see it, keep their text, and continue automatically', {
  tag: '@long',
}, async ({ server, browser }) => {
  const page = await newPersonPage(browser, server)
  const email = await createCompany(page)
  const board = await newPersonPage(browser, server)
  await openAs(board, email)
  await expect(board.getByText('No active service tickets.')).toBeVisible()
  await page.goto('/create-ticket')
  await fillTicket(page)

  const comeBack = await endDatabase(server)
  await page.getByRole('button', { name: 'Create Ticket' }).click()
  const away = 'We can’t reach our database right now. Nothing was changed. Try again in a moment.'
  await expectAlert(page, away)
  await expect(page.getByLabel('First Name')).toHaveValue('June')
  await board.reload()
  // Cached data may be shown already; then the banner says that it is not current.
  const banner = board.getByText(away).or(board.getByText('You’re offline.'))
  await expect(banner.first()).toBeVisible({ timeout: 20_000 })

  await comeBack()
  await expectAlert(page, 'Ticket created successfully!')
  await expect(page.getByRole('region', { name: 'Active' }).getByText('Park, June')).toHaveCount(1)
  await expect(board.getByRole('region', { name: 'Active' }).getByText('Park, June')).toHaveCount(1, {
    timeout: 30_000,
  })
})
