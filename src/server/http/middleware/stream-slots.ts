// Limits on open live streams per account and per address on this server: each is a socket.

import { tooMany } from '#server/lib/api-errors.ts'
import { NETWORKS_PER_SITE, networkOf, siteOf } from '#server/lib/client-ip.ts'

/** Tabs of one browser share a stream; these allow many devices and a large shop. */
export const MAX_STREAMS = { account: 24, address: 400 }
/** A load test opens a thousand from one machine. */
export const NO_LIMIT: typeof MAX_STREAMS = { account: Infinity, address: Infinity }

const RETRY_AFTER_SECONDS = 30

type StreamSlots = {
  /** Returns how to release it. Throws TOO_MANY over the limit. */
  readonly acquire: (holder: { readonly account: string | null; readonly address: string }) => () => void
}

export function createStreamSlots(max = MAX_STREAMS): StreamSlots {
  const inUse = new Map<string, number>()
  const change = (key: string, by: number): void => {
    const count = (inUse.get(key) ?? 0) + by
    if (count === 0) inUse.delete(key)
    else inUse.set(key, count)
  }
  return {
    acquire: ({ account, address }) => {
      const network = networkOf(address)
      const site = siteOf(network)
      const limits = [{ key: `address ${network}`, max: max.address }]
      if (site !== network) limits.push({ key: `address ${site}`, max: max.address * NETWORKS_PER_SITE })
      if (account !== null) limits.push({ key: `account ${account}`, max: max.account })
      if (limits.some(({ key, max }) => (inUse.get(key) ?? 0) >= max)) throw tooMany(RETRY_AFTER_SECONDS)
      for (const { key } of limits) change(key, 1)
      let isAcquired = true
      return () => {
        if (isAcquired) for (const { key } of limits) change(key, -1)
        isAcquired = false
      }
    },
  }
}
