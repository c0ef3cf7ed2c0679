import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const versionsOf = (name: string) => ({
  name,
  'dist-tags': { latest: '4.0.0' },
  versions: { '4.0.0': { name, version: '4.0.0' } },
})

/** Runs `npm run audit` against a registry that answers every question like this; null answers none. */
async function audit(answer: { status: number; body: object } | null) {
  const registry = createServer(({ method, url = '' }, response) => {
    if (answer === null) return response.destroy()
    // Of a package that something is known against, it is asked which versions there are.
    const body = method === 'GET' ? versionsOf(decodeURIComponent(url.slice(1))) : answer.body
    response.writeHead(answer.status, { 'Content-Type': 'application/json' })
    return response.end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(registry, 'listening')
  const { port } = registry.address() as AddressInfo
  const run = spawn(process.execPath, ['scripts/audit.mjs'], {
    cwd: new URL('../..', import.meta.url),
    env: { ...process.env, npm_config_registry: `http://127.0.0.1:${port}/` },
  })
  const [said, [code]] = await Promise.all([text(run.stdout), once(run, 'close')])
  registry.close()
  return { code, said }
}

test('an unreachable registry is reported, and is not a success', async () => {
  expect(await audit(null)).toEqual({
    code: 2,
    said: 'The package registry did not answer. Try again when it can be reached.\n',
  })
  expect((await audit({ status: 404, body: { error: 'no such thing' } })).code).toBe(2)
})

test('a clean audit is reported', async () => {
  expect(await audit({ status: 200, body: {} })).toEqual({
    code: 0,
    said: 'No known high or critical vulnerabilities.\n',
  })
})

test('a serious vulnerability in production dependencies is named, and fails', async () => {
  const advisory = {
    id: 1,
    url: 'https://advisory.example/1',
    title: 'Made up',
    severity: 'high',
    vulnerable_versions: '>=0',
    cwe: [],
    cvss: { score: 8, vectorString: null },
  }
  const { code, said } = await audit({ status: 200, body: { hono: [advisory] } })
  expect(code).toBe(1)
  expect(said).toMatch(/^hono .*: high; /m)
})
