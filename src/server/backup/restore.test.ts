import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { openDatabase } from '#server/db/client.ts'
import { migrate } from '#server/db/migrate.ts'
import { migrations } from '#server/db/migration-files.ts'
import { pretendStore } from '#server/files/file-store.ts'
import {
  addEveryPicture,
  backUp,
  everythingIn,
  newFile,
  restoreAnew,
  type Store,
  thingsIn,
  worldWithPictures,
} from '../../../test/support/backup-fixtures.ts'
import { freshDatabase } from '../../../test/support/test-app.ts'
import { MANIFEST, type Member, membersOf, pictureOf, tarOf } from './archive-entries.ts'
import { readSealed, writeSealed } from './checksummed-file.ts'
import { KeepingFailed } from './errors.ts'
import { checkBackup } from './restore.ts'

let backup: string
let files: Store
beforeAll(async () => {
  const house = await worldWithPictures()
  files = house.files
  await addEveryPicture(house.world, await house.world.ticket('rosa'))
  backup = (await backUp(house.world, files)).file
  await house.world.close()
})

/** The same backup with some members changed, sealed as if it were a true one. */
async function forged(change: (member: Member) => Member | null): Promise<string> {
  const file = newFile()
  const members: Member[] = []
  for await (const member of membersOf(readSealed(backup))) members.push(member)
  const changed = async function* () {
    for (const member of members) {
      const next = change(member)
      if (next !== null) yield next
    }
  }
  await writeSealed(file, tarOf(changed(), new Date(0)), { leaveFreeBytes: 0 })
  return file
}

const inManifest = (change: (manifest: Record<string, unknown>) => object) =>
  forged(member => {
    if (member.name !== MANIFEST) return member
    const said = JSON.parse(member.bytes.toString()) as Record<string, unknown>
    return { name: MANIFEST, bytes: Buffer.from(JSON.stringify({ ...said, ...change(said) })) }
  })

/** Restores, expects the sentence, and that nothing came of it. */
async function expectRefused(file: string, sentence: RegExp | KeepingFailed, options = {}) {
  const connection = await freshDatabase('template0')
  const secretFile = newFile('secret')
  const into = pretendStore()
  const empty = await thingsIn(connection)
  await expect(restoreAnew(file, { connection, secretFile, files: into, ...options })).rejects.toThrow(
    sentence,
  )
  expect(await thingsIn(connection)).toBe(empty)
  expect(into.files.size).toBe(0)
  expect(existsSync(secretFile)).toBe(false)
}

describe('a file is refused before anything is written', () => {
  test('when a byte in its middle was changed', async () => {
    const file = newFile()
    const bytes = await readFile(backup)
    const middle = Math.floor(bytes.length / 2)
    bytes[middle] = (bytes[middle] ?? 0) ^ 1
    await writeFile(file, bytes)
    await expectRefused(file, /is damaged: it is not what its checksum says\.$/)
  })

  test('when it is cut off', async () => {
    const file = newFile()
    const bytes = await readFile(backup)
    await writeFile(file, bytes.subarray(0, bytes.length - 1000))
    await expectRefused(file, /is no whole backup: its end is missing\.$/)
  })

  test('when somebody changed a row and sealed it anew', async () => {
    const file = await forged(({ name, bytes }) => ({
      name,
      bytes: name.startsWith('tables/company/')
        ? Buffer.from(bytes.toString().replace('Bluebonnet', 'Marigold'))
        : bytes,
    }))
    await expectRefused(file, /is damaged: it does not hold what its list says\.$/)
  })

  test.each(['tables/employee', 'pictures/companies', 'auth-secret'])('when %s was taken out', async start =>
    expectRefused(
      await forged(member => (member.name.startsWith(start) ? null : member)),
      /is damaged: it does not hold what its list says\.$/,
    ),
  )

  test('when it is of a newer Rigwright', async () => {
    const ahead = await inManifest(({ migrations }) => ({
      product: '9.0.0',
      migrations: [...(migrations as string[]), '999-tomorrow'],
    }))
    await expectRefused(
      ahead,
      /was made by a newer Rigwright \(9\.0\.0, with the migration 999-tomorrow\); restore it with that one\.$/,
    )
    const otherForm = await inManifest(() => ({ format: 2, product: '9.0.0' }))
    await expectRefused(otherForm, /was made by a newer Rigwright \(9\.0\.0\); restore it with that one\.$/)
  })

  test('when it is something else', async () => {
    const file = newFile()
    await writeFile(file, 'x'.repeat(5000))
    await expectRefused(file, /is no whole backup/)
    const other = newFile()
    await writeSealed(
      other,
      (async function* () {
        yield Buffer.alloc(10_000, 'x')
      })(),
      { leaveFreeBytes: 0 },
    )
    await expectRefused(other, /is no backup of Rigwright\.$/)
    await expectRefused(await forged(member => (member.name === MANIFEST ? null : member)), /is no backup/)
  })

  test('when the database is filled, which stays as it is', async () => {
    const connection = await freshDatabase()
    const before = await everythingIn(connection)
    await expect(restoreAnew(backup, { connection })).rejects.toThrow(
      'The database is not empty. A backup is restored only into an empty one.',
    )
    expect(await everythingIn(connection)).toEqual(before)
  })

  test('when the file store holds another picture under one of the names, which stays', async () => {
    const into = pretendStore()
    const [, key = ''] = [...files.files.keys()]
    await into.write(key, Buffer.from('mine'), 'image/webp')
    const connection = await freshDatabase('template0')
    await expect(restoreAnew(backup, { connection, files: into })).rejects.toThrow(
      `The file store has another picture under ${key}.`,
    )
    expect([...into.files]).toEqual([[key, new Uint8Array(Buffer.from('mine'))]])
  })
})

