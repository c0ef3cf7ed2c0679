import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bluebonnet, june, PASSWORD } from '#server/seed/demo-accounts.ts'
import { createTestApp, type TestApp } from '../../../test/support/test-app.ts'
import { createJsonLogger, createTextLogger, serializeError } from './logger.ts'

describe('the JSON log', () => {
  const lines: string[] = []
  const log = createJsonLogger({ write: line => void lines.push(line) })
  const last = () => JSON.parse(lines.at(-1) ?? '{}')

  test('has each error on one line with message, cause and stack', () => {
    const error = Object.assign(new Error('broken', { cause: new TypeError('deeper') }), { code: '08006' })
    log.error('It went wrong.', error, { requestId: 'abc', company: 'one' })
    expect(lines.at(-1)?.trim()).not.toContain('\n')
    expect(last()).toMatchObject({
      level: 'error',
      msg: 'It went wrong.',
      requestId: 'abc',
      company: 'one',
      error: {
        type: 'Error',
        message: 'broken',
        code: '08006',
        cause: { type: 'TypeError', message: 'deeper' },
      },
    })
    expect(new Date(last().time).getTime()).toBeGreaterThan(0)
  })

  test('leaves out values that the database repeats', () => {
    const error = new pg.DatabaseError('duplicate key value', 1, 'error')
    Object.assign(error, {
      code: '23505',
      constraint: 'auth_user_email',
      detail: 'Key (email)=(june@mail.example)',
    })
    log.error('It went wrong.', error)
    expect(last().error).toMatchObject({ code: '23505', constraint: 'auth_user_email' })
    expect(lines.at(-1)).not.toContain('june@mail.example')
  })

  test('limits the depth of causes', () => {
    const [one, other] = [new Error('one'), new Error('other')]
    one.cause = other
    other.cause = one
    expect(JSON.stringify(serializeError(one)).match(/"message"/g)).toHaveLength(6)
  })
})

test('the terminal log has errors and no requests', () => {
  let heard = ''
  const log = createTextLogger(text => {
    heard += text
  })
  log.error('It went wrong.', new Error('broken'))
  log.request({
    requestId: 'abc',
    method: 'GET',
    route: 'me',
    status: 200,
    ms: 1,
    actor: 'visitor',
    company: null,
    address: '127.0.0.1',
  })
  expect(heard).toMatch(/^It went wrong\.\nError: broken\n/)
  expect(heard).not.toContain('abc')
})

describe('each request', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await createTestApp({ metricsAddress: { host: '127.0.0.1', port: 0 } })
  })
  afterAll(() => app.close())

  const seen = async (path: string, asking?: Parameters<TestApp['fetch']>[1]) => {
    const answer = await app.fetch(path, asking)
    await answer.arrayBuffer()
    const requestId = answer.headers.get('x-request-id')
    return app.requests.find(request => request.requestId === requestId)
  }

  test('is logged with user, company, route and outcome', async () => {
    const ticketId = await app.createTicket('rosa')
    expect(await seen(`/api/tickets/${ticketId}`, { as: 'rosa' })).toMatchObject({
      method: 'GET',
      route: 'tickets.get',
      status: 200,
      actor: app.ids.rosa,
      company: app.ids.dana,
      address: '127.0.0.1',
    })
    expect(await seen(`/api/tickets/${ticketId}`)).toMatchObject({
      route: 'tickets.get',
      status: 401,
      actor: 'visitor',
      company: null,
    })
    expect(await seen(`/api/tickets/${ticketId}`, { as: 'ray' })).toMatchObject({
      status: 404,
      actor: app.ids.ray,
      company: app.ids.ray,
    })
  })

  test('is logged with its path pattern if it is not in the contract', async () => {
    const ticketId = await app.createTicket('rosa')
    const path = `/api/images/tickets/${ticketId}/photos/00000000-0000-4000-8000-000000000000`
    expect((await seen(path, { as: 'rosa' }))?.route).toMatch(/^\/api\/images\/tickets\/:\w+\/photos\/:\w+$/)
    expect((await seen('/api/nowhere/at/all'))?.route).toBe('/api/*')
  })

  test('leaves nothing of its contents in the log', async () => {
    const { email } = bluebonnet
    await seen('/api/auth/sign-in/email', { method: 'POST', json: { email, password: PASSWORD } })
    await seen('/api/tickets', { method: 'POST', as: 'dana', json: { ...june, jobs: [] } })
    await seen(`/api/work-history/${june.customerRV.vin}?note=secret-in-the-address`)
    const log = JSON.stringify(app.requests)
    for (const secret of [email, PASSWORD, june.customerDetails.phone, june.customerRV.vin, 'secret-in'])
      expect(log).not.toContain(secret)
  })

  test('is counted in the metrics, with streams, connections and emails', async () => {
    await seen('/api/health')
    const answer = await fetch(app.metricsUrl ?? '')
    expect(answer.headers.get('content-type')).toContain('text/plain')
    const metrics = await answer.text()
    expect(metrics).toMatch(
      /rigwright_request_seconds_count\{method="GET",route="tickets\.get",status="200"\} [1-9]/,
    )
    expect(metrics).toMatch(/rigwright_database_connections\{state="waiting"\} 0/)
    expect(metrics).toMatch(/rigwright_emails_queued \d+/)
    expect(metrics).toMatch(/rigwright_live_streams 0/)
    expect(metrics).toContain('process_resident_memory_bytes')
  })

  test('is not counted on a public port: metrics have their own', async () => {
    expect((await app.fetch('/metrics')).status).toBe(404)
    expect((await fetch(new URL('/else', app.metricsUrl ?? ''))).status).toBe(404)
  })

  test('that is an open stream is counted until it ends', async () => {
    const controller = new AbortController()
    const streams = async () =>
      /rigwright_live_streams (\d+)/.exec(await (await fetch(app.metricsUrl ?? '')).text())?.[1]
    const stream = await app.fetch('/api/live', { as: 'dana', signal: controller.signal })
    await stream.body?.getReader().read()
    expect(await streams()).toBe('1')
    controller.abort()
    await expect.poll(streams).toBe('0')
  })
})
