import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { DatabaseUnavailableError } from '#server/db/database-unavailable-error.ts'
import { type Binaries, errorReasonIn, type ProcessResult, postgresEnvironment, run } from './binaries.ts'
import { changeOwner, type ProcessIdentity } from './unprivileged-user.ts'

export const USER = 'rigwright'
export const DATABASE = 'rigwright'
/** The details of an error contain values of its rows. The server's own start keeps them: they name its reason. */
export const SESSION_OPTIONS = '-c log_error_verbosity=terse'

const TEMPORARY_PREFIX = 'postgres.new-'

/**
 * Creates the cluster on first start. It is created in a temporary folder and renamed when complete, so after a crash
 * DATA_DIR/postgres is complete or absent.
 */
export async function initCluster(
  cluster: string,
  binaries: Binaries,
  runAs: ProcessIdentity,
  password: string | null,
): Promise<'made' | 'present'> {
  const dataDir = dirname(cluster)
  for (const name of readdirSync(dataDir)) {
    // An orphaned initdb may still be writing there; then the next start deletes it.
    if (name.startsWith(TEMPORARY_PREFIX)) await removeLeftovers(join(dataDir, name))
  }
  if (isComplete(cluster)) {
    changeOwner(cluster, runAs.owner)
    return 'present'
  }
  if (existsSync(cluster)) renameSync(cluster, join(dataDir, `postgres.unfinished-${Date.now()}`))

  const unfinished = join(dataDir, `${TEMPORARY_PREFIX}${randomBytes(4).toString('hex')}`)
  mkdirSync(unfinished, { mode: 0o700 })
  changeOwner(unfinished, runAs.owner)
  const passwordFile = join(dataDir, `${TEMPORARY_PREFIX}password`)
  try {
    if (password !== null) writeFileSync(passwordFile, password, { mode: 0o600 })
    await runOrThrow('initdb', runAs, binaries.initdb, [
      '-D',
      unfinished,
      `--username=${USER}`,
      '--encoding=UTF8',
      '--no-instructions',
      // The builtin locale provider does not depend on the system and sorts the same on every machine.
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      ...(password === null ? ['--auth=trust'] : ['--auth=scram-sha-256', `--pwfile=${passwordFile}`]),
    ])
    const create = `CREATE DATABASE ${DATABASE}\n`
    await runOrThrow('postgres', runAs, binaries.postgres, ['--single', '-D', unfinished, 'postgres'], create)
    renameSync(unfinished, cluster)
    await syncFolder(dataDir)
    return 'made'
  } finally {
    rmSync(passwordFile, { force: true })
    await removeLeftovers(unfinished)
  }
}

/** A folder with user databases is a cluster even when damaged: PostgreSQL then reports the damage. */
function isComplete(cluster: string): boolean {
  if (!existsSync(cluster)) return false
  readdirSync(cluster) // throws without permission: unreadable must not be taken for absent
  if (existsSync(join(cluster, 'global', 'pg_control'))) return true
  const base = join(cluster, 'base')
  // 1, 4 and 5 are created by initdb.
  return existsSync(base) && readdirSync(base).some(oid => Number(oid) > 5)
}

async function runOrThrow(
  description: string,
  runAs: ProcessIdentity,
  file: string,
  args: string[],
  input?: string,
): Promise<void> {
  const wrapped = runAs.wrap(file, args)
  const result: ProcessResult = await run(wrapped.file, wrapped.args, {
    ...wrapped.ids,
    env: postgresEnvironment(),
    ...(input === undefined ? {} : { input }),
  })
  const failed = result.code !== 0 || /\b(FATAL|PANIC|ERROR):/.test(result.output)
  if (failed)
    throw new DatabaseUnavailableError(`${description} failed with "${errorReasonIn(result.output)}"`)
}

async function removeLeftovers(folder: string): Promise<void> {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // In use; the next start tries again.
  }
}

async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return // folders cannot be opened there
  const handle = await open(folder)
  await handle.sync()
  await handle.close()
}
