// One HTTP request and its response, as all steps of the pipeline see them.

import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { HttpBindings } from '@hono/node-server'
import { type CookieOptions, parse, serialize } from 'hono/utils/cookie'
import type { Principal } from '#server/auth/auth.ts'
import { ADDRESS_HEADER } from '#server/auth/log-sign-in.ts'

export class Exchange {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly requestId: string = randomUUID()
  readonly startedAt: number = performance.now()
  /** The client's IP address. */
  readonly address: string
  readonly method: string
  /** The path and its query, without a host; null if they cannot be read. */
  readonly url: URL | null
  /** Who asks, once known. */
  principal: Principal | undefined
  /** The procedure or the route, once known. */
  route: string | undefined
  /** Logs the request with its status, once. */
  log: (status: number, ms?: number) => void = () => {}

  constructor(incoming: IncomingMessage, outgoing: ServerResponse, address: string) {
    const { method = 'GET', url = '/' } = incoming
    this.incoming = incoming
    this.outgoing = outgoing
    this.address = address
    this.method = method
    const absolute = `http://localhost${url}`
    this.url = url.startsWith('/') && URL.canParse(absolute) ? new URL(absolute) : null
  }

  get path(): string {
    return this.url?.pathname ?? ''
  }

  get isRpc(): boolean {
    return this.path.startsWith('/rpc/')
  }

  get isApi(): boolean {
    return this.isRpc || this.path.startsWith('/api/')
  }

  header(name: string): string | undefined {
    const value = this.incoming.headers[name]
    return typeof value === 'object' ? value.join(', ') : value
  }

  /** The headers for the authentication library, with the client's address. */
  get headers(): Headers {
    const headers = new Headers()
    for (const [name, values] of Object.entries(this.incoming.headersDistinct))
      for (const value of values ?? []) headers.append(name, value)
    headers.set(ADDRESS_HEADER, this.address)
    // Browsers send Sec-Fetch-Site. Node's fetch sends only Sec-Fetch-Mode, which the library would take for a
    // browser that hides its origin.
    if (!headers.has('origin') && !headers.has('sec-fetch-site')) headers.delete('sec-fetch-mode')
    return headers
  }

  cookie(name: string): string | null {
    return parse(this.header('cookie') ?? '', name)[name] ?? null
  }

  setCookie(name: string, value: string, options: CookieOptions): void {
    this.outgoing.appendHeader('Set-Cookie', serialize(name, value, options))
  }
}

/** The environment of the app's routes. */
export type AppEnv = { Bindings: HttpBindings & { exchange: Exchange } }
