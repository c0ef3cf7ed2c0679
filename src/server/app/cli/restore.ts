// `npm run restore -- FILE`: restores a backup into an empty DATA_DIR or database.

import { parseArgs } from 'node:util'
import { restore, verifyBackup } from '#server/backup/restore.ts'
import { createFileStore, restoreIntoEmpty } from '#server/backup/server-data.ts'
import { readSettings } from '#server/config/settings.ts'
import { print, printError } from '#server/lib/terminal.ts'
import { ask } from './ask.ts'

const USAGE = `Usage: npm run restore -- FILE [--waiting-mails send|drop]

Restores a backup into an empty DATA_DIR or database.

  --waiting-mails   what becomes of emails and notifications that waited when the backup was made; without it you are
                    asked, and where nobody can answer they are dropped
  --help            this text`

const SEND = 'send'
const CHOICES = [SEND, 'drop']

/** What was chosen on the command line, or else the answer of the person at the terminal. */
async function sendsWaiting(choice: string | undefined, count: number): Promise<boolean> {
  const waited = `${count.toLocaleString('en-US')} emails and notifications were waiting when the backup was made.`
  if (choice === undefined && process.stdin.isTTY) {
    const answer = await ask(`${waited}\nThey may have been sent since. Send them? [y/N] `)
    return /^y(es)?$/i.test(answer.trim())
  }
  print(`${waited} ${choice === SEND ? 'They will be sent.' : 'They will not be sent.'}`)
  return choice === SEND
}

async function run(): Promise<void> {
  const { values, positionals } = parseArgs({
    options: { help: { type: 'boolean' }, 'waiting-mails': { type: 'string' } },
    allowPositionals: true,
  })
  if (values.help) return print(USAGE)
  const [file, ...others] = positionals
  const choice = values['waiting-mails']
  if (file === undefined || others.length > 0 || (choice !== undefined && !CHOICES.includes(choice)))
    throw new Error(USAGE)
  const settings = readSettings(process.env)
  const { at, product, tables, images, members } = await verifyBackup(file)
  print(`${file} is complete; created at ${at} by Rigwright ${product}`)
  const files = await createFileStore(settings)
  await restoreIntoEmpty(settings, print, async target => {
    await restore({ ...target, file, files, print, sendsWaiting: count => sendsWaiting(choice, count) })
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
}

await run().catch(error => {
  printError(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})
