import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Binaries, postgresEnvironment, run } from './binaries.ts'

type Postmaster = { pid: number; status: string; opts: string }

/** What postmaster.pid and postmaster.opts say of the last start; null when no start left them. */
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

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Where the first process of a container does not take leave of the dead, one that was taken over stays listed. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false
  try {
    // The state follows the name, which stands in brackets and may hold any character.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) === 'Z'
  } catch {
    return false
  }
}

/** Whether this process is a PostgreSQL of this cluster, and not one that got a dead postmaster's number. */
function isOfCluster(pid: number, cluster: string): boolean {
  try {
    // Every process of a cluster works in the cluster's folder.
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === cluster
    if (process.platform === 'win32') return true
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(cluster)
  } catch {
    return false
  }
}

/** The postmaster that an earlier server left running in this cluster. */
export function findRunning(cluster: string): Postmaster | null {
  const found = readPostmaster(cluster)
  return found && isAlive(found.pid) && isOfCluster(found.pid, cluster) ? found : null
}

/** Asks on the socket whether a postmaster accepts: it answers the protocol's SSLRequest with one byte. */
export function acceptsConnections(path: string, timeoutMs = 3000): Promise<boolean> {
  return new Promise(resolve => {
    const socket = createConnection(path)
    const finish = (isAccepting: boolean) => {
      socket.destroy()
      resolve(isAccepting)
    }
    socket.setTimeout(timeoutMs, () => finish(false))
    socket.once('connect', () => socket.write(Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])))
    socket.once('data', () => finish(true))
    socket.once('error', () => finish(false))
    socket.once('close', () => finish(false))
  })
}

/** A fast shutdown: sessions are ended, everything is written. Escalates when it takes too long. */
export async function stopPostmaster(pid: number, cluster: string, binaries: Binaries): Promise<void> {
  if (process.platform === 'win32') {
    // Signals there end a process without asking; pg_ctl has a way of its own.
    await run(binaries.pg_ctl, ['stop', '-D', cluster, '-m', 'fast', '-w'], { env: postgresEnvironment() })
    return
  }
  const steps = [
    ['SIGINT', 30_000],
    ['SIGQUIT', 10_000],
    ['SIGKILL', 5_000],
  ] as const
  for (const [signal, timeoutMs] of steps) {
    if (!isAlive(pid)) return
    process.kill(pid, signal)
    const deadline = performance.now() + timeoutMs
    while (isAlive(pid) && performance.now() < deadline) await sleep(10)
  }
}

/**
 * After a postmaster was killed its children linger for a moment, and a new one refuses to start beside them. Those
 * that stay longer are ended: the crash recovery that follows does not need them. Elsewhere than on Linux the start
 * is tried again until they are gone.
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
    // It ended by itself.
  }
}

/**
 * A postmaster.pid whose process is gone, but whose number another program has got by now, would keep PostgreSQL from
 * starting. Deleting the file would also lose the key of the shared memory by which it notices lingering children; so
 * only the number is made ours: PostgreSQL overlooks its own parent.
 */
export function clearStalePid(cluster: string): void {
  const stale = readPostmaster(cluster)
  if (!stale || !isAlive(stale.pid)) return
  const file = join(cluster, 'postmaster.pid')
  const [, ...rest] = readFileSync(file, 'utf8').split('\n')
  writeFileSync(file, [process.pid, ...rest].join('\n'))
}
