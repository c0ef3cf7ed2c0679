// Reaching the embedded PostgreSQL beside the server that started it.

import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import type { EmbeddedDatabase } from './embedded.ts'
import { DATABASE, USER } from './initdb.ts'
import { findRunning } from './postmaster.ts'

/** How to reach the PostgreSQL that works in DATA_DIR/postgres right now; null when none does. */
export function findRunningDatabase(dataDir: string): EmbeddedDatabase['connection'] | null {
  try {
    const folder = realpathSync(dataDir)
    const cluster = join(folder, 'postgres')
    if (findRunning(cluster)?.status !== 'ready') return null
    // Line 4 is the port, line 5 the folder of the socket, which is empty where there is none.
    const [, , , port, socket] = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const server = { port: Number(port), user: USER, database: DATABASE }
    if (process.platform !== 'win32') return { host: socket ?? '', ...server }
    const password = readFileSync(join(folder, 'postgres-password'), 'utf8')
    return { host: '127.0.0.1', ...server, password }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
