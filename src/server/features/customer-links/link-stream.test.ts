import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createLinkedTicket } from '../../../../test/support/customer-fixtures.ts'
import { readStream } from '../../../../test/support/read-stream.ts'
import { createTestApp, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const open: AbortController[] = []
afterEach(() => {
  for (const stream of open.splice(0)) stream.abort()
})

/** Listens as the customer with this cookie; `heard` has everything received. */
async function listen(token: string, cookie: string) {
  const stop = new AbortController()
  open.push(stop)
  const answer = await app.fetch(`/api/live/follow/${token}`, {
    signal: stop.signal,
    headers: { cookie, 'Last-Event-ID': '1' },
  })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
  ])
  const stream = readStream(answer)
  await until(() => stream.heard.includes('event: ready'))
  return stream
}

const until = (isSo: () => boolean): Promise<void> =>
  vi.waitFor(() => expect(isSo()).toBe(true), { timeout: 10_000, interval: 5 })

const changesIn = ({ heard }: { heard: string }): number => heard.split('{"kind":"changed"}').length - 1

describe('the stream of a link', () => {
  test.each(['no-link-at-all', 'A'.repeat(64)])('for %s is not found', async token => {
    expect((await app.fetch(`/api/live/follow/${token}`)).status).toBe(404)
  })

  test('is refused before its own question is answered', async () => {
    const [one, other] = [await createLinkedTicket(app), await createLinkedTicket(app)]
    for (const headers of [
      {},
      { cookie: other.cookie },
      { cookie: await app.signIn('dana@bluebonnet.example') },
    ])
      expect((await app.fetch(`/api/live/follow/${one.token}`, { headers })).status).toBe(409)
  })

  test('reports changes of this ticket only, and nothing else', async () => {
    const { ticketId, token, cookie, client } = await createLinkedTicket(app)
    const stream = await listen(token, cookie)
    const other = await app.createTicket('sam')
    await app.as('dana').tickets.addJob({ ticketId: other, problem: 'Axle' })
    await app.as('dana').companies.change({ mobileRange: 41 })
    await app.as('dana').messages.post({ ticketId, text: 'Tomorrow.' })
    await until(() => changesIn(stream) === 1)
    await client.customerView.post({ token, text: 'Fine.' })
    await until(() => changesIn(stream) === 2)
    const spoken = stream.heard.replaceAll('event: heartbeat\ndata: {}\n\n', '').split('\n')
    expect(spoken.filter(line => line !== '' && !line.startsWith('retry: '))).toEqual([
      'event: ready',
      'data: {}',
      ...Array.from({ length: 2 }, () => 'data: {"kind":"changed"}'),
    ])
  })

  test('ends when the link is turned off', async () => {
    const { ticketId, token, cookie } = await createLinkedTicket(app)
    const stream = await listen(token, cookie)
    await app.as('dana').customerLinks.revoke({ ticketId })
    await until(() => stream.hasEnded)
    expect((await app.fetch(`/api/live/follow/${token}`, { headers: { cookie } })).status).toBe(409)
  })

  test('ends when the phone number changes', async () => {
    const { ticketId, token, cookie } = await createLinkedTicket(app)
    const stream = await listen(token, cookie)
    await app.as('dana').tickets.changeDetails({ ticketId, customerDetails: { phone: '(574) 555-7777' } })
    await until(() => stream.hasEnded)
  })

  test("notifies the desk of a customer's message", async () => {
    const { ticketId, token, client } = await createLinkedTicket(app)
    const stop = new AbortController()
    open.push(stop)
    const answer = await app.fetch('/api/live', { as: 'walt', signal: stop.signal })
    const reader = (answer.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader()
    let heard = (await reader.read()).value ?? ''
    await client.customerView.post({ token, text: 'When can I come?' })
    while (!heard.includes(`"id":"${ticketId}"`)) heard += (await reader.read()).value ?? ''
    expect(heard).not.toContain('When can I come')
  })
})
