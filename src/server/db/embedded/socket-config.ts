import { createHash, randomBytes } from 'node:crypto'
import { existsSync, lstatSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseUnavailableError } from '#server/db/database-unavailable-error.ts'

// Where PostgreSQL listens. A unix socket is protected by its folder, which only the owner may enter, so no password
// is needed. On Windows it is loopback with a password.

export type SocketConfig = {
  host: string
  port: number
  password: string | null
  /** The socket's path; null on Windows. */
  path: string | null
  folder: string
  settings: string[]
}

const SOCKET_PORT = 5432 // for a socket, only part of its name

/** sun_path of sockaddr_un, without the terminating zero. */
const MAX_SOCKET_PATH = process.platform === 'linux' ? 107 : 103

export async function createSocketConfig(dataDir: string, cluster: string): Promise<SocketConfig> {
  const folder = socketFolder(dataDir)
  createPrivateFolder(folder, cluster)
  if (process.platform === 'win32') {
    const port = await freePort()
    return {
      host: '127.0.0.1',
      port,
      password: loadDatabasePassword(dataDir),
      path: null,
      folder,
      settings: ['listen_addresses=127.0.0.1', `port=${port}`],
    }
  }
  return {
    host: folder,
    port: SOCKET_PORT,
    password: null,
    path: socketPath(folder),
    folder,
    settings: [
      'listen_addresses=',
      `port=${SOCKET_PORT}`,
      // The setting is a list: quotes keep a comma or space in the path from splitting it.
      `unix_socket_directories="${folder.replaceAll('"', '""')}"`,
      'unix_socket_permissions=0700',
    ],
  }
}

const socketPath = (folder: string) => join(folder, `.s.PGSQL.${SOCKET_PORT}`)

function socketFolder(dataDir: string): string {
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
  const short = `rigwright-${process.getuid?.() ?? 0}-${name}`
  const beside = join(dataDir, 'run')
  const fits = (folder: string) => Buffer.byteLength(socketPath(folder)) <= MAX_SOCKET_PATH
  if (process.platform === 'win32' || fits(beside)) return beside
  return fits(join(tmpdir(), short)) ? join(tmpdir(), short) : join('/tmp', short)
}

/** In a temp folder another user may have created that name first. */
function createPrivateFolder(folder: string, cluster: string): void {
  const stats = lstatSync(folder, { throwIfNoEntry: false })
  if (stats && process.getuid) {
    const clusterOwner = existsSync(cluster) ? statSync(cluster).uid : process.getuid()
    const isOwned = stats.uid === process.getuid() || stats.uid === clusterOwner
    if (stats.isDirectory() && isOwned && (stats.mode & 0o077) === 0) return
    try {
      rmSync(folder, { recursive: true })
    } catch {
      throw new DatabaseUnavailableError(`${folder}, where its socket should be, belongs to another user`)
    }
  }
  mkdirSync(folder, { mode: 0o700, recursive: process.platform === 'win32' })
}

function loadDatabasePassword(dataDir: string): string {
  const file = join(dataDir, 'postgres-password')
  if (!existsSync(file))
    writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600, flag: 'wx' })
  return readFileSync(file, 'utf8')
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
