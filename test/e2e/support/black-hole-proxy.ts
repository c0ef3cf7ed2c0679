// A proxy that can drop everything silently, as in a dead zone or behind a router that lost its connections: nothing
// is closed, and nothing arrives.

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

type BlackHoleProxy = {
  readonly url: string
  /** From now on nothing gets through, on any connection. */
  readonly block: () => void
  /** New connections work again; earlier ones stay blocked. */
  readonly restore: () => void
  readonly close: () => void
}

export async function startBlackHoleProxy(to: string): Promise<BlackHoleProxy> {
  const { hostname, port } = new URL(to)
  let isDead = false
  const sockets = new Set<Socket>()
  const alive = new Set<Socket>()
  const server = createServer(near => {
    const far = connect(Number(port), hostname)
    if (!isDead) alive.add(near)
    for (const [from, onto] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.on('data', piece => alive.has(near) && onto.write(piece))
      from.on('error', () => {})
      from.on('close', () => {
        sockets.delete(from)
        if (alive.has(near)) onto.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    block: () => {
      isDead = true
      alive.clear()
    },
    restore: () => {
      isDead = false
    },
    close: () => {
      for (const end of sockets) end.destroy()
      server.close()
    },
  }
}
