// The memory of a process tree: shared pages are divided among processes.

import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

type Process = { readonly pid: number; readonly parent: number; readonly rssKiB: number }

const processes = (): Process[] =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid=,rss='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map(line => line.trim().split(/\s+/).map(Number))
    .map(([pid = 0, parent = 0, rssKiB = 0]) => ({ pid, parent, rssKiB }))

function pssKiB(pid: number): number | null {
  try {
    const [, kib] = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? []
    return Number(kib ?? 0)
  } catch {
    return null
  }
}

/** RSS where PSS is unavailable: it counts shared pages several times. */
export const MEASURE = process.platform === 'linux' ? 'PSS' : 'RSS'

/** This process and all its descendants. */
function treeOf(root: number): Process[] {
  const all = processes()
  const tree = new Set([root])
  for (let before = 0; before !== tree.size; ) {
    before = tree.size
    for (const { pid, parent } of all) if (tree.has(parent)) tree.add(pid)
  }
  return all.filter(({ pid }) => tree.has(pid))
}

/** MiB of these processes. */
export function memoryOfThese(own: readonly Process[]): number {
  const kib = own.map(({ pid, rssKiB }) => (MEASURE === 'PSS' ? (pssKiB(pid) ?? 0) : rssKiB))
  return kib.reduce((sum, one) => sum + one, 0) / 1024
}

/** MiB of this process and all its descendants. */
export const memoryOf = (root: number): number => memoryOfThese(treeOf(root))

/** The process itself, and its descendants: the server, and its database. */
export function splitProcesses(root: number): { readonly alone: Process[]; readonly below: Process[] } {
  const tree = treeOf(root)
  return { alone: tree.filter(({ pid }) => pid === root), below: tree.filter(({ pid }) => pid !== root) }
}

const TICKS_A_SECOND = 100

/** CPU seconds of a process so far, and of its children that ended; zero if it ended itself. */
function cpuTimesOf(pid: number): { readonly user: number; readonly own: number; readonly ended: number } {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [, , , , , , , , , , , user = 0, system = 0, endedUser = 0, endedSystem = 0] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [own, ended] = [user + system, endedUser + endedSystem]
    return { user: user / TICKS_A_SECOND, own: own / TICKS_A_SECOND, ended: ended / TICKS_A_SECOND }
  } catch {
    return { user: 0, own: 0, ended: 0 }
  }
}

/** CPU seconds of a process so far, without those of the kernel. */
export const userTimeOf = (pid: number): number => cpuTimesOf(pid).user

/** CPU seconds used so far; processes that ended count zero. */
export const cpuOf = (own: readonly Process[]): number =>
  own.reduce((sum, { pid }) => sum + cpuTimesOf(pid).own, 0)

/** CPU seconds used so far by this process and its children, also those that ended. */
export const cpuOfTree = (root: number): number => cpuTimesOf(root).ended + cpuOf(treeOf(root))
