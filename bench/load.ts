// The load generator: clients with one request at a time, for some seconds.

import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { serveCommands } from './child-program.ts'
import { newTicketBody } from './new-ticket-body.ts'
import { type HttpResponse, sendRequest } from './send-request.ts'

export type LoadOptions = {
  readonly base: string
  readonly path: string
  /** A client for each of these headers. */
  readonly clients: readonly Readonly<Record<string, string>>[]
  readonly seconds: number
  /** Writes with a new key each time: creates tickets, or changes a job line; null reads. */
  readonly writes: 'tickets' | 'job' | null
  /** The expected number of cards or entries in a response. */
  readonly expectedCards: number | null
  /** Requests these one after the other instead of `path`. */
  readonly paths?: readonly string[]
}

export type LoadResult = {
  readonly perSecond: number
  readonly answers: number
  readonly p50: number
  readonly p99: number
}

/** The cards of a board or a list, or a history's entries. */
function cardsIn(body: Buffer): number {
  const answer = JSON.parse(body.toString())
  const lanes = ['pending', 'active', 'approval', 'completed'].flatMap(lane => answer[lane]?.cards ?? [])
  return (answer.entries ?? answer.cards ?? answer.companies ?? lanes).length
}

function assertResponse(
  { status, body }: HttpResponse,
  { writes, expectedCards }: LoadOptions,
  isFirst: boolean,
): void {
  const text = () => body.toString().slice(0, 300)
  if (status !== (writes === 'tickets' ? 201 : 200)) throw new Error(`Answered ${status}: ${text()}`)
  if (writes === 'tickets' && !/"ticketId":\d{6}\b/.test(body.toString()))
    throw new Error(`Answered ${text()}`)
  // Parsed once per client; parsing each would distort the measurement.
  if (expectedCards !== null && isFirst && cardsIn(body) !== expectedCards)
    throw new Error(`Answered with ${cardsIn(body)} where ${expectedCards} should be: ${text()}`)
}

async function measure(load: LoadOptions): Promise<LoadResult> {
  const { base, path, clients, seconds, writes, paths } = load
  const agent = new Agent({ keepAlive: true, maxSockets: clients.length })
  const took: number[] = []
  const began = performance.now()
  const until = began + seconds * 1000
  await Promise.all(
    clients.map(async headers => {
      for (let round = 0; performance.now() < until; round += 1) {
        const request = performance.now()
        const address = paths?.[took.length % paths.length] ?? path
        const answer = await sendRequest(
          writes === null
            ? { method: 'GET', url: base + address, headers }
            : {
                method: writes === 'tickets' ? 'POST' : 'PATCH',
                url: base + address,
                body:
                  writes === 'tickets'
                    ? newTicketBody('Harold')
                    : JSON.stringify({ cause: `Worn gear ${took.length}` }),
                headers: { ...headers, 'idempotency-key': randomUUID() },
              },
          agent,
        )
        took.push(performance.now() - request)
        assertResponse(answer, load, round === 0)
      }
    }),
  )
  const elapsed = (performance.now() - began) / 1000
  agent.destroy()
  const sorted = took.sort((one, other) => one - other)
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN
  return { perSecond: took.length / elapsed, answers: took.length, p50: at(0.5), p99: at(0.99) }
}

serveCommands(measure)
