// Records what the product sends to PostgreSQL for one request, from the messages of the wire protocol: a second product
// is connected through a proxy, which reads along.

import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

type Statement = {
  /** Of a prepared statement; empty without a name. */
  readonly name: string
  readonly text: string
  readonly values: readonly (string | null)[]
}

/** Statements that are sent without waiting for each other's answers. */
export type Flight = readonly Statement[]

type StatementRecorder = {
  /** The proxy's, on this machine. */
  readonly port: number
  readonly start: () => void
  /** What was sent since the start, by connection. */
  readonly stop: () => readonly (readonly Flight[])[]
  readonly close: () => void
}

/** Reads a message's parts in order. */
function readerOf(message: Buffer) {
  let at = 0
  const int16 = (): number => {
    at += 2
    return message.readInt16BE(at - 2)
  }
  const text = (): string => {
    const end = message.indexOf(0, at)
    const read = message.toString('utf8', at, end)
    at = end + 1
    return read
  }
  const value = (): string | null => {
    const length = message.readInt32BE(at)
    at += 4
    if (length === -1) return null
    at += length
    return message.toString('utf8', at - length, at)
  }
  return { int16, text, value }
}

/** Calls `onMessage` with the type and content of each whole message that arrives; `hasStart`: the first has no type. */
function splitMessages(
  socket: Socket,
  hasStart: boolean,
  onMessage: (type: string, content: Buffer) => void,
) {
  let rest = Buffer.alloc(0)
  let isStart = hasStart
  socket.on('data', chunk => {
    rest = Buffer.concat([rest, chunk])
    for (;;) {
      const head = isStart ? 0 : 1
      if (rest.length < head + 4) return
      const end = head + rest.readInt32BE(head)
      if (rest.length < end) return
      if (!isStart) onMessage(String.fromCharCode(rest[0] ?? 0), rest.subarray(5, end))
      isStart = false
      rest = rest.subarray(end)
    }
  })
}

/** One connection's statements, in flights. */
function recordConnection(client: Socket, server: Socket, isRecording: () => boolean) {
  const prepared = new Map<string, string>()
  let unanswered = 0
  let flights: Statement[][] = []
  const add = (statement: Statement): void => {
    if (!isRecording()) return
    if (unanswered === 0 || flights.length === 0) flights.push([])
    flights.at(-1)?.push(statement)
  }
  splitMessages(client, true, (type, content) => {
    const { int16, text, value } = readerOf(content)
    if (type === 'P') prepared.set(text(), text())
    if (type === 'B') {
      text()
      const name = text()
      for (let formats = int16(); formats > 0; formats--) int16()
      const values = Array.from({ length: int16() }, value)
      add({ name, text: prepared.get(name) ?? '', values })
    }
    if (type === 'Q') add({ name: '', text: text(), values: [] })
    if (type === 'Q' || type === 'S') unanswered++
  })
  // ReadyForQuery, once for each statement.
  splitMessages(server, false, type => {
    if (type === 'Z') unanswered = Math.max(0, unanswered - 1)
  })
  return {
    take: (): readonly Flight[] => {
      const taken = flights
      flights = []
      return taken
    },
  }
}

/** A proxy to the PostgreSQL at the path `to`. */
export async function startRecorder(to: string): Promise<StatementRecorder> {
  let isRecording = false
  const connections: ReturnType<typeof recordConnection>[] = []
  const sockets = new Set<Socket>()
  const proxy = createServer(client => {
    const server = connect(to)
    connections.push(recordConnection(client, server, () => isRecording))
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    }
    client.pipe(server).pipe(client)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const take = () => connections.map(connection => connection.take()).filter(flights => flights.length > 0)
  return {
    port: (proxy.address() as AddressInfo).port,
    start: () => {
      take()
      isRecording = true
    },
    stop: () => {
      isRecording = false
      return take()
    },
    close: () => {
      proxy.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
