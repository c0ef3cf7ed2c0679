// The program that listens: many streams of one company, and when each of them had each change.

import { Agent, type ClientRequest, get } from 'node:http'
import { serveOrders } from './child-processes.ts'

export type Watching =
  | {
      readonly order: 'join'
      readonly url: string
      readonly headers: Readonly<Record<string, string>>
      readonly seats: number
    }
  | { readonly order: 'tell'; readonly marks: number; readonly patienceMs: number }
  | { readonly order: 'leave' }

export type Heard = { readonly at: Readonly<Record<string, Float64Array>>; readonly count: number }

const MARK = Buffer.from('"firstName":"mark-')

const seats: ClientRequest[] = []
let heard = new Map<string, number[]>()
let count = 0

/** The machine's own clock, the same in every process. */
const nowMs = (): number => Number(process.hrtime.bigint()) / 1e6

/**
 * Answers with what of the text is still the beginning of an event. What came to this seat a second time makes up for
 * nothing that was lost.
 */
function listen(text: Buffer, known: Set<string>): Buffer {
  const now = nowMs()
  let from = 0
  for (let at = text.indexOf(MARK); at >= 0; at = text.indexOf(MARK, at + 1)) {
    const end = text.indexOf(0x22, at + MARK.length)
    if (end < 0) break
    const mark = text.toString('latin1', at + MARK.length, end)
    from = end
    if (known.has(mark)) continue
    known.add(mark)
    const times = heard.get(mark)
    if (times === undefined) heard.set(mark, [now])
    else times.push(now)
    count += 1
  }
  return text.subarray(Math.max(from, text.length - 1000))
}

function join(url: string, headers: Readonly<Record<string, string>>, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const seat = get(url, { headers, agent })
    seats.push(seat)
    seat.on('error', fault => (seats.includes(seat) ? reject(fault) : undefined))
    seat.on('response', response => {
      if (response.statusCode !== 200) reject(new Error(`A stream was refused: ${response.statusCode}.`))
      let rest = Buffer.alloc(0)
      const known = new Set<string>()
      response.on('error', () => {})
      response.on('data', (part: Buffer) => {
        resolve()
        rest = Buffer.from(listen(rest.length === 0 ? part : Buffer.concat([rest, part]), known))
      })
    })
  })
}

async function watch(asked: Watching): Promise<Heard> {
  if (asked.order === 'join') {
    const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
    heard = new Map()
    count = 0
    for (let seated = 0; seated < asked.seats; seated += 20)
      await Promise.all(
        Array.from({ length: Math.min(20, asked.seats - seated) }, () =>
          join(asked.url, asked.headers, agent),
        ),
      )
  }
  if (asked.order === 'tell') {
    const until = performance.now() + asked.patienceMs
    while (count < asked.marks && performance.now() < until)
      await new Promise(resolve => setTimeout(resolve, 20))
  }
  if (asked.order === 'leave') for (const seat of seats.splice(0)) seat.destroy()
  return { at: Object.fromEntries([...heard].map(([mark, at]) => [mark, Float64Array.from(at)])), count }
}

serveOrders(watch)
