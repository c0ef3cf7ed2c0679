// A TCP proxy that breaks connections: it goes silent as in a dead zone, refuses, or loses one answer.

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type TcpProxy = {
  readonly url: string
  /** How many messages clients have sent so far, as they arrived. */
  readonly sent: () => number
  /** From now on nothing gets through, on any connection; nothing is closed. */
  readonly block: () => void
  /** Closes all connections and refuses new ones. */
  readonly refuse: () => void
  /** Refuses at an answer with the last text, after the others: what it answers is done, and the answer is lost. */
  readonly refuseAtAnswer: (...texts: readonly string[]) => void
  /** New connections work again; blocked ones stay blocked. */
  readonly restore: () => void
  /** New connections work again, and blocked ones are closed. */
  readonly reset: () => void
  readonly close: () => void
}

type Connection = { isBlocked: boolean; readonly sockets: readonly Socket[] }

/** `to`: a URL, or the path of a socket. `at`: the path of a socket of its own; by default it takes a free port. */
export async function startTcpProxy(to: string, at?: string): Promise<TcpProxy> {
  const open = () => {
    if (to.startsWith('/')) return connect(to)
    const { hostname, port } = new URL(to)
    return connect(Number(port), hostname)
  }
  const connections = new Set<Connection>()
  let isBlocked = false
  let isRefusing = false
  let lostAnswer: readonly string[] = []
  let sent = 0

  const end = (connection: Connection): void => {
    connections.delete(connection)
    for (const socket of connection.sockets) socket.destroy()
  }
  const refuse = (): void => {
    isRefusing = true
    for (const connection of connections) end(connection)
  }
  const restore = (): void => {
    isBlocked = false
    isRefusing = false
    lostAnswer = []
  }

  const server = createServer(client => {
    if (isRefusing) return void client.destroy()
    const target = open()
    const connection = { isBlocked, sockets: [client, target] }
    connections.add(connection)
    for (const socket of connection.sockets) {
      // Small messages do not wait for each other.
      socket.setNoDelay(true)
      socket.on('error', () => {}).on('close', () => connection.isBlocked || end(connection))
    }
    client.on('data', chunk => {
      sent += 1
      if (!connection.isBlocked) target.write(chunk)
    })
    let found = 0
    target.on('data', chunk => {
      if (connection.isBlocked) return
      const text = chunk.toString('latin1').toLowerCase()
      while (found < lostAnswer.length && text.includes(lostAnswer[found] ?? '')) found += 1
      if (found > 0 && found === lostAnswer.length) refuse()
      else client.write(chunk)
    })
  })
  server.listen(at === undefined ? { port: 0, host: '127.0.0.1' } : { path: at })
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent: () => sent,
    block: () => {
      isBlocked = true
      for (const connection of connections) connection.isBlocked = true
    },
    refuse,
    refuseAtAnswer: (...texts) => {
      lostAnswer = texts
    },
    restore,
    reset: () => {
      for (const connection of connections) if (connection.isBlocked) end(connection)
      restore()
    },
    close: () => {
      refuse()
      server.close()
    },
  }
}
