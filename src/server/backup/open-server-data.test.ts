import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readSettings } from '#server/config/settings.ts'
import { startEmbeddedDatabase } from '#server/db/embedded/embedded-database.ts'
import { lockDataDir } from '#server/lib/data-dir-lock.ts'
import { queryOne } from '../../../test/support/backup-fixtures.ts'
import { openDatabaseFor, readStoredSecret } from './open-server-data.ts'

const quiet = () => {}

let folder: string
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'rigwright-place-')))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const settingsOf = (more: Record<string, string> = {}) => readSettings({ DATA_DIR: folder, ...more })

describe('the database for a backup', () => {
  test("is the running server's, or is started if none runs", {
    timeout: 60_000,
  }, async () => {
    await expect(openDatabaseFor(settingsOf(), quiet)).rejects.toThrow(
      `There is nothing to back up: ${folder} holds no database.`,
    )
    const claim = await lockDataDir(folder)
    const server = await startEmbeddedDatabase({ dataDir: folder, log: quiet })
    const beside = await openDatabaseFor(settingsOf(), quiet)
    expect(await queryOne(beside.connection)).toEqual([{ one: 1 }])
    await beside.close()
    expect(await queryOne(server.connection)).toEqual([{ one: 1 }])
    await server.stop()
    await claim.release()

    const own = await openDatabaseFor(settingsOf(), quiet)
    expect(await queryOne(own.connection)).toEqual([{ one: 1 }])
    await expect(lockDataDir(folder)).rejects.toThrow('is in use by another running Rigwright')
    await own.close()
    await expect(queryOne(own.connection)).rejects.toThrow(/ENOENT/)
    await (await lockDataDir(folder)).release()
  })

  test('is the one in DATABASE_URL if set', async () => {
    const DATABASE_URL = 'postgres://me@db.example/rigwright'
    expect((await openDatabaseFor(settingsOf({ DATABASE_URL }), quiet)).connection).toEqual({
      connectionString: DATABASE_URL,
    })
  })
})

test('the secret is included if it is in DATA_DIR', () => {
  expect(readStoredSecret(settingsOf())).toBeNull()
  writeFileSync(join(folder, 'auth-secret'), 'kept here')
  expect(readStoredSecret(settingsOf())).toBe('kept here')
  expect(readStoredSecret(settingsOf({ AUTH_SECRET: 'x'.repeat(32) }))).toBeNull()
})
