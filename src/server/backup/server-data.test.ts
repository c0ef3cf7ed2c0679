import { existsSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { readSettings } from '#server/config/settings.ts'
import { startEmbeddedDatabase } from '#server/db/embedded/embedded-database.ts'
import { createDiskStore } from '#server/files/file-store.ts'
import { lockDataDir } from '#server/lib/data-dir-lock.ts'
import {
  addEveryImage,
  backUp,
  createAppWithImages,
  dumpEverything,
  queryOne,
} from '../../../test/support/backup-fixtures.ts'
import { createTestApp, freshDatabase } from '../../../test/support/test-app.ts'
import { restore } from './restore.ts'
import {
  assertNoPartialRestore,
  createFileStore,
  openDatabaseFor,
  readStoredSecret,
  restoreIntoEmpty,
} from './server-data.ts'

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
      `${folder} holds no database. Set DATA_DIR to the server’s folder.`,
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

describe('an empty folder', () => {
  test('becomes the restored DATA_DIR, and then refuses another restore', {
    timeout: 60_000,
  }, async () => {
    const { app, files } = await createAppWithImages()
    await addEveryImage(app, await app.createTicket('rosa'))
    const { file } = await backUp(app, files)
    const settings = settingsOf()
    // The backup itself may be in the folder.
    await mkdir(join(folder, 'backups'))
    const fill = async () =>
      restoreIntoEmpty(settings, quiet, async target => {
        await restore({
          ...target,
          file,
          files: await createFileStore(settings),
          print: quiet,
          sendsWaiting: async () => true,
        })
      })
    await fill()
    assertNoPartialRestore(folder)
    expect(readStoredSecret(settings)).toBe('kept')
    await expect(fill()).rejects.toThrow(
      `${folder} is not empty: it contains postgres. A backup can be restored only into an empty folder. Set DATA_DIR to one.`,
    )

    const { connection, stop } = await startEmbeddedDatabase({ dataDir: folder, log: quiet })
    expect(await dumpEverything(connection)).toEqual(await dumpEverything(app.connection))
    const stored = await createDiskStore(join(folder, 'files'))
    for (const [key, bytes] of files.files) expect(await stored.read(key)).toEqual(bytes)
    const again = await createTestApp({ connection, files: stored })
    await again.signIn('dana@bluebonnet.example')
    await Promise.all([again.close(), app.close()])
    await stop()
  })

  test('is empty again after a failed restore', { timeout: 60_000 }, async () => {
    const failing = restoreIntoEmpty(settingsOf(), quiet, async ({ connection, secretFile }) => {
      expect(await queryOne(connection)).toEqual([{ one: 1 }])
      writeFileSync(secretFile, 'half')
      await (await createDiskStore(join(folder, 'files'))).write('a/b', new Uint8Array(3), 'image/webp')
      throw new Error('No.')
    })
    await expect(failing).rejects.toThrow('No.')
    expect(readdirSync(folder)).toEqual(['owner'])
  })

  test('left by a killed restore starts no server, and accepts the next restore', {
    timeout: 60_000,
  }, async () => {
    const server = await startEmbeddedDatabase({ dataDir: folder, log: quiet })
    for (const name of ['restore-in-progress', 'auth-secret']) writeFileSync(join(folder, name), 'half')
    expect(() => assertNoPartialRestore(folder)).toThrow(
      `A restore into ${folder} did not finish. Run it again, or choose another DATA_DIR.`,
    )
    await restoreIntoEmpty(settingsOf(), quiet, async ({ connection }) => {
      expect(existsSync(join(folder, 'auth-secret'))).toBe(false)
      expect(await queryOne(connection)).toEqual([{ one: 1 }])
    })
    assertNoPartialRestore(folder)
    await server.stop()
  })

  test.each(['postgres', 'auth-secret', 'files'])(
    'containing %s is refused, and stays unchanged',
    async name => {
      await mkdir(join(folder, name))
      writeFileSync(join(folder, name, 'mine'), 'mine')
      await expect(restoreIntoEmpty(settingsOf(), quiet, async () => {})).rejects.toThrow(
        `${folder} is not empty: it contains ${name}.`,
      )
      expect(readdirSync(join(folder, name))).toEqual(['mine'])
    },
  )

  test('with an external database contains only files', async () => {
    const { host, port, user, database } = (await freshDatabase('template0')) as Record<string, string>
    const DATABASE_URL = `postgres://${user}@/${database}?host=${encodeURIComponent(host ?? '')}&port=${port}`
    await expect(queryOne({ connectionString: DATABASE_URL })).resolves.toEqual([{ one: 1 }])
    await restoreIntoEmpty(
      settingsOf({ DATABASE_URL: DATABASE_URL.replace('@/', '@localhost/') }),
      quiet,
      async ({ secretFile }) => writeFileSync(secretFile, 'kept'),
    )
    expect(readdirSync(folder).sort()).toEqual(['auth-secret', 'owner'])
  })
})
