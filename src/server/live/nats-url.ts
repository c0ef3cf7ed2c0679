// The address of NATS as it is set: the servers of one cluster, and their credentials.

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
