import { expect, test } from 'vitest'
import { createPhotoSender } from './send-photo.ts'

const KB = 1024
const url = '/api/tickets/412873/jobs/1/photos/key'

/** A server that stores pieces; the line takes `msPerKb`, and `breaks` says which calls are cut after they arrived. */
function createServer(breaks: readonly number[] = []) {
  const pieces: number[] = []
  const methods: string[] = []
  let now = 0
  let received = 0
  const server = {
    msPerKb: 10,
    pieces,
    methods,
    refusal: null as null | [number, object],
    isDone: false,
    now: () => now,
    request: async (address: string, init: RequestInit = {}): Promise<Response> => {
      const method = init.method ?? 'GET'
      methods.push(method)
      const size = Number(new URL(address, 'https://rigwright.example').searchParams.get('size'))
      const answer = (status: number, body: object) => Response.json(body, { status })
      if (server.refusal !== null && !(method === 'PATCH' && server.isDone)) return answer(...server.refusal)
      if (method === 'GET') return answer(200, { received })
      const { size: length } = init.body as Blob
      now += (length / KB) * server.msPerKb
      if (server.isDone) return answer(201, { photos: ['first'] })
      const offset = Number(new Headers(init.headers).get('upload-offset'))
      if (offset !== received) return answer(409, { code: 'REFUSED', message: 'Go on.', received })
      received += length
      pieces.push(length / KB)
      if (breaks.includes(methods.length)) throw new TypeError('Failed to fetch')
      server.isDone = received === size
      if (server.isDone) received = 0
      return server.isDone ? answer(201, { photos: ['first'] }) : answer(200, { received })
    },
  }
  return server
}

const photo = new Blob([new Uint8Array(1000 * KB)])

const sendBy = (server: ReturnType<typeof createServer>) => {
  const send = createPhotoSender(server.request, server.now)
  const shares: number[] = []
  const onProgress = (share: number): void => void shares.push(share)
  const { signal } = new AbortController()
  return { shares, send: () => send({ url, moment: 'after', photo, onProgress, signal }) }
}

test('pieces grow on a good line, up to 512 KB', async () => {
  const server = createServer()
  server.msPerKb = 1
  const { send, shares } = sendBy(server)
  expect(await send()).toEqual({ photos: ['first'] })
  expect(server.pieces).toEqual([64, 128, 256, 512, 40])
  expect(shares.map(share => Math.round(share * 100))).toEqual([0, 6, 19, 45, 96])
})

test('the address says what else belongs to the photo', async () => {
  const server = createServer()
  const addresses: string[] = []
  const send = createPhotoSender((address, init) => {
    addresses.push(String(address))
    return server.request(String(address), init)
  }, server.now)
  const { signal } = new AbortController()
  await send({ url, moment: '', details: { reason: 'Rosa’s & gone.' }, photo, onProgress: () => {}, signal })
  const reasons = addresses.map(address => new URL(address, 'https://rigwright.example').searchParams)
  expect([...new Set(reasons.map(asked => asked.get('reason')))]).toEqual(['Rosa’s & gone.'])
})

test('pieces shrink on a poor line, down to 16 KB, and stay so for the next photo', async () => {
  const server = createServer()
  server.msPerKb = 300
  const { send } = sendBy(server)
  await send()
  expect(server.pieces.slice(0, 4)).toEqual([64, 32, 16, 16])
  server.isDone = false
  await send()
  expect(server.pieces.at(-2)).toBe(16)
})

test('after a cut it asks how much has arrived, and sends only the rest', async () => {
  const server = createServer([3])
  const { send } = sendBy(server)
  await expect(send()).rejects.toThrow('Failed to fetch')
  expect(await send()).toEqual({ photos: ['first'] })
  expect(server.pieces.reduce((sum, size) => sum + size, 0)).toBe(1000)
  expect(server.methods.slice(0, 5)).toEqual(['GET', 'PATCH', 'PATCH', 'GET', 'PATCH'])
})

test('a photo that was whole before its ticket was closed still gets its answer', async () => {
  const server = createServer()
  server.refusal = [409, { code: 'REFUSED', message: 'This ticket was finalized.' }]
  server.isDone = true
  expect(await sendBy(server).send()).toEqual({ photos: ['first'] })
})

test.each([
  ['a refusal', 409, { code: 'REFUSED', message: 'This ticket was finalized.' }, 409, 'REFUSED'],
  ['an ended session', 401, { code: 'UNAUTHORIZED', message: 'Log in.' }, 401, 'UNAUTHORIZED'],
  ['a proxy’s answer', 502, [], 502, 'BAD_GATEWAY'],
  ['a proxy’s own limit', 413, [], 413, 'INVALID'],
])('%s is an error like any other call’s', async (_, status, body, expectedStatus, code) => {
  const server = createServer()
  server.refusal = [status, body]
  await expect(sendBy(server).send()).rejects.toMatchObject({ status: expectedStatus, code })
})

test('a pause that the server asks for is passed on', async () => {
  const server = createServer()
  server.refusal = [429, { code: 'TOO_MANY', message: 'Too many.', retryAfterSeconds: 7 }]
  await expect(sendBy(server).send()).rejects.toMatchObject({ data: { retryAfterSeconds: 7 } })
})
