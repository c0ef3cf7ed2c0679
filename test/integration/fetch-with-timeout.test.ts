// With the other tests that need Node: those in src/web are checked as browser code.

import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchWithTimeout } from '#web/api/fetch-with-timeout.ts'

let server: Server | undefined
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  vi.useRealTimers()
  server?.closeAllConnections()
  server?.close()
})

/** The URL of a server with this response, and when it was called. */
async function startServer(answer: RequestListener) {
  server = createServer(answer)
  const asked = once(server, 'request')
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

test('a request without a response times out', async () => {
  const { url, asked } = await startServer(() => {})
  const answer = expect(fetchWithTimeout(url)).rejects.toThrow(/abort/)
  await asked
  vi.advanceTimersByTime(25_000)
  await answer
})

test('a slow response in pieces is complete', async () => {
  let more = (_: string): void => {}
  const { url } = await startServer((_, response) => {
    more = piece => void response.write(piece)
    response.writeHead(201, { 'x-kept': 'yes' })
    more('0')
  })
  const answer = await fetchWithTimeout(url)
  expect([answer.status, answer.headers.get('x-kept')]).toEqual([201, 'yes'])
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  for (const piece of ['0', '1', '2']) {
    if (piece !== '0') more(piece)
    expect(await reader?.read()).toEqual({ done: false, value: piece })
    vi.advanceTimersByTime(20_000)
  }
  const last = expect(reader?.read()).rejects.toThrow(/abort/)
  vi.advanceTimersByTime(5000)
  await last
})

test('a request can be aborted by its caller', async () => {
  const { url, asked } = await startServer(() => {})
  const stop = new AbortController()
  const answer = expect(fetchWithTimeout(url, { signal: stop.signal })).rejects.toThrow(/abort/)
  await asked
  stop.abort()
  await answer
})
