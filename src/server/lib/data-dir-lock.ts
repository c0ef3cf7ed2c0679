import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readFileSync,
  realpathSync,
  statSync,
  writeSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

// Two servers must not share a DATA_DIR. The lock is held by the kernel for this process and released however it
// ends: nothing stale remains, and a reused pid blocks no one. The pid in the file is only for the message.

type DataDirLock = { release: () => Promise<void> }

/** The message is a complete sentence for the operator. */
class DataDirLockedError extends Error {
  override name = 'DataDirLockedError'
}

/** How long a server being killed may take to release the lock. */
const LOCK_TIMEOUT_MS = 400

type Release = () => void
type LockAttempt = Release | 'taken'

export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  const file = createOwnerFile(dataDir)
  const giveUpAt = performance.now() + LOCK_TIMEOUT_MS
  for (;;) {
    const attempt = await tryToLock(file)
    if (attempt !== 'taken') return releaseOnce(attempt)
    if (performance.now() > giveUpAt) {
      const pid = readFileSync(file, 'utf8').trim()
      throw new DataDirLockedError(
        `${dataDir} is in use by another running Rigwright${pid && ` (process ${pid})`}: stop that one first, or set DATA_DIR to a folder of its own.`,
      )
    }
    await sleep(50)
  }
}

function releaseOnce(release: Release): DataDirLock {
  let isHeld = true
  return {
    release: async () => {
      if (isHeld) release()
      isHeld = false
    },
  }
}

function createOwnerFile(dataDir: string): string {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const file = join(realpathSync(dataDir), 'owner')
    closeSync(openSync(file, 'a', 0o600))
    return file
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? String(error)
    throw new DataDirLockedError(
      `The data folder ${dataDir} is not writable (${reason}). Fix that, or set DATA_DIR to another folder.`,
    )
  }
}

function tryToLock(file: string): Promise<LockAttempt> | LockAttempt {
  if (process.platform === 'linux') return lockWithFlock(file)
  if (process.platform === 'win32')
    return lockWithSocketName(`\\\\.\\pipe\\rigwright-${identityOf(file)}`, file)
  return lockWhileOpening(file)
}

/** macOS and the BSDs lock in open(2) itself; Node has no names for these two flags. */
function lockWhileOpening(file: string): LockAttempt {
  const O_RDWR = 0x2
  const O_NONBLOCK = 0x4
  const O_EXLOCK = 0x20
  try {
    return writeOwnerPid(openSync(file, O_RDWR | O_NONBLOCK | O_EXLOCK))
  } catch (error) {
    if (['EAGAIN', 'EWOULDBLOCK'].includes((error as NodeJS.ErrnoException).code ?? '')) return 'taken'
    throw error
  }
}

/**
 * Node has no flock(2), but the lock belongs to the open file, which we share with a short-lived `flock` command: it
 * locks and exits, we keep the file open. This also works between containers that share the folder.
 */
async function lockWithFlock(file: string): Promise<LockAttempt> {
  const fd = openSync(file, 'r+')
  const child = spawn('flock', ['-x', '-n', '3'], { stdio: ['ignore', 'ignore', 'ignore', fd] })
  const code = await new Promise<number | null>(resolve => {
    child.once('error', () => resolve(null))
    child.once('exit', resolve)
  })
  if (code === 0) return writeOwnerPid(fd)
  closeSync(fd)
  return code === 1 ? 'taken' : lockWithSocketName(`\0rigwright-${identityOf(file)}`, file)
}

/** Fallback: a name that only one process can listen on (a pipe, or a Linux abstract socket). */
async function lockWithSocketName(name: string, file: string): Promise<LockAttempt> {
  const server = createServer().unref()
  server.listen(name)
  try {
    await once(server, 'listening')
  } catch {
    return 'taken'
  }
  const release = writeOwnerPid(openSync(file, 'r+'))
  return () => {
    release()
    server.close()
  }
}

/** Identifies the folder itself rather than one of its paths. */
function identityOf(file: string): string {
  const { dev, ino } = statSync(file)
  return createHash('sha256').update(`${dev}:${ino}`).digest('hex').slice(0, 24)
}

function writeOwnerPid(fd: number): Release {
  ftruncateSync(fd)
  writeSync(fd, `${process.pid}\n`, 0)
  return () => {
    ftruncateSync(fd)
    closeSync(fd)
  }
}
