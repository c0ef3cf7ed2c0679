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

/** Runs `npm run audit` against a registry with this response; null for no response. */
async function audit(answer: { status: number; body: object } | null) {
  const registry = createServer(({ method, url = '' }, response) => {
    if (answer === null) return response.destroy()
    // For a vulnerable package, its versions are requested.
    const body = method === 'GET' ? versionsOf(decodeURIComponent(url.slice(1))) : answer.body
    response.writeHead(answer.status, { 'Content-Type': 'application/json' })
    return response.end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  await once(registry, 'listening')
  const { port } = registry.address() as AddressInfo
  const run = spawn(process.execPath, ['scripts/npm-audit.mjs'], {
    cwd: new URL('../..', import.meta.url),
    env: { ...process.env, npm_config_registry: `http://127.0.0.1:${port}/` },
  })
  const [output, [code]] = await Promise.all([text(run.stdout), once(run, 'close')])
  registry.close()
  return { code, output }
}

test('an unreachable registry is reported, and is not a success', async () => {
  expect(await audit(null)).toEqual({
    code: 2,
    output: 'The package registry did not answer. Try again when it can be reached.\n',
  })
  expect((await audit({ status: 404, body: { error: 'no such thing' } })).code).toBe(2)
})

test('a clean audit is reported', async () => {
  expect(await audit({ status: 200, body: {} })).toEqual({
    code: 0,
    output: 'No known high or critical vulnerabilities.\n',
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
  const { code, output } = await audit({ status: 200, body: { hono: [advisory] } })
  expect(code).toBe(1)
  expect(output).toMatch(/^hono .*: high; /m)
})
