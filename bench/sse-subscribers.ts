// The subscriber program: many streams of one company, and when each got each change.

import { Agent, type ClientRequest, get } from 'node:http'
import { serveCommands } from './child-program.ts'

export type SubscriberCommand =
  | {
      readonly command: 'subscribe'
      readonly url: string
      readonly headers: Readonly<Record<string, string>>
      readonly subscribers: number
    }
  | { readonly command: 'collect'; readonly markers: number; readonly timeoutMs: number }
  | { readonly command: 'unsubscribe' }

export type ReceivedMarkers = { readonly at: Readonly<Record<string, Float64Array>>; readonly count: number }

const MARKER = Buffer.from('"firstName":"mark-')

const connections: ClientRequest[] = []
let receivedAt = new Map<string, number[]>()
let count = 0

/** The monotonic system clock, the same in every process. */
const nowMs = (): number => Number(process.hrtime.bigint()) / 1e6

/** Returns the remaining incomplete event. Duplicates do not count as received. */
function scanForMarkers(text: Buffer, known: Set<string>): Buffer {
  const now = nowMs()
  let from = 0
  for (let at = text.indexOf(MARKER); at >= 0; at = text.indexOf(MARKER, at + 1)) {
    const end = text.indexOf(0x22, at + MARKER.length)
    if (end < 0) break
    const marker = text.toString('latin1', at + MARKER.length, end)
    from = end
    if (known.has(marker)) continue
    known.add(marker)
    const times = receivedAt.get(marker)
    if (times === undefined) receivedAt.set(marker, [now])
    else times.push(now)
    count += 1
  }
  return text.subarray(Math.max(from, text.length - 1000))
}

function subscribe(url: string, headers: Readonly<Record<string, string>>, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const connection = get(url, { headers, agent })
    connections.push(connection)
    connection.on('error', error => (connections.includes(connection) ? reject(error) : undefined))
    connection.on('response', response => {
      if (response.statusCode !== 200) reject(new Error(`A stream was refused: ${response.statusCode}.`))
      let rest = Buffer.alloc(0)
      const known = new Set<string>()
      response.on('error', () => {})
      response.on('data', (part: Buffer) => {
        resolve()
        rest = Buffer.from(scanForMarkers(rest.length === 0 ? part : Buffer.concat([rest, part]), known))
      })
    })
  })
}

async function handleCommand(command: SubscriberCommand): Promise<ReceivedMarkers> {
  if (command.command === 'subscribe') {
    const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
    receivedAt = new Map()
    count = 0
    for (let opened = 0; opened < command.subscribers; opened += 20)
      await Promise.all(
        Array.from({ length: Math.min(20, command.subscribers - opened) }, () =>
          subscribe(command.url, command.headers, agent),
        ),
      )
  }
  if (command.command === 'collect') {
    const until = performance.now() + command.timeoutMs
    while (count < command.markers && performance.now() < until)
      await new Promise(resolve => setTimeout(resolve, 20))
  }
  if (command.command === 'unsubscribe') for (const connection of connections.splice(0)) connection.destroy()
  return {
    at: Object.fromEntries([...receivedAt].map(([marker, at]) => [marker, Float64Array.from(at)])),
    count,
  }
}

serveCommands(handleCommand)
