import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { linkedTicket } from '../../../../test/support/customer-fixtures.ts'
import { openWorld, type World } from '../../../../test/support/test-app.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const open: AbortController[] = []
afterEach(() => {
  for (const stream of open.splice(0)) stream.abort()
})

/** Listens as the customer with this cookie; `heard` is all that came. */
async function listen(token: string, cookie: string) {
  const stop = new AbortController()
  open.push(stop)
  const stream = { heard: '', hasEnded: false }
  const answer = await world.fetch(`/api/live/follow/${token}`, {
    signal: stop.signal,
    headers: { cookie, 'Last-Event-ID': '1' },
  })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
  ])
  const reading = async (body: AsyncIterable<Uint8Array>) => {
    const decoder = new TextDecoder()
    for await (const chunk of body) stream.heard += decoder.decode(chunk, { stream: true })
  }
  reading(answer.body as unknown as AsyncIterable<Uint8Array>)
    .catch(() => {})
    .finally(() => {
      stream.hasEnded = true
    })
  await until(() => stream.heard.includes('event: ready'))
  return stream
}

const until = (isSo: () => boolean): Promise<void> =>
  vi.waitFor(() => expect(isSo()).toBe(true), { timeout: 5000, interval: 5 })

const changesIn = ({ heard }: { heard: string }): number => heard.split('{"kind":"changed"}').length - 1

describe('the stream of a link', () => {
  test.each(['no-link-at-all', 'A'.repeat(64)])('%s leads nowhere', async token => {
    expect((await world.fetch(`/api/live/follow/${token}`)).status).toBe(404)
  })

  test('is closed to whoever has not answered its question, and to whoever has answered another', async () => {
    const [one, other] = [await linkedTicket(world), await linkedTicket(world)]
    for (const headers of [
      {},
      { cookie: other.cookie },
      { cookie: await world.signIn('dana@bluebonnet.example') },
    ])
      expect((await world.fetch(`/api/live/follow/${one.token}`, { headers })).status).toBe(409)
  })

  test('tells that something of this ticket changed, and nothing of any other or of the company', async () => {
    const { ticketId, token, cookie, client } = await linkedTicket(world)
    const stream = await listen(token, cookie)
    const other = await world.ticket('sam')
    await world.as('dana').tickets.addJob({ ticketId: other, problem: 'Axle' })
    await world.as('dana').companies.change({ mobileRange: 41 })
    await world.as('dana').messages.say({ ticketId, text: 'Tomorrow.' })
    await until(() => changesIn(stream) === 1)
    await client.follow.say({ token, text: 'Fine.' })
    await until(() => changesIn(stream) === 2)
    const spoken = stream.heard.replaceAll('event: here\ndata: {}\n\n', '').split('\n')
    expect(spoken.filter(line => line !== '' && !line.startsWith('retry: '))).toEqual([
      ...['event: ready', 'data: {}'],
      ...Array.from({ length: 2 }, () => 'data: {"kind":"changed"}'),
    ])
  })

  test('ends when the link is closed', async () => {
    const { ticketId, token, cookie } = await linkedTicket(world)
    const stream = await listen(token, cookie)
    await world.as('dana').links.revoke({ ticketId })
    await until(() => stream.hasEnded)
    expect((await world.fetch(`/api/live/follow/${token}`, { headers: { cookie } })).status).toBe(409)
  })

  test('ends when the phone number becomes another', async () => {
    const { ticketId, token, cookie } = await linkedTicket(world)
    const stream = await listen(token, cookie)
    await world.as('dana').tickets.changeDetails({ ticketId, customerDetails: { phone: '(574) 555-7777' } })
    await until(() => stream.hasEnded)
  })

  test('tells the desk of what the customer wrote', async () => {
    const { ticketId, token, client } = await linkedTicket(world)
    const stop = new AbortController()
    open.push(stop)
    const answer = await world.fetch('/api/live', { as: 'walt', signal: stop.signal })
    const reader = (answer.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader()
    let heard = (await reader.read()).value ?? ''
    await client.follow.say({ token, text: 'When can I come?' })
    while (!heard.includes(`"id":"${ticketId}"`)) heard += (await reader.read()).value ?? ''
    expect(heard).not.toContain('When can I come')
  })
})
