// What only one tab of a browser does at a time: by Web Locks, or by a lease where there are none, as over plain http.

import { createStore, type UseStore, update } from 'idb-keyval'
import { randomUuid } from '#web/api/browser/uuid.ts'
import { type LeaseChannel, type LeaseMessage, type LeaseStore, type Leases, runWithLease } from './lease.ts'

type TabLockOptions = {
  /** Stops waiting, or the task. */
  readonly signal?: AbortSignal
  /** Waits for its turn; otherwise it does not run if another tab does. */
  readonly waits?: boolean
  /** Runs even if another tab does, which seems to be suspended. */
  readonly isStolen?: boolean
}

/** Its signal aborts when another tab has taken over, and with the caller's. */
type TabTask = (ended: AbortSignal) => Promise<void>

const LEASES_KEY = 'leases'
let database: UseStore | undefined

const leaseStore: LeaseStore = {
  update: async change => {
    database ??= createStore('rigwright-tabs', 'leases')
    let changed: Leases = {}
    await update<Leases>(
      LEASES_KEY,
      (leases = {}) => {
        changed = change(leases)
        return changed
      },
      database,
    )
    return changed
  },
}

function openLeaseChannel(name: string): LeaseChannel {
  const channel = new BroadcastChannel(`rigwright lease ${name}`)
  return {
    post: message => channel.postMessage(message),
    subscribe: listener =>
      channel.addEventListener('message', ({ data }: MessageEvent<LeaseMessage>) => listener(data)),
    close: () => channel.close(),
  }
}

async function runInLease(
  name: string,
  signal: AbortSignal,
  { waits = false, isStolen = false }: TabLockOptions,
  task: TabTask,
): Promise<boolean> {
  const holder = randomUuid()
  const channel = openLeaseChannel(name)
  const base = { name, holder, store: leaseStore, channel, now: Date.now, signal }
  return runWithLease({ ...base, waits, isStolen }, async ended => {
    // A page that is being closed has no time for the store.
    const leave = (): void => channel.post({ type: 'released', holder })
    window.addEventListener('pagehide', leave)
    try {
      await task(ended)
    } finally {
      window.removeEventListener('pagehide', leave)
    }
  })
}

async function runInWebLock(
  name: string,
  signal: AbortSignal,
  { waits = false, isStolen = false }: TabLockOptions,
  task: TabTask,
): Promise<boolean> {
  const controller = new AbortController()
  const end = (): void => controller.abort()
  signal.addEventListener('abort', end)
  let hasRun = false
  const options = isStolen ? { steal: true } : waits ? { signal } : { ifAvailable: true }
  await navigator.locks
    .request(name, options, async lock => {
      if (lock === null) return
      hasRun = true
      await task(controller.signal)
    })
    // Another tab stole it, or nobody waits any longer.
    .catch(end)
  signal.removeEventListener('abort', end)
  return hasRun
}

/** Runs `task` unless another tab runs one of this name; resolves to whether it did, once it has ended. */
export function runInOneTab(name: string, options: TabLockOptions, task: TabTask): Promise<boolean> {
  const signal = options.signal ?? new AbortController().signal
  const run = navigator.locks === undefined ? runInLease : runInWebLock
  return run(name, signal, options, task)
}

/** Runs `task` whenever this tab is the one of its name, until it has ended by itself or `signal` aborts. */
export async function leadTabs(name: string, signal: AbortSignal, task: TabTask): Promise<void> {
  for (let isLost = true; isLost && !signal.aborted; ) {
    isLost = false
    await runInOneTab(name, { signal, waits: true }, async ended => {
      await task(ended)
      isLost = ended.aborted
    })
  }
}
