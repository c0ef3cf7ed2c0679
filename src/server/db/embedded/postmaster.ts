import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Binaries, postgresEnvironment, run } from './binaries.ts'

type Postmaster = { pid: number; status: string; opts: string }

/** The contents of postmaster.pid and postmaster.opts; null without them. */
export function readPostmaster(cluster: string): Postmaster | null {
  try {
    // Line 1 is the pid, line 8 the status ("starting", "ready", "stopping", "standby").
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const opts = readFileSync(join(cluster, 'postmaster.opts'), 'utf8').trim()
    return { pid: Number(lines[0]), status: lines[7]?.trim() ?? 'starting', opts }
  } catch {
    return null
  }
}

export function isProcessAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** In a container whose first process does not reap children, a dead process stays listed. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false
  try {
    // The state follows the name, which is in parentheses and may contain any character.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) === 'Z'
  } catch {
    return false
  }
}

/** Whether this process belongs to this cluster, and is not an unrelated one with a reused pid. */
function isOfCluster(pid: number, cluster: string): boolean {
  try {
    // Every process of a cluster has the cluster's folder as its working directory.
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === cluster
    if (process.platform === 'win32') return true
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(cluster)
  } catch {
    return false
  }
}

/** The postmaster that an earlier server left running in this cluster. */
export function findRunningPostmaster(cluster: string): Postmaster | null {
  const found = readPostmaster(cluster)
  return found && isProcessAlive(found.pid) && isOfCluster(found.pid, cluster) ? found : null
}

const RESPONSE_TIMEOUT_MS = 3000

/** Whether a postmaster accepts connections: it answers the protocol's SSLRequest with one byte. */
export function acceptsConnections(path: string): Promise<boolean> {
  return new Promise(resolve => {
    const socket = createConnection(path)
    const finish = (isAccepting: boolean) => {
      socket.destroy()
      resolve(isAccepting)
    }
    socket.setTimeout(RESPONSE_TIMEOUT_MS, () => finish(false))
    socket.once('connect', () => socket.write(Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])))
    socket.once('data', () => finish(true))
    socket.once('error', () => finish(false))
    socket.once('close', () => finish(false))
  })
}

/** Fast shutdown: ends sessions and writes everything. Escalates after a timeout. */
export async function stopPostmaster(pid: number, cluster: string, binaries: Binaries): Promise<void> {
  if (process.platform === 'win32') {
    // On Windows signals kill a process; pg_ctl has another way.
    await run(binaries.pg_ctl, ['stop', '-D', cluster, '-m', 'fast', '-w'], { env: postgresEnvironment() })
    return
  }
  const steps = [
    ['SIGINT', 30_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 5_000],
  ] as const
  for (const [signal, timeoutMs] of steps) {
    if (!isProcessAlive(pid)) return
    process.kill(pid, signal)
    const deadline = performance.now() + timeoutMs
    while (isProcessAlive(pid) && performance.now() < deadline) await sleep(10)
  }
}

/**
 * A killed postmaster's children remain for a moment, and a new one refuses to start beside them. Those that stay
 * longer are killed: crash recovery does not need them. On other systems than Linux the start is retried until they
 * are gone.
 */
export async function stopOrphans(cluster: string): Promise<void> {
  if (process.platform !== 'linux') return
  const orphans = () =>
    readdirSync('/proc').filter(name => /^\d+$/.test(name) && isOfCluster(Number(name), cluster))
  const steps = [
    [null, 1000],
    ['SIGQUIT', 2000],
    ['SIGKILL', 2000],
  ] as const
  for (const [signal, timeoutMs] of steps) {
    const deadline = performance.now() + timeoutMs
    let lingering = orphans()
    if (signal) for (const pid of lingering) signalProcess(Number(pid), signal)
    while (lingering.length > 0 && performance.now() < deadline) {
      await sleep(10)
      lingering = orphans()
    }
    if (lingering.length === 0) return
  }
}

function signalProcess(pid: number, signal: 'SIGQUIT' | 'SIGKILL') {
  try {
    process.kill(pid, signal)
  } catch {
    // It has exited.
  }
}

/**
 * A postmaster.pid with a reused pid would keep PostgreSQL from starting. Deleting the file would also lose the
 * shared memory key by which it detects remaining children; so only the pid is replaced by ours, because PostgreSQL
 * ignores its own parent.
 */
export function replaceStalePid(cluster: string): void {
  const stale = readPostmaster(cluster)
  if (!stale || !isProcessAlive(stale.pid)) return
  const file = join(cluster, 'postmaster.pid')
  const [, ...rest] = readFileSync(file, 'utf8').split('\n')
  writeFileSync(file, [process.pid, ...rest].join('\n'))
}
