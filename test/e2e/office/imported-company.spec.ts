import { execFile } from 'node:child_process'
import { mkdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { CEDAR, fixtureTree, VIN, writeImportFile } from '../../support/import-fixture.ts'
import { expect, newPersonPage, PHONE, test } from '../support/fixtures.ts'

const PROGRAM = fileURLToPath(new URL('../../../dist/server/import.js', import.meta.url))
const EMAIL = 'office@cedar.example'

// The example that github.com/firebase/scrypt publishes.
const PASSWORD = 'user1password'
const ACCOUNTS = {
  users: [
    {
      localId: CEDAR,
      email: EMAIL,
      emailVerified: true,
      salt: '42xEC+ixf3L2lw==',
      passwordHash:
        'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
    },
  ],
}
const HASH_PARAMETERS = {
  algorithm: 'SCRYPT',
  base64_signer_key:
    'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
  base64_salt_separator: 'Bw==',
  rounds: 8,
  mem_cost: 14,
}

/** Its active tickets are each left out for a reason; this one is not. */
function withActiveTicket({ users }: typeof fixtureTree) {
  const cedar = users.companies[CEDAR]
  const { ticketManager } = cedar
  const activeServiceTickets = { 200006: ticketManager.pendingServiceTickets[200001] }
  const imported = { ...cedar, ticketManager: { ...ticketManager, activeServiceTickets } }
  return { users: { ...users, companies: { ...users.companies, [CEDAR]: imported } } }
}

test('an imported company logs in with its old password, and finds its tickets and its history', {
  tag: '@long',
}, async ({ server, browser }) => {
  const folder = test.info().outputDir
  await mkdir(folder, { recursive: true })
  const tree = await writeImportFile(folder, withActiveTicket(fixtureTree))
  const accounts = await writeImportFile(folder, ACCOUNTS, 'users.json')
  const parameters = await writeImportFile(folder, HASH_PARAMETERS, 'hash.json')
  // While the server runs.
  await promisify(execFile)(
    process.execPath,
    [PROGRAM, tree, '--auth', accounts, '--hash-parameters', parameters],
    { env: { ...process.env, DATA_DIR: server.dataDir } },
  )

  const page = await newPersonPage(browser, server, PHONE)
  // The second time, by the hash that the first has replaced the old one with.
  for (const time of ['first', 'second']) {
    await test.step(`the ${time} login`, async () => {
      await page.goto('/login')
      await page.getByLabel('Email').fill(EMAIL)
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Login' }).click()
      await expect(page.getByRole('heading', { name: 'Cedar Creek RV' })).toBeVisible()
    })
    if (time === 'second') break
    await page.getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL(`${server.url}/`)
  }
  for (const [name, ticket, balance] of [
    ['Pending', '200001', '$240.00'],
    ['Active', '200006', '$240.00'],
    ['Approval', '200003', '$1.65'],
    ['Completed', '200004', '$270.25'],
  ] as const) {
    const cards = page.getByRole('region', { name, exact: true }).getByRole('listitem')
    await expect(cards).toHaveCount(1)
    for (const words of ['Marsh, Lou', ticket, balance]) await expect(cards).toContainText(words)
  }

  await page.goto(`/work-history?vin=${VIN}`)
  const visits = page.getByRole('main').getByRole('listitem')
  await expect(visits).toHaveCount(3)
  for (const [index, words] of [
    ['03-11-2024 1:30 AM', 'Nora Hale', '$95.50'],
    ['01-10-2024 4:00 PM', 'Nora Hale', '$120.00'],
    ['05-09-2024 8:15 AM', 'Not Available', '$12.00'],
  ].entries())
    for (const each of [...words, 'Imported by Cedar Creek RV'])
      await expect(visits.nth(index)).toContainText(each)
})
