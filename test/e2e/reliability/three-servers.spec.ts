// Three servers on one database behind a load balancer; one is killed while someone works on it.

import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rosa } from '../../../src/server/seed/demo-accounts.ts'
import { startBalancer } from '../../integration/cluster/balancer.ts'
import { addPart, choose, createTrailerTicket, openPartForm } from '../support/actions.ts'
import { expect, expectAlert, newPersonPage, openAs, PHONE, TestServer, test } from '../support/fixtures.ts'

test('when one of three servers dies, desk and bay continue, lose nothing, and see each other', {
  tag: '@long',
}, async ({ demo, browser }) => {
  // The demo server owns the database; users go to the three.
  const socket = encodeURIComponent(join(demo.dataDir, 'run'))
  const env = {
    DATABASE_URL: `postgres://rigwright@localhost/rigwright?host=${socket}`,
    AUTH_SECRET: 'a secret that all three of them know, and long',
  }
  const servers = await Promise.all(
    [1, 2, 3].map(async () => new TestServer(await mkdtemp(join(tmpdir(), 'rigwright-third-')), env)),
  )
  await Promise.all(servers.map(server => server.start()))
  const balancer = await startBalancer(servers.map(({ url }) => url))
  try {
    const [desk, bay] = [
      await newPersonPage(browser, balancer),
      await newPersonPage(browser, balancer, PHONE),
    ]
    await openAs(desk)
    await openAs(bay, rosa.email, 'bay')
    await expect.poll(() => balancer.serversFor('/api/live').length).toBeGreaterThan(0)

    const first = await createTrailerTicket(desk, [{ problem: 'Slide sticks halfway' }])
    await desk.goto(`/service-ticket/${first}`)
    await choose(desk, 'Select Technician', 'Rosa Díaz')
    await desk.getByRole('button', { name: 'Assign Technician' }).click()
    await expectAlert(desk, 'Technician assigned successfully.')
    const inBay = bay.getByRole('link', { name: /Park, June/ })
    await expect(inBay).toHaveCount(1)

    // Half typed when it happens.
    const form = await openPartForm(desk)
    await form.getByLabel('Description').fill('Slide motor')
    const dying = balancer.serversFor('/api/live')
    await servers[dying[0] ?? 0]?.end('SIGKILL')
    await addPart(form, { quantity: '2', price: '80' })
    // Only an answered part can be deleted. A command is sent again for at most 45 seconds.
    await expect(desk.getByRole('button', { name: 'Delete Slide motor' })).toBeVisible({ timeout: 60_000 })

    await inBay.click()
    await expect(bay.getByText('Slide motor')).toBeVisible()
    await bay.getByRole('button', { name: 'Clock In of job 1' }).click()
    await expect(bay.getByRole('button', { name: 'Clock Out of job 1' }).first()).toBeVisible()
    await expect(desk.getByText(/Rosa Díaz is clocked in/)).toBeVisible()
  } finally {
    await balancer.close()
    for (const server of servers) await server.remove()
  }
})
