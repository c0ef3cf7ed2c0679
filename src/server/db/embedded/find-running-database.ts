// Connects to the embedded PostgreSQL of a running server.

import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { EmbeddedDatabase } from './embedded-database.ts'
import { DATABASE, SESSION_OPTIONS, USER } from './initdb.ts'
import { findRunningPostmaster } from './postmaster.ts'

/** The connection to the PostgreSQL running in DATA_DIR/postgres; null if there is none. */
export function findRunningDatabase(dataDir: string): EmbeddedDatabase['connection'] | null {
  try {
    const folder = realpathSync(dataDir)
    const cluster = join(folder, 'postgres')
    if (findRunningPostmaster(cluster)?.status !== 'ready') return null
    // Line 4 is the port, line 5 the socket's folder, empty without one.
    const [, , , port, socket] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const server = { port: Number(port), user: USER, database: DATABASE, options: SESSION_OPTIONS }
    if (process.platform !== 'win32') return { host: socket ?? '', ...server }
    const password = readFileSync(join(folder, 'postgres-password'), 'utf8')
    return { host: '127.0.0.1', ...server, password }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
