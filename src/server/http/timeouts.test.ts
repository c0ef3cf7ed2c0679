import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createStreamSlots, MAX_STREAMS } from '#server/http/middleware/stream-slots.ts'
import { createTestApp, type TestApp } from '../../../test/support/test-app.ts'

describe('a server closes connections that send nothing', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp({
      timeouts: { headersMs: 200, requestMs: 400, idleMs: 200, checkIntervalMs: 50 },
    })
  })
  afterAll(() => app.close())

  async function open(sent: string): Promise<Socket> {
    const { hostname, port } = new URL(app.url)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    socket.write(sent)
    return socket
  }

  test.each([
    ['half of the headers', 'GET /api/health HTTP/1.1\r\nHost: x\r\nX-Slow: '],
    [
      'half of a body',
      'POST /api/companies HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
    ],
    [
      'half of a picture',
      'PUT /api/company/image HTTP/1.1\r\nHost: x\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 99\r\n\r\n--x',
    ],
    ['nothing more after an answer', 'GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n'],
  ])('with %s', async (_, sent) => {
    const socket = await open(sent)
    // The server closes it, or the test times out.
    await text(socket)
    expect(socket.readableEnded).toBe(true)
    socket.destroy()
  })
})

describe('live streams', () => {
  test('are limited per account, and closing one frees a slot', () => {
    const slots = createStreamSlots({ account: 2, address: 3 })
    const dana = { account: 'dana', address: '203.0.113.9' }
    const [first, second] = [slots.acquire(dana), slots.acquire(dana)]
    expect(() => slots.acquire(dana)).toThrow(/Too many attempts/)
    // The limit per account also counts other addresses.
    expect(() => slots.acquire({ ...dana, address: '198.51.100.1' })).toThrow(/Too many attempts/)
    first()
    first()
    const third = slots.acquire(dana)
    expect(() => slots.acquire(dana)).toThrow(/Too many attempts/)
    second()
    third()
    expect(() => [slots.acquire(dana), slots.acquire(dana)]).not.toThrow()
  })

  test('are limited per address, for all accounts', () => {
    const slots = createStreamSlots({ account: 2, address: 3 })
    const address = '203.0.113.9'
    for (const account of ['dana', 'walt', null]) slots.acquire({ account, address })
    expect(() => slots.acquire({ account: null, address })).toThrow(/Too many attempts/)
    expect(() => slots.acquire({ account: 'dana', address: '198.51.100.1' })).not.toThrow()
  })

  test('are limited for all networks of an IPv6 site, to four times as many', () => {
    const slots = createStreamSlots({ account: 2, address: 3 })
    const open = (network: number) =>
      slots.acquire({ account: null, address: `2001:db8:7:${network.toString(16)}::1` })
    for (let network = 0; network < 12; network += 1) open(network)
    expect(() => open(12)).toThrow(/Too many attempts/)
    expect(() => slots.acquire({ account: null, address: '2001:db8:8::1' })).not.toThrow()
  })

  test('beyond the limit are refused with a time to wait, and closing one frees a slot', async () => {
    const world = await createTestApp({ rateLimits: true })
    const ending = new AbortController()
    const follow = (signal?: AbortSignal) =>
      world.fetch('/api/live', { as: 'dana', ...(signal !== undefined && { signal }) })
    const streams: Response[] = []
    const first = await follow(ending.signal)
    for (let count = 1; count < MAX_STREAMS.account; count += 1) streams.push(await follow())
    expect([first, ...streams].map(({ status }) => status)).toEqual(
      Array.from({ length: MAX_STREAMS.account }, () => 200),
    )
    const refused = await follow()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30'])
    expect(await refused.json()).toMatchObject({ code: 'TOO_MANY', retryAfterSeconds: 30 })
    // A colleague at the same address has their own limit.
    const colleague = await world.fetch('/api/live', { as: 'walt' })
    expect(colleague.status).toBe(200)
    ending.abort()
    await expect
      .poll(
        async () => {
          const again = await follow()
          streams.push(again)
          return again.status
        },
        { timeout: 10_000 },
      )
      .toBe(200)
    for (const { body } of [...streams, colleague]) await body?.cancel()
    await world.close()
  })

  test('that are refused use no slot', async () => {
    const world = await createTestApp()
    for (let times = 0; times <= MAX_STREAMS.address; times += 1)
      expect((await world.fetch('/api/live')).status).toBe(401)
    const open = await world.fetch('/api/live/directory')
    expect(open.status).toBe(200)
    await open.body?.cancel()
    await world.close()
  })
})
