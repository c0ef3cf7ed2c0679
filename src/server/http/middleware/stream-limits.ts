// How many live streams one person and one address may hold open on this server: each is a socket, and
// whoever opens them without end would leave none for others.

import { tooMany } from '#server/rpc/errors.ts'

/** Tabs of one browser share a stream; this is a person with many devices, and a large shop. */
export const MOST_STREAMS = { account: 24, address: 400 }
/** A load test opens a thousand from one machine. */
export const NO_LIMIT: typeof MOST_STREAMS = { account: Infinity, address: Infinity }

const WAIT_SECONDS = 30

export type Seats = {
  /** Answers with how to leave. Throws TOO_MANY when there is no room. */
  readonly take: (who: { readonly account: string | null; readonly address: string }) => () => void
}

export function openSeats(most = MOST_STREAMS): Seats {
  const taken = new Map<string, number>()
  const change = (key: string, by: number): void => {
    const now = (taken.get(key) ?? 0) + by
    if (now === 0) taken.delete(key)
    else taken.set(key, now)
  }
  return {
    take: ({ account, address }) => {
      const wanted = [{ key: `address ${address}`, most: most.address }]
      if (account !== null) wanted.push({ key: `account ${account}`, most: most.account })
      if (wanted.some(({ key, most }) => (taken.get(key) ?? 0) >= most)) throw tooMany(WAIT_SECONDS)
      for (const { key } of wanted) change(key, 1)
      let isSeated = true
      return () => {
        if (isSeated) for (const { key } of wanted) change(key, -1)
        isSeated = false
      }
    },
  }
}
