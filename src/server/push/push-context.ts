/** What code that queues push messages needs. */
export type PushContext = {
  /** The VAPID key for subscribing. */
  readonly publicKey: string
  /** Whether messages may be sent to this address. */
  readonly accepts: (endpoint: string) => boolean
  /** Wakes the push worker. */
  readonly wake: () => void
}
