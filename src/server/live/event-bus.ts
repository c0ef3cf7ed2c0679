// The event bus: tells other servers that a feed has changed. A message has only the feed's name, and may get lost:
// changes are in the change log, which every server also polls every few seconds. So the bus can be replaced without
// other changes.

/** Handlers of a subscriber. */
export type EventBusListener = {
  readonly onMessage: (feed: string) => void
  /** Messages may have been missed: poll everything. */
  readonly onReconnect: () => void
}

export type EventBus = {
  /** Notifies all other servers. Never waits, never throws; this server does not receive it. */
  readonly publish: (feed: string) => void
  /** Sets the subscriber. */
  readonly subscribe: (listener: EventBusListener) => void
  /** Whether messages are sent and received, as far as known. */
  readonly isConnected: () => boolean
  /** Sends pending messages first. */
  readonly close: () => Promise<void>
}

/** For a server that has its database to itself. */
export const noopEventBus: EventBus = {
  publish: () => {},
  subscribe: () => {},
  isConnected: () => true,
  close: async () => {},
}

/** A NATS server, or several of one cluster. */
export type NatsConfig = {
  /** `host:port` each. */
  readonly servers: readonly string[]
  readonly isSecure: boolean
  readonly user?: string
  readonly password?: string
  readonly token?: string
}

const DEFAULT_PORT = 4222

function parseServerUrl(text: string): URL | null {
  if (!URL.canParse(text)) return null
  const url = new URL(text)
  const isPlain = ['', '/'].includes(url.pathname) && url.search === '' && url.hash === ''
  return ['nats:', 'tls:'].includes(url.protocol) && url.hostname !== '' && url.port !== '0' && isPlain
    ? url
    : null
}

/** Decoded, or null for invalid escapes such as `%zz`. */
function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/**
 * `nats://user:password@host:4222,nats://other:4222`: several servers of one cluster, with credentials in the first.
 * A single word before the @ is a token; `tls://` requires encryption. Null: invalid.
 */
export function parseNatsUrl(text: string): NatsConfig | null {
  const parts = text.split(',').map(part => part.trim())
  const urls = parts.map((part, index) =>
    parseServerUrl(index > 0 && !part.includes('://') ? `nats://${part}` : part),
  )
  const valid = urls.filter(url => url !== null)
  const [first, ...others] = valid
  if (first === undefined || valid.length < urls.length) return null
  if (others.some(({ username, password }) => username !== '' || password !== '')) return null
  const [user, password] = [decode(first.username), decode(first.password)]
  if (user === null || password === null || (user === '' && password !== '')) return null
  return {
    servers: valid.map(({ hostname, port }) => `${hostname}:${port === '' ? DEFAULT_PORT : port}`),
    isSecure: valid.some(({ protocol }) => protocol === 'tls:'),
    ...(password !== '' ? { user, password } : user !== '' && { token: user }),
  }
}