describe('a restore that fails leaves the target as empty as it was', () => {
  test('when the file store breaks in the middle', async () => {
    const into = pretendStore()
    let count = 0
    const breaking = {
      ...into,
      write: async (...args: Parameters<typeof into.write>) => {
        count += 1
        if (count > 3) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
        await into.write(...args)
      },
    }
    await expectRefused(backup, /^The disk of The file store is full/, { files: breaking })
    expect({ count, left: into.files.size }).toEqual({ count: 4, left: 0 })
  })

  test('when the secret cannot be written, and when a row is not what it was', async () => {
    await expectRefused(backup, /cannot be used \(ENOENT\)/, { secretFile: `/nowhere/${randomUUID()}` })
    const wrong = await inManifest(({ tables }) => ({
      tables: (tables as { name: string }[]).map(table =>
        table.name === 'company' ? { ...table, sha256: 'x' } : table,
      ),
    }))
    await expectRefused(wrong, new KeepingFailed('The table company did not come out as it went in.'))
  })

  test('when its tables come in another order than it says', async () => {
    const wrong = await inManifest(({ tables }) => ({
      tables: (tables as { name: string }[]).toReversed(),
    }))
    await expectRefused(wrong, /^The table \w+ did not come out as it went in\.$/)
  })
})

describe('what is restored', () => {
  test('has the secret for its owner alone', async () => {
    const { secretFile } = await restoreAnew(backup)
    expect(await readFile(secretFile, 'utf8')).toBe('kept')
    if (process.platform !== 'win32') expect((await stat(secretFile)).mode & 0o777).toBe(0o600)
  })

  test('finds the pictures that a bucket kept, and adds those that it lost', async () => {
    const into = pretendStore()
    for (const [key, bytes] of [...files.files].slice(2)) await into.write(key, bytes, 'image/webp')
    await restoreAnew(backup, { files: into })
    expect(Object.fromEntries(into.files)).toEqual(Object.fromEntries(files.files))
  })

  test('is migrated to where it was and no further, and the next start goes on from there', async () => {
    const next = [...migrations, { name: '998-next', text: 'create table tomorrow (day date)' }]
    const { connection } = await restoreAnew(backup, { known: next })
    const was = await everythingIn(connection)
    expect(was.migration).toEqual(migrations.map(({ name }) => name))
    expect(Object.keys(was)).not.toContain('tomorrow')
    const { database, close } = openDatabase(connection, () => {})
    await migrate(database, { steps: next })
    await close()
    const is = await everythingIn(connection)
    expect(is).toEqual({ ...was, tomorrow: [], migration: [...(was.migration ?? []), '998-next'] })
  })

  test('has its walls, rights and rows like a database that was never away', async () => {
    const { connection } = await restoreAnew(backup)
    const { connection: admin } = inject('postgres')
    expect(await thingsIn(connection)).toBe(await thingsIn({ ...admin, database: 'the_cast' }))
    expect((await checkBackup(backup)).tables.length).toBeGreaterThan(20)
  })
})

test.each([
  ['pictures/company_images/a/b-small.webp', 'company_images/a/b-small.webp'],
  ['pictures/../auth-secret', null],
  ['pictures/a/../../b', null],
  ['pictures//etc/passwd', null],
  ['pictures/', null],
  ['/pictures/a', null],
  ['tables/company/000001.copy', null],
])('the member %s is the picture %s: no path leads out of the folder', (name, key) =>
  expect(pictureOf(name)).toBe(key),
)
