import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import pg from 'pg'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { createDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { migrations } from '#server/db/migration-files.ts'
import { createFakeFileStore } from '#server/files/file-store.ts'
import {
  addEveryImage,
  backUp,
  countObjects,
  createAppWithImages,
  dumpEverything,
  newBackupFile,
  restoreIntoNewDatabase,
  type Store,
} from '../../../test/support/backup-fixtures.ts'
import { createLinkedTicket } from '../../../test/support/customer-fixtures.ts'
import { createTestApp, freshDatabase } from '../../../test/support/test-app.ts'
import { type ArchiveEntry, createTar, imageKeyOfEntry, MANIFEST, readTar } from './archive.ts'
import { BackupError } from './backup-errors.ts'
import { readChecksummed, writeChecksummed } from './checksummed-file.ts'
import { verifyBackup } from './restore.ts'

let backup: string
let files: Store
beforeAll(async () => {
  const { app, files: images } = await createAppWithImages()
  files = images
  await addEveryImage(app, await app.createTicket('rosa'))
  backup = (await backUp(app, files)).file
  await app.close()
})

/** The same backup with changed entries and a valid checksum. */
async function forgeBackup(change: (member: ArchiveEntry) => ArchiveEntry | null): Promise<string> {
  const file = newBackupFile()
  const members: ArchiveEntry[] = []
  for await (const member of readTar(readChecksummed(backup))) members.push(member)
  const changed = async function* () {
    for (const member of members) {
      const next = change(member)
      if (next !== null) yield next
    }
  }
  await writeChecksummed(file, createTar(changed(), new Date(0)), { minFreeBytes: 0 })
  return file
}

const inManifest = (change: (manifest: Record<string, unknown>) => object) =>
  forgeBackup(member => {
    if (member.name !== MANIFEST) return member
    const manifest = JSON.parse(member.bytes.toString()) as Record<string, unknown>
    return { name: MANIFEST, bytes: Buffer.from(JSON.stringify({ ...manifest, ...change(manifest) })) }
  })

/** Restores, expects the message, and that nothing was restored. */
async function expectRefused(file: string, sentence: RegExp | BackupError, options = {}) {
  const connection = await freshDatabase('template0')
  const secretFile = newBackupFile('secret')
  const into = createFakeFileStore()
  const empty = await countObjects(connection)
  await expect(
    restoreIntoNewDatabase(file, { connection, secretFile, files: into, ...options }),
  ).rejects.toThrow(sentence)
  expect(await countObjects(connection)).toBe(empty)
  expect(into.files.size).toBe(0)
  expect(existsSync(secretFile)).toBe(false)
}

describe('a backup is refused before anything is written', () => {
  test('with a changed byte', async () => {
    const file = newBackupFile()
    const bytes = await readFile(backup)
    const middle = Math.floor(bytes.length / 2)
    bytes[middle] = (bytes[middle] ?? 0) ^ 1
    await writeFile(file, bytes)
    await expectRefused(file, /is damaged: its checksum does not match\.$/)
  })

  test('when truncated', async () => {
    const file = newBackupFile()
    const bytes = await readFile(backup)
    await writeFile(file, bytes.subarray(0, bytes.length - 1000))
    await expectRefused(file, /is incomplete \(truncated\)\.$/)
  })

  test('with a changed row and a new checksum', async () => {
    const file = await forgeBackup(({ name, bytes }) => ({
      name,
      bytes: name.startsWith('tables/company/')
        ? Buffer.from(bytes.toString().replace('Bluebonnet', 'Marigold'))
        : bytes,
    }))
    await expectRefused(file, /is damaged: its contents do not match its list\.$/)
  })

  test.each(['tables/employee', 'images/companies', 'auth-secret'])('with %s removed', async start =>
    expectRefused(
      await forgeBackup(member => (member.name.startsWith(start) ? null : member)),
      /is damaged: its contents do not match its list\.$/,
    ),
  )

  test('of a newer Rigwright', async () => {
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

  test.each([
    [['001-house', '037-corrected-claims']],
    [['001-roles', '002-accounts']],
    [['001-roles-and-extensions', '002-accounts']],
    [['001-extensions-and-roles', '002-accounts']],
  ])('from before these migrations, with %j', async migrations => {
    const old = await inManifest(() => ({ product: '0.0.9', migrations }))
    await expectRefused(
      old,
      /was made by an earlier Rigwright \(0\.0\.9\), which this version cannot upgrade; restore it with that one\.$/,
    )
  })

  test('when it is another kind of file', async () => {
    const file = newBackupFile()
    await writeFile(file, 'x'.repeat(5000))
    await expectRefused(file, /is incomplete \(truncated\)/)
    const other = newBackupFile()
    await writeChecksummed(
      other,
      (async function* () {
        yield Buffer.alloc(10_000, 'x')
      })(),
      { minFreeBytes: 0 },
    )
    await expectRefused(other, /is not a Rigwright backup\.$/)
    await expectRefused(
      await forgeBackup(member => (member.name === MANIFEST ? null : member)),
      /is not a Rigwright backup/,
    )
  })

  test('when the database is not empty, which stays unchanged', async () => {
    const connection = await freshDatabase()
    const before = await dumpEverything(connection)
    await expect(restoreIntoNewDatabase(backup, { connection })).rejects.toThrow(
      'The database is not empty. A backup is restored only into an empty one.',
    )
    expect(await dumpEverything(connection)).toEqual(before)
  })

  test('when the file store has a different image under one of the names, which stays', async () => {
    const into = createFakeFileStore()
    const [, key = ''] = [...files.files.keys()]
    await into.write(key, Buffer.from('mine'), 'image/webp')
    const connection = await freshDatabase('template0')
    await expect(restoreIntoNewDatabase(backup, { connection, files: into })).rejects.toThrow(
      `The file store already has a different image at ${key}.`,
    )
    expect([...into.files]).toEqual([[key, new Uint8Array(Buffer.from('mine'))]])
  })
})

describe('a failed restore leaves the target empty', () => {
  test('when the file store fails', async () => {
    const into = createFakeFileStore()
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

  test('when the secret is not writable, and when a row differs', async () => {
    await expectRefused(backup, /cannot be used \(ENOENT\)/, { secretFile: `/nowhere/${randomUUID()}` })
    const wrong = await inManifest(({ tables }) => ({
      tables: (tables as { name: string }[]).map(table =>
        table.name === 'company' ? { ...table, sha256: 'x' } : table,
      ),
    }))
    await expectRefused(wrong, new BackupError('The restored table company does not match the backup.'))
  })

  test('when its tables are in another order than its manifest says', async () => {
    const wrong = await inManifest(({ tables }) => ({
      tables: (tables as { name: string }[]).toReversed(),
    }))
    await expectRefused(wrong, /^The restored table \w+ does not match the backup\.$/)
  })
})

describe('emails and notifications that waited when the backup was made', () => {
  let file: string
  beforeAll(async () => {
    // A mail server that does not answer.
    const refused = () => Promise.reject(new Error('Connection refused.'))
    const mailTransport = { send: refused, canDeliver: true, close: () => {} }
    const app = await createTestApp({ mailTransport })
    await app.fetch('/api/auth/request-password-reset', {
      method: 'POST',
      json: { email: 'dana@bluebonnet.example' },
    })
    // To the owner, and to the customer if they do not read it.
    const { ticketId, token, client } = await createLinkedTicket(app)
    await client.customerView.post({ token, text: 'When can I come?' })
    await app.as('dana').messages.post({ ticketId, text: 'Tomorrow.' })
    file = (await backUp(app, createFakeFileStore())).file
    await app.close()
  })

  const rowsIn = async (connection: pg.ClientConfig, query: string) => {
    const client = new pg.Client({ ...connection, user: inject('postgres').connection.user })
    await client.connect()
    const { rows } = await client.query(query)
    await client.end()
    return rows
  }
  const emailsIn = (connection: pg.ClientConfig) =>
    rowsIn(
      connection,
      "select next_attempt_at is not null as waits, text <> '' as readable, last_error from email_outbox",
    )
  const dueIn = (connection: pg.ClientConfig) =>
    rowsIn(
      connection,
      `select (select count(*) from owner_notice)::int as notices, count(email_due_at)::int as messages
       from ticket_message`,
    )

  test('are sent if the operator says so', async () => {
    const counts: number[] = []
    const sendsWaiting = async (count: number) => counts.push(count) > 0
    const { connection } = await restoreIntoNewDatabase(file, { sendsWaiting })
    expect(counts).toEqual([3])
    expect(await emailsIn(connection)).toMatchObject([{ waits: true, readable: true }])
    expect(await dueIn(connection)).toEqual([{ notices: 1, messages: 1 }])
  })

  test('are given up otherwise', async () => {
    const { connection } = await restoreIntoNewDatabase(file, { sendsWaiting: async () => false })
    expect(await emailsIn(connection)).toEqual([
      { waits: false, readable: false, last_error: 'Not sent: it waited when a backup was made.' },
    ])
    expect(await dueIn(connection)).toEqual([{ notices: 0, messages: 0 }])
  })

  test('are not asked about where there are none', async () => {
    let isAsked = false
    const sendsWaiting = async () => {
      isAsked = true
      return true
    }
    await restoreIntoNewDatabase(backup, { sendsWaiting })
    expect(isAsked).toBe(false)
  })
})

describe('a restored server', () => {
  test('has the secret, readable only by its owner', async () => {
    const { secretFile } = await restoreIntoNewDatabase(backup)
    expect(await readFile(secretFile, 'utf8')).toBe('kept')
    if (process.platform !== 'win32') expect((await stat(secretFile)).mode & 0o777).toBe(0o600)
  })

  test('finds the images still in a bucket, and adds the missing ones', async () => {
    const into = createFakeFileStore()
    for (const [key, bytes] of [...files.files].slice(2)) await into.write(key, bytes, 'image/webp')
    await restoreIntoNewDatabase(backup, { files: into })
    expect(Object.fromEntries(into.files)).toEqual(Object.fromEntries(files.files))
  })

  test('has the migration of the backup, and the next start applies newer ones', async () => {
    const next = [...migrations, { name: '998-next', text: 'create table tomorrow (day date)' }]
    const { connection } = await restoreIntoNewDatabase(backup, { knownMigrations: next })
    const was = await dumpEverything(connection)
    expect(was.migration).toEqual(migrations.map(({ name }) => name))
    expect(Object.keys(was)).not.toContain('tomorrow')
    const { database, close } = createDatabase(connection, () => {})
    await migrate(database, { steps: next })
    await close()
    const is = await dumpEverything(connection)
    expect(is).toEqual({ ...was, tomorrow: [], migration: [...(was.migration ?? []), '998-next'] })
  })

  test('has its row-level security, rights and rows', async () => {
    const { connection } = await restoreIntoNewDatabase(backup)
    const { connection: admin } = inject('postgres')
    expect(await countObjects(connection)).toBe(await countObjects({ ...admin, database: 'the_cast' }))
    expect((await verifyBackup(backup)).tables.length).toBeGreaterThan(20)
  })
})

test.each([
  ['images/company_images/a/b-small.webp', 'company_images/a/b-small.webp'],
  ['images/../auth-secret', null],
  ['images/a/../../b', null],
  ['images//etc/passwd', null],
  ['images/', null],
  ['/images/a', null],
  ['tables/company/000001.copy', null],
])('the member %s is the image %s: no path leaves the folder', (name, key) =>
  expect(imageKeyOfEntry(name)).toBe(key),
)
