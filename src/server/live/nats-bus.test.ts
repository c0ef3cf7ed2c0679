// The broker that is there is Debian's own, in test/fleet; here it is away.

import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { openWorld } from '../../../test/support/test-app.ts'
import { openNatsDoorbell } from './nats-bus.ts'

const AWAY =
  'The doorbell at 127.0.0.1:1 does not answer; until it does, what other servers change is found every few seconds.'

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

describe('without its broker', () => {
  test('a server starts, says so once, serves, and is healthy; its figures say that the doorbell is down', async () => {
    const doorbell = { servers: ['127.0.0.1:1'], isSecure: false }
    const world = await openWorld({ doorbell, figuresPort: { host: '127.0.0.1', port: 0 } })
    open.push(world.close)
    const ticketId = await world.ticket()
    expect(ticketId).toBeGreaterThan(0)
    expect(await (await world.fetch('/api/health')).json()).toEqual({ ok: true })
    const figures = await (await fetch(world.figuresUrl ?? '')).text()
    expect(figures).toMatch(/^rigwright_doorbell_up 0$/m)
    expect(world.faults.map(({ sentence }) => sentence)).toEqual([AWAY])
  })

  test('two servers of one database find what the other changed at the next look', async () => {
    const doorbell = { servers: ['127.0.0.1:1'], isSecure: false }
    const one = await openWorld({ doorbell })
    open.push(one.close)
    const other = await openWorld({ doorbell, connection: one.connection })
    open.push(other.close)
    const stream = await other.fetch('/api/live', { as: 'walt' })
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect((await reader?.read())?.value).toContain('event: ready')
    const ticketId = await one.ticket()
    expect((await reader?.read())?.value).toContain(`"id":"${ticketId}"`)
    await reader?.cancel()
  })
})

test('one that takes the call and never answers holds no start up', async () => {
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
  const faults: string[] = []
  const bell = await openNatsDoorbell(
    { servers: [`127.0.0.1:${address.port}`], isSecure: false },
    { fault: sentence => void faults.push(sentence), note: () => {} },
  )
  bell.ring('nobody hears it')
  expect(bell.isUp()).toBe(false)
  // It goes on trying, and says nothing new.
  await vi.waitFor(() => expect(calls.length).toBeGreaterThan(1), 20_000)
  await bell.close()
  expect(faults).toHaveLength(1)
})
