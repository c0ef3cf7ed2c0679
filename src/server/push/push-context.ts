/** What those who write push messages know of how they are sent. */
export type PushContext = {
  /** What a browser is given when it asks its service for an address. */
  readonly publicKey: string
  /** Whether a message would be sent to this address. */
  readonly accepts: (endpoint: string) => boolean
  /** Tells the push worker that there is something to send. */
  readonly wake: () => void
}
