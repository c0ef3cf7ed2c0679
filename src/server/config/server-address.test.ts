import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readServerAddress, writeServerAddress } from './server-address.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'rigwright-address-'))
afterAll(() => rmSync(dataDir, { recursive: true }))

test('a link that a command prints leads to the running server, whatever port the command’s settings say', () => {
  const settings = { dataDir, host: '127.0.0.1', port: 3000, baseUrl: undefined }
  expect(readServerAddress(settings)).toBe('http://127.0.0.1:3000')
  writeServerAddress(dataDir, 'http://127.0.0.1:4100')
  expect(readServerAddress(settings)).toBe('http://127.0.0.1:4100')
  const baseUrl = 'https://rigwright.example'
  expect(readServerAddress({ ...settings, baseUrl })).toBe(baseUrl)
})
