// `npm run restore -- FILE`: a backup into a DATA_DIR, or a database, that holds nothing yet.

import { checkBackup, restore } from '#server/backup/restore.ts'
import { fillEmpty, openFiles } from '#server/backup/targets.ts'
import { readSettings } from '#server/config/settings.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)

try {
  const [, , file] = process.argv
  if (file === undefined) throw new Error('Name the backup: npm run restore -- FILE')
  const settings = readSettings(process.env)
  const { at, product, tables, pictures, members } = await checkBackup(file)
  say(`${file} is whole; it was made at ${at} by Rigwright ${product}`)
  const files = await openFiles(settings)
  await fillEmpty(settings, say, async target => {
    await restore({ ...target, file, files, say })
  })
  for (const { name, rows } of tables) if (rows > 0) say(`  ${name}: ${rows.toLocaleString('en-US')}`)
  say(
    `Restored ${tables.length} tables and ${pictures.toLocaleString('en-US')} picture files; npm start serves them`,
  )
  const holdsSecret = members.some(({ name }) => name === 'auth-secret')
  if (settings.authSecret !== undefined && holdsSecret)
    say(
      'AUTH_SECRET is set and comes before the secret of the backup: if it is another, everybody signs in anew.',
    )
  if (settings.authSecret === undefined && !holdsSecret)
    say('The secret is not in this backup: set AUTH_SECRET to what it was, or everybody signs in anew.')
} catch (fault) {
  process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`)
  process.exitCode = 1
}
