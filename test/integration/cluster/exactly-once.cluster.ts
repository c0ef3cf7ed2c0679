// What must hold across servers: sessions, limits, keys, emails and background work.

import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { bluebonnet, june, rosa, walt } from '#server/seed/demo-accounts.ts'
import { signIn } from '../chaos/retrying-client.ts'
import { type Cluster, startCluster } from './cluster.ts'

const at = (urls: readonly string[], index: number): string => urls[index % urls.length] ?? ''

const post = (url: string, path: string, sent: object, headers: Record<string, string> = {}) =>
  fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(sent),
  })

describe('three servers', () => {
  /** The Message-ID of each email that the mail server accepted. */
  const taken: string[] = []
  const mail = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, _, done) => {
      text(stream).then(email => {
        taken.push(/^Message-ID: (\S+)/im.exec(email)?.[1] ?? 'none')
        done()
      }, done)
    },
  })
  let cluster: Cluster
  beforeAll(async () => {
    await new Promise<void>(resolve => mail.listen(0, '127.0.0.1', () => resolve()))
    const { port } = mail.server.address() as AddressInfo
    cluster = await startCluster({ RATE_LIMITS: 'on', SMTP_URL: `smtp://127.0.0.1:${port}` }, false)
  })
  afterAll(async () => {
    await cluster?.close()
    await new Promise<void>(resolve => mail.close(() => resolve()))
  })
  const { owner, rosa: rosaId } = inject('postgres').filled.bluebonnet

  test('started at once activate each plan of the day once', async () => {
    const { servers, client } = cluster
    const [first] = servers
    await first?.start()
    const cookie = await signIn(first?.url ?? '', bluebonnet.email)
    const tickets: number[] = []
    for (let made = 0; made < 12; made += 1) {
      const answer = await post(first?.url ?? '', '/api/tickets', { ...june, jobs: [] }, { cookie })
      tickets.push(((await answer.json()) as { ticketId: number }).ticketId)
    }
    await first?.end('SIGTERM')
    const today = `(now() AT TIME ZONE '${bluebonnet.timeZone}')::date`
    await client.query(
      `INSERT INTO planned_assignment (company_id, ticket_id, date, uuid, planned_at)
        SELECT $1, ticket_id, ${today}, $2, now() FROM unnest($3::int[]) AS ticket_id`,
      [owner.id, rosaId, tickets],
    )
    // The first server has run this job a moment ago.
    await client.query('UPDATE background_job SET next_run_at = now()')
    await Promise.all(servers.map(server => server.start()))
    const actions = async () => {
      const { rows } = await client.query<{ id: string; count: string }>(
        "SELECT id, count(*) FROM change_log WHERE verb = 'ticket.assign-planned' GROUP BY id",
      )
      return rows.map(({ id, count }) => [Number(id), Number(count)]).toSorted()
    }
    const once = tickets.map(ticketId => [ticketId, 1]).toSorted()
    await expect.poll(actions, { timeout: 30_000 }).toEqual(once)
    const { rows } = await client.query('SELECT count(*)::int FROM planned_assignment')
    expect(rows[0].count).toBe(0)
  })

  test('send each queued email once, sharing the work', async () => {
    const ids = Array.from({ length: 90 }, () => randomUUID())
    await cluster.client.query(
      `INSERT INTO email_outbox (email_id, recipient, subject, text, message_id, at, attempts, next_attempt_at)
        SELECT id, 'june@mail.example', 'Your trailer', 'It is ready.', '<' || id || '@test.example>', now(), 0, now()
        FROM unnest($1::uuid[]) AS id`,
      [ids],
    )
    await expect.poll(() => taken.length, { timeout: 30_000 }).toBeGreaterThanOrEqual(ids.length)
    const waiting = async () =>
      (await cluster.client.query('SELECT count(*)::int FROM email_outbox WHERE next_attempt_at IS NOT NULL'))
        .rows[0].count
    await expect.poll(waiting, { timeout: 30_000 }).toBe(0)
    expect(taken.toSorted()).toEqual(ids.map(id => `<${id}@test.example>`).toSorted())
  })

  test('share a session, and none accepts it once it was ended on another', async () => {
    const { urls } = cluster
    const cookie = await signIn(at(urls, 0), walt.email)
    const meAt = async (index: number) =>
      (await fetch(`${at(urls, index)}/api/me`, { headers: { cookie } })).json()
    for (const index of [0, 1, 2]) expect(await meAt(index)).toMatchObject({ kind: 'employee' })
    const origin = at(urls, 1)
    expect((await post(origin, '/api/auth/sign-out', {}, { cookie, origin })).status).toBe(200)
    for (const index of [0, 1, 2]) expect(await meAt(index)).toMatchObject({ kind: 'visitor' })
  })

  test('share rate limits: the eleventh wrong password is refused on any', async () => {
    const { urls } = cluster
    const tryAt = async (index: number) => {
      const wrong = { email: rosa.email, password: 'not the right one at all' }
      return (await post(at(urls, index), '/api/auth/sign-in/email', wrong)).status
    }
    const statuses: number[] = []
    for (let tried = 0; tried < 10; tried += 1) statuses.push(await tryAt(tried))
    expect(statuses).toEqual(statuses.map(() => 401))
    for (const index of [0, 1, 2]) expect(await tryAt(index)).toBe(429)
  })

  test('return the same response when a command is repeated on the others', async () => {
    const { urls } = cluster
    const cookie = await signIn(at(urls, 0), bluebonnet.email)
    const headers = { cookie, 'idempotency-key': randomUUID() }
    const order = { ...june, jobs: [{ problem: 'Step will not fold' }] }
    const answers = await Promise.all(
      [0, 1, 2, 0, 1].map(async index =>
        (await post(at(urls, index), '/api/tickets', order, headers)).json(),
      ),
    )
    expect(new Set(answers.map(answer => JSON.stringify(answer))).size).toBe(1)
    const { rows } = await cluster.client.query(
      "SELECT count(*)::int FROM job WHERE problem = 'Step will not fold'",
    )
    expect(rows[0].count).toBe(1)
  })
})
