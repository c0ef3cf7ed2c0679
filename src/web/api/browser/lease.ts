// Leadership of one tab where Web Locks are missing, as over plain http: a lease that its holder renews. Knows nothing
// of the browser: `tab-lock.ts` connects it.

/** How long a tab that was killed stays the leader. */
export const LEASE_MS = 15_000
export const RENEWAL_INTERVAL_MS = 5000

/** `expiresAt` in milliseconds since 1970, by this device's clock. */
type Lease = { readonly holder: string; readonly expiresAt: number }
export type Leases = Readonly<Record<string, Lease>>

export type LeaseStore = {
  /** Changes the leases of all tabs in one step, and returns them; rejects if this browser stores nothing. */
  update(change: (leases: Leases) => Leases): Promise<Leases>
}

/** What tabs tell each other. */
export type LeaseMessage = { readonly type: 'taken' | 'released'; readonly holder: string }

export type LeaseChannel = {
  post(message: LeaseMessage): void
  subscribe(listener: (message: LeaseMessage) => void): void
  close(): void
}

export type LeaseOptions = {
  readonly name: string
  /** This attempt; no two have the same. */
  readonly holder: string
  readonly store: LeaseStore
  readonly channel: LeaseChannel
  readonly now: () => number
  /** Stops waiting, or the task. */
  readonly signal: AbortSignal
  /** Also from a holder that still renews it. */
  readonly isStolen?: boolean
  /** Otherwise it is given up if another tab has it. */
  readonly waits: boolean
}

/** One that ends later than any lease can was written before the clock was set back. */
const isCurrent = (lease: Lease | undefined, now: number): lease is Lease =>
  lease !== undefined && lease.expiresAt > now && lease.expiresAt <= now + LEASE_MS

const withoutExpired = (leases: Leases, now: number): Leases =>
  Object.fromEntries(Object.entries(leases).filter(([, lease]) => isCurrent(lease, now)))

/** Resolves after so many milliseconds, or when `signal` aborts. */
function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise(resolve => {
    const wake = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', wake)
      resolve()
    }
    const timer = setTimeout(wake, milliseconds)
    signal.addEventListener('abort', wake)
  })
}

/**
 * Runs `task` while this tab has the lease `name`; its signal aborts when another tab has taken it, when it could not be
 * renewed, or with `signal`. Resolves to whether it ran, once it has ended. In a browser that stores nothing every tab
 * runs it.
 */
export async function runWithLease(
  { name, holder, store, channel, now, signal, isStolen = false, waits }: LeaseOptions,
  task: (ended: AbortSignal) => Promise<void>,
): Promise<boolean> {
  const leading = new AbortController()
  const end = (): void => leading.abort()
  signal.addEventListener('abort', end)
  /** Left by tabs that were closed, which had no time to delete them. */
  const released = new Set<string>()
  let wake = (): void => {}
  let hasLease = false
  channel.subscribe(message => {
    if (message.type === 'released') {
      released.add(message.holder)
      wake()
    } else if (hasLease && message.holder !== holder) end()
  })

  /** Takes or renews it if nobody else has it; returns the lease that counts. */
  const claim = async (isForced: boolean): Promise<Lease | undefined> => {
    const change = (stored: Leases): Leases => {
      const at = now()
      const lease = stored[name]
      const isOthers = isCurrent(lease, at) && lease.holder !== holder && !released.has(lease.holder)
      if (isOthers && !isForced) return stored
      return { ...withoutExpired(stored, at), [name]: { holder, expiresAt: at + LEASE_MS } }
    }
    // Some browsers never answer.
    const answered = new AbortController()
    const isLate = sleep(RENEWAL_INTERVAL_MS, answered.signal).then(() => {
      throw new Error('The browser’s storage does not answer.')
    })
    const leases = await Promise.race([store.update(change), isLate]).finally(() => {
      isLate.catch(() => {})
      answered.abort()
    })
    return leases[name]
  }

  /** Waits for the lease; false if it was given up. */
  const acquire = async (): Promise<boolean> => {
    while (!signal.aborted) {
      const lease = await claim(isStolen)
      if (lease === undefined || lease.holder === holder) return true
      if (!waits) return false
      const waiting = new AbortController()
      wake = () => waiting.abort()
      signal.addEventListener('abort', wake)
      // Released meanwhile, or to be tried once it has expired.
      if (!released.has(lease.holder))
        await sleep(Math.min(lease.expiresAt - now(), LEASE_MS), waiting.signal)
      signal.removeEventListener('abort', wake)
    }
    return false
  }

  const renew = async (): Promise<void> => {
    let expiresAt = now() + LEASE_MS
    for (;;) {
      await sleep(RENEWAL_INTERVAL_MS, leading.signal)
      if (leading.signal.aborted) return
      const lease = await claim(false).catch(() => null)
      if (lease !== null && lease?.holder !== holder) return end()
      if (lease != null) expiresAt = lease.expiresAt
      // The next attempt would come too late.
      else if (now() + RENEWAL_INTERVAL_MS >= expiresAt) return end()
    }
  }

  const release = async (): Promise<void> => {
    await store
      .update(stored => (stored[name]?.holder === holder ? withoutName(stored, name) : stored))
      .catch(() => {})
    channel.post({ type: 'released', holder })
  }

  try {
    const isAcquired = await acquire().catch(() => null)
    if (isAcquired === false || signal.aborted) {
      if (isAcquired === true) await release()
      return false
    }
    if (isAcquired === null) {
      await task(leading.signal)
      return true
    }
    hasLease = true
    channel.post({ type: 'taken', holder })
    void renew()
    try {
      await task(leading.signal)
    } finally {
      hasLease = false
      end()
      await release()
    }
    return true
  } finally {
    signal.removeEventListener('abort', end)
    channel.close()
  }
}

const withoutName = (leases: Leases, name: string): Leases =>
  Object.fromEntries(Object.entries(leases).filter(([key]) => key !== name))
