import { request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PROCEDURES } from '#contract/index.ts'
import { buildOpenApiDocument } from '#server/http/openapi/openapi-document.ts'
import { parseBlocks } from '#server/lib/client-ip.ts'
import { createTestApp, RPC_HEADERS, type TestApp } from '../../../test/support/test-app.ts'
import { createWebFolder } from '../../../test/support/web-folder.ts'

// Every route of the server goes through every step: procedures over both protocols, uploads, streams, documents,
// sign-in and pages.

const CLIENT = '203.0.113.7'

let app: TestApp
beforeAll(async () => {
  const webFolder = await createWebFolder(
    '<!doctype html><title>Rigwright</title><div id="root"></div></body>',
  )
  app = await createTestApp({ webFolder, trustedProxies: parseBlocks('127.0.0.1') ?? [] })
})
afterAll(() => app.close())

type Route = { readonly method: string; readonly path: string }

/** A path with something in place of its parameters. */
const filled = (path: string): string => path.replace(/\{(\w+)\}/g, '100000')

async function allRoutes(): Promise<readonly Route[]> {
  const { paths = {} } = (await buildOpenApiDocument()) as { paths?: Record<string, object> }
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => ({ method: method.toUpperCase(), path: `/api${filled(path)}` })),
  )
  const rpc = Object.keys(PROCEDURES).map(name => ({
    method: 'POST',
    path: `/rpc/${name.replace('.', '/')}`,
  }))
  const others = ['/api/nothing', '/rpc/nothing', '/', '/dashboard']
  return [...documented, ...rpc, ...others.map(path => ({ method: 'GET', path }))]
}

type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
}

/** The start of the response: a stream's end never comes. */
function ask({ method, path }: Route, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(app.url)
    const sent = { 'x-forwarded-for': CLIENT, ...RPC_HEADERS, ...headers }
    const outgoing = request({ hostname, port, method, path, headers: sent }, response => {
      resolve({ status: response.statusCode ?? 0, headers: response.headers })
      response.destroy()
    })
    outgoing.once('error', reject)
    outgoing.end()
  })
}

const nameOf = ({ method, path }: Route): string => `${method} ${path}`

describe('every route', () => {
  let routes: readonly Route[]
  beforeAll(async () => {
    routes = await allRoutes()
    expect(routes.length).toBeGreaterThan(250)
  })

  test('has the id, the headers and one line in the log, with the client’s address', async () => {
    for (const route of routes) {
      const before = app.requests.length
      const { status, headers } = await ask(route)
      expect(status, nameOf(route)).toBeLessThan(500)
      expect(headers, nameOf(route)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("default-src 'self'"),
        'cache-control': expect.any(String),
      })
      expect(app.requests.slice(before), nameOf(route)).toMatchObject([
        { requestId: headers['x-request-id'], address: CLIENT, method: route.method, status },
      ])
    }
    expect(app.loggedErrors).toEqual([])
  })

  test('refuses what another site sends with this browser’s session', async () => {
    for (const route of routes.filter(({ method }) => method !== 'GET')) {
      const { status } = await ask(route, { origin: 'https://evil.example' })
      expect(status, nameOf(route)).toBe(403)
    }
  })

  test('refuses methods that nothing has', async () => {
    for (const { path } of routes.filter(route => /^\/(api|rpc)\//.test(route.path))) {
      const { status, headers } = await ask({ method: 'TRACE', path })
      expect([status, headers.allow !== undefined], path).toEqual([405, true])
    }
  })

  test('takes no body over a megabyte, after permissions are checked', async () => {
    const json = { json: 'x'.repeat(1_000_001) }
    for (const route of routes.filter(({ path }) => path.startsWith('/rpc/') && path !== '/rpc/nothing')) {
      const { status } = await app.fetch(route.path, { as: 'dana', method: 'POST', json })
      expect([401, 403, 413], nameOf(route)).toContain(status)
    }
  })
})

test('a health check over HTTP/1.0, which names no host, is answered', async () => {
  const { hostname, port } = new URL(app.url)
  const socket = connect(Number(port), hostname)
  socket.write('GET /api/health HTTP/1.0\r\n\r\n')
  let answer = ''
  for await (const piece of socket) answer += piece
  expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n.*\{"ok":true,/s)
})
