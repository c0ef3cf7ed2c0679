// A small load balancer for machines without another: round robin, with health checks, and it knows which server has
// which connection.

import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

const CHECK_INTERVAL_MS = 300
const REQUEST = /^(?:GET|POST|PUT|PATCH|DELETE) (\S+)/m

type Balancer = {
  readonly url: string
  /** The servers, by index, with an open connection that last requested `path`. */
  readonly serversFor: (path: string) => readonly number[]
  readonly close: () => Promise<void>
}

export async function startBalancer(servers: readonly string[]): Promise<Balancer> {
  const isHealthy = servers.map(() => true)
  const handledBy = new Map<Socket, { server: number; path: string }>()
  let turn = 0

  const checkHealth = () =>
    Promise.all(
      servers.map(async (url, index) => {
        const answer = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(2000) }).catch(
          () => null,
        )
        isHealthy[index] = answer?.ok ?? false
        await answer?.body?.cancel()
      }),
    )
  const timer = setInterval(() => void checkHealth(), CHECK_INTERVAL_MS)

  const next = (tried: ReadonlySet<number>): number | null => {
    const order = servers.map((_, index) => (turn + index) % servers.length)
    const open = order.filter(index => !tried.has(index))
    const chosen = open.find(index => isHealthy[index]) ?? open[0]
    if (chosen !== undefined) turn = chosen + 1
    return chosen ?? null
  }

  function forward(caller: Socket, tried: Set<number>): void {
    const server = next(tried)
    if (server === null) return void caller.destroy()
    tried.add(server)
    const { hostname, port } = new URL(servers[server] ?? '')
    const line = connect(Number(port), hostname)
    const onRefused = () => forward(caller, tried)
    line.once('error', onRefused)
    line.once('connect', () => {
      line.off('error', onRefused)
      if (caller.destroyed) return void line.destroy()
      const carrying = { server, path: '' }
      handledBy.set(caller, carrying)
      const end = () => {
        handledBy.delete(caller)
        caller.destroy()
        line.destroy()
      }
      for (const side of [caller, line]) side.on('error', end).on('close', end)
      caller.on('data', (text: Buffer) => {
        carrying.path = REQUEST.exec(text.toString('latin1'))?.[1] ?? carrying.path
      })
      caller.pipe(line).pipe(caller)
    })
  }

  const callers = new Set<Socket>()
  const server = createServer({ pauseOnConnect: false }, caller => {
    callers.add(caller)
    caller.on('close', () => callers.delete(caller)).on('error', () => caller.destroy())
    forward(caller, new Set())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serversFor: path => [
      ...new Set(
        [...handledBy.values()].filter(one => one.path.startsWith(path)).map(({ server }) => server),
      ),
    ],
    close: async () => {
      clearInterval(timer)
      for (const caller of callers) caller.destroy()
      await new Promise<void>(resolve => server.close(() => resolve()))
    },
  }
}
