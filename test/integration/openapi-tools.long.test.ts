import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { june, PASSWORD } from '#server/seed/demo-accounts.ts'
import { installFolder } from '../../scripts/install.mjs'
import { root } from '../../scripts/task-runner.mjs'
import { createTestApp, type TestApp } from '../support/test-app.ts'

const tools = join(root, 'scripts', 'openapi-tools')
const run = promisify(execFile)

/** Runs a tool of the folder, in `folder`; rejects with its output. */
async function runTool(program: string, ...args: string[]): Promise<void> {
  const script = join(tools, 'node_modules', ...program.split('/'))
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  await run(process.execPath, [script, ...args], { cwd: folder, env }).catch(({ stdout, stderr }) => {
    throw new Error(`${stdout}\n${stderr}`)
  })
}

let app: TestApp
let folder: string
beforeAll(async () => {
  await installFolder(tools, 'Installing what checks the API description (once)')
  app = await createTestApp()
  folder = await mkdtemp(join(tmpdir(), 'rigwright-openapi-'))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(join(folder, 'openapi.json'), await (await app.fetch('/api/openapi.json')).text())
}, 180_000)
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

test('the OpenAPI document has nothing that Redocly warns of', { timeout: 120_000 }, () =>
  runTool('@redocly/cli/bin/cli.js', 'lint', 'openapi.json', `--config=${join(tools, 'redocly.yaml')}`),
)

/** Written by someone who has the document alone. */
const CLIENT = `
import type { components, operations, paths } from './api'

type Ticket = operations['tickets.get']['responses'][200]['content']['application/json']
type Refusal = components['schemas']['RefusedError']
type NewTicket = NonNullable<
  paths['/tickets']['post']['requestBody']
>['content']['application/json']

export async function work(url: string, email: string, password: string, ticket: NewTicket, key: string) {
  const send = async <T>(method: string, path: string, body?: object, headers: Record<string, string> = {}) => {
    const response = await fetch(url + '/api' + path, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, headers: response.headers, body: (await response.json()) as T }
  }
  type SignedIn = operations['signIn']['responses'][200]['content']['application/json']
  const signedIn = await send<SignedIn>('POST', '/auth/sign-in/email', { email, password })
  if ('twoFactorRedirect' in signedIn.body) throw new Error('This account needs a code.')
  const token = { Authorization: 'Bearer ' + signedIn.body.token }
  type Created = operations['tickets.create']['responses'][201]['content']['application/json']
  const create = () => send<Created>('POST', '/tickets', ticket, { ...token, 'Idempotency-Key': key })
  const [{ body: { ticketId } }, again] = [await create(), await create()]
  const reused = await send<Refusal>('POST', '/tickets/' + ticketId + '/finalize', undefined, {
    ...token,
    'Idempotency-Key': key,
  })
  const refused = await send<Refusal>('POST', '/tickets/' + ticketId + '/approve', undefined, token)
  const read = await send<Ticket>('GET', '/tickets/' + ticketId, undefined, token)
  return {
    isOnce: again.body.ticketId === ticketId,
    reused: [reused.status, reused.body.obstacles.map(obstacle => obstacle.code)],
    refused: [refused.status, refused.body.obstacles.map(obstacle => obstacle.code)],
    problems: read.body.jobs.map(job => job.problem),
  }
}
`

test('a client written from the types of the document compiles and works', { timeout: 120_000 }, async () => {
  await runTool('openapi-typescript/bin/cli.js', 'openapi.json', '--output=api.d.ts')
  await writeFile(join(folder, 'client.ts'), CLIENT)
  const options = ['--strict', '--noUncheckedIndexedAccess', '--target', 'es2022', '--module', 'es2022']
  const resolution = ['--moduleResolution', 'bundler']
  await runTool(
    'typescript/bin/tsc',
    ...options,
    ...resolution,
    '--lib',
    'es2022,dom',
    'client.ts',
    'api.d.ts',
  )
  const { work } = await import(pathToFileURL(join(folder, 'client.js')).href)
  const ticket = { ...june, jobs: [{ problem: 'Roof leak' }] }
  expect(await work(app.url, 'walt@bluebonnet.example', PASSWORD, ticket, randomUUID())).toEqual({
    isOnce: true,
    reused: [409, ['idempotency-key.reused']],
    refused: [409, ['ticket.not-yet']],
    problems: ['Roof leak'],
  })
})
