// `npm run restore -- FILE`: restores a backup into an empty DATA_DIR or database.

import { restore, verifyBackup } from '#server/backup/restore.ts'
import { createFileStore, restoreIntoEmpty } from '#server/backup/server-data.ts'
import { readSettings } from '#server/config/settings.ts'

const print = (line: string): void => void process.stdout.write(`${line}\n`)

try {
  const [, , file] = process.argv
  if (file === undefined) throw new Error('Name the backup: npm run restore -- FILE')
  const settings = readSettings(process.env)
  const { at, product, tables, images, members } = await verifyBackup(file)
  print(`${file} is complete; created at ${at} by Rigwright ${product}`)
  const files = await createFileStore(settings)
  await restoreIntoEmpty(settings, print, async target => {
    await restore({ ...target, file, files, print })
  })
  for (const { name, rows } of tables) if (rows > 0) print(`  ${name}: ${rows.toLocaleString('en-US')}`)
  print(
    `Restored ${tables.length} tables and ${images.toLocaleString('en-US')} image files; run npm start to serve them`,
  )
  const holdsSecret = members.some(({ name }) => name === 'auth-secret')
  if (settings.authSecret !== undefined && holdsSecret)
    print(
      'AUTH_SECRET is set and replaces the secret in the backup: if they differ, everyone has to log in again.',
    )
  if (settings.authSecret === undefined && !holdsSecret)
    print(
      'The secret is not in this backup: set AUTH_SECRET to the old value, or everyone has to log in again.',
    )
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
