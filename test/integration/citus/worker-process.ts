// A worker of the cluster as a process of this machine: killed, suspended and started again. Its data folder must be
// readable here, and this user must be allowed to signal it.

import { execFileSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { type Machine, withClient } from '../../support/citus-databases.ts'

export type WorkerProcess = {
  readonly kill: () => void
  /** Stops it and all its processes where they are: it no longer answers, and no connection breaks. */
  readonly suspend: () => void
  readonly resume: () => void
  /** Starts it after it was killed; it recovers by itself. */
  readonly start: () => void
}

export async function workerProcess(connection: pg.ClientConfig, machine: Machine): Promise<WorkerProcess> {
  const { folder, programs, commit } = await withClient({ ...connection, ...machine }, async client => {
    const { rows } = await client.query<{ folder: string; programs: string; commit: string }>(`
      select current_setting('data_directory') as folder, current_setting('synchronous_commit') as commit,
             (select setting from pg_config where name = 'BINDIR') as programs`)
    if (rows[0] === undefined) throw new Error('The worker does not say where its data is.')
    return rows[0]
  })
  if (commit !== 'on')
    throw new Error('A worker that is killed keeps its commits only with synchronous_commit on.')
  const postmaster = (): number => Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])
  const signalAll = (signal: NodeJS.Signals): void => {
    const main = postmaster()
    const children = execFileSync('ps', ['--ppid', String(main), '-o', 'pid='], { encoding: 'utf8' })
    for (const pid of [main, ...children.trim().split(/\s+/).map(Number)]) process.kill(pid, signal)
  }
  return {
    kill: () => void process.kill(postmaster(), 'SIGKILL'),
    suspend: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
    start: () => {
      const { uid, gid } = statSync(folder)
      const owner = process.getuid?.() === 0 ? { uid, gid } : {}
      const words = ['-D', folder, '-w', '-l', join(folder, 'restart.log'), 'start']
      execFileSync(join(programs, 'pg_ctl'), words, {
        ...owner,
        cwd: folder,
        // Else it would look for its certificates in this user's home.
        env: { ...process.env, HOME: folder },
        stdio: 'ignore',
      })
    },
  }
}
