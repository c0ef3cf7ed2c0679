// The doorbell: how a server tells the others that a feed has something new. A ring carries nothing but the
// feed's name, and none has to arrive: what changed stands in the trail, and every server looks there every
// few seconds. So what rings may be exchanged for something else, and nothing else changes.

/** What the one who listens does. */
export type EventBusListener = {
  readonly onMessage: (feed: string) => void
  /** Rings may have been missed until now: everything is to be looked at. */
  readonly onReconnect: () => void
}

export type EventBus = {
  /** Tells all other servers. Never waits, never throws; this server is not told by it. */
  readonly publish: (feed: string) => void
  /** There is one who listens. */
  readonly subscribe: (listener: EventBusListener) => void
  /** Whether the others hear us and we hear them, as far as is known. */
  readonly isConnected: () => boolean
  /** Lets what was rung go out. */
  readonly close: () => Promise<void>
}

/** For a server that has its database to itself: there is nobody to tell, and nobody to listen to. */
export const noopEventBus: EventBus = {
  publish: () => {},
  subscribe: () => {},
  isConnected: () => true,
  close: async () => {},
}

/** A broker of NATS, or several of one cluster. */
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

/** As it was written, or null where that is no text: `%zz`. */
function decode(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/**
 * `nats://user:password@host:4222,nats://other:4222`: several are of one cluster, with one way to sign in that
 * stands at the first. One word before the @ is a token; `tls://` refuses to talk in the clear. Null: not usable.
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
