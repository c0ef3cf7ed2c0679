import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { loadAuthSecret } from './auth-secret.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rigwright-secret-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('the secret is created once, long, and the same at every start', async () => {
  const secret = await loadAuthSecret(folder)
  expect(secret.length).toBeGreaterThanOrEqual(43)
  expect(await loadAuthSecret(folder)).toBe(secret)
  expect(readdirSync(folder)).toEqual(['auth-secret'])
})

test.skipIf(process.platform === 'win32')('only its owner may read it', async () => {
  await loadAuthSecret(join(folder, 'data'))
  expect(statSync(join(folder, 'data', 'auth-secret')).mode & 0o777).toBe(0o600)
})

test('two servers have two secrets', async () => {
  expect(await loadAuthSecret(join(folder, 'a'))).not.toBe(await loadAuthSecret(join(folder, 'b')))
})

test('AUTH_SECRET is used, and nothing is written', async () => {
  expect(await loadAuthSecret(folder, 'what the operator chose, 32 signs')).toBe(
    'what the operator chose, 32 signs',
  )
  expect(readdirSync(folder)).toEqual([])
})
