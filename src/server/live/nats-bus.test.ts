// Tests with a real NATS server are in test/integration/cluster; here it is unavailable.

import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { createTestApp } from '../../../test/support/test-app.ts'
import { createNatsBus } from './nats-bus.ts'

const AWAY =
  'Can’t reach NATS at 127.0.0.1:1. Until it is back, changes made on other servers take a few seconds to appear.'

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0).toReversed()) await close()
})

describe('without the NATS server', () => {
  test('a server starts, logs it once, serves, and is healthy; its metrics say that the event bus is down', async () => {
    const eventBus = { servers: ['127.0.0.1:1'], isSecure: false }
    const app = await createTestApp({ eventBus, metricsAddress: { host: '127.0.0.1', port: 0 } })
    open.push(app.close)
    const ticketId = await app.createTicket()
    expect(ticketId).toBeGreaterThan(0)
    expect(await (await app.fetch('/api/health')).json()).toMatchObject({ ok: true })
    const metrics = await (await fetch(app.metricsUrl ?? '')).text()
    expect(metrics).toMatch(/^rigwright_event_bus_up 0$/m)
    expect(app.loggedErrors.map(({ message }) => message)).toEqual([AWAY])
  })

  test("two servers of one database find each other's changes by polling", async () => {
    const eventBus = { servers: ['127.0.0.1:1'], isSecure: false }
    const one = await createTestApp({ eventBus })
    open.push(one.close)
    const other = await createTestApp({ eventBus, connection: one.connection })
    open.push(other.close)
    const stream = await other.fetch('/api/live', { as: 'walt' })
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader?.read())?.value).toContain('event: ready')
    const ticketId = await one.createTicket()
    expect((await reader?.read())?.value).toContain(`"id":"${ticketId}"`)
    await reader?.cancel()
  })
})

test('a NATS server that accepts connections without responding does not delay the start', async () => {
  const calls: Socket[] = []
  const mute = await new Promise<Server>(resolve => {
    const server = createServer(socket => void calls.push(socket)).listen(0, '127.0.0.1', () =>
      resolve(server),
    )
  })
  open.push(() => mute.close())
  open.push(() => {
    for (const call of calls) call.destroy()
  })
  const address = mute.address() as { port: number }
  const errors: string[] = []
  const eventBus = await createNatsBus(
    { servers: [`127.0.0.1:${address.port}`], isSecure: false },
    { error: sentence => void errors.push(sentence), info: () => {} },
  )
  eventBus.publish('nobody hears it')
  expect(eventBus.isConnected()).toBe(false)
  // It keeps trying, and logs nothing more.
  await expect.poll(() => calls.length).toBeGreaterThan(1)
  await eventBus.close()
  expect(errors).toHaveLength(1)
})
