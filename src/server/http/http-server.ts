// The HTTP server: its timeouts for slow clients, and a stop that lets requests in flight finish.

import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

const DRAIN_MS = 8000
const MINUTE_MS = 60_000

type Address = { readonly host: string; readonly port: number }

export type HttpServer = {
  /** The address it listens on; until then, the one it will. */
  readonly url: () => string
  readonly listen: (listener: RequestListener) => Promise<void>
  /** Stops accepting connections and waits a while for requests in flight. */
  readonly drain: () => Promise<void>
}

/** The server's timeouts for slow clients, in milliseconds. */
export type ServerTimeouts = {
  readonly headersMs: number
  /** For a whole request: a dozen photos over a slow connection. */
  readonly requestMs: number
  /** For the next request on a connection: longer than proxies wait, so that they close it. */
  readonly idleMs: number
  /** How often timeouts are checked. */
  readonly checkIntervalMs: number
}

const DEFAULT_TIMEOUTS: ServerTimeouts = {
  headersMs: 20_000,
  requestMs: 10 * MINUTE_MS,
  idleMs: 75_000,
  checkIntervalMs: 5000,
}

/** More connections than any shop opens; beyond this they are refused before the process runs out. */
const MAX_SOCKETS = 10_000

const localUrl = ({ host, port }: Address): string =>
  `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`

/** A server that does not listen yet. Port 0 is any free one. */
export function createHttpServer({ host, port }: Address, timeouts = DEFAULT_TIMEOUTS): HttpServer {
  const server = createServer({
    headersTimeout: timeouts.headersMs,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.idleMs,
    connectionsCheckingInterval: timeouts.checkIntervalMs,
  })
  server.maxConnections = MAX_SOCKETS
  const closeUnusedConnections = trackUnusedConnections(server)
  let boundPort = port
  return {
    url: () => localUrl({ host, port: boundPort }),
    listen: listener =>
      new Promise((resolve, reject) => {
        server.on('request', listener)
        server.listen(port, host, () => {
          boundPort = (server.address() as AddressInfo).port
          resolve()
        })
        server.once('error', (error: NodeJS.ErrnoException) =>
          reject(
            error.code === 'EADDRINUSE'
              ? new Error(`Port ${port} is taken by another program. Set PORT to a free one.`, {
                  cause: error,
                })
              : error,
          ),
        )
      }),
    drain: () => drain(server, closeUnusedConnections),
  }
}

/** Returns how to close connections without a request, as browsers open in advance: to Node they are not idle. */
function trackUnusedConnections(server: Server): () => void {
  const sockets = new Set<Socket>()
  server.on('connection', socket => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  return () => {
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }
}

function drain(server: Server, closeUnusedConnections: () => void): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(() => server.closeAllConnections(), DRAIN_MS)
    // They would delay the shutdown for seconds.
    const sweep = setInterval(() => {
      server.closeIdleConnections()
      closeUnusedConnections()
    }, 50)
    server.close(() => {
      clearTimeout(timer)
      clearInterval(sweep)
      resolve()
    })
  })
}
