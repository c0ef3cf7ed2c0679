// From sending a change to having it at every subscriber of the company.

import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { alternate, headersOf, type Side, type Stage } from '../environment.ts'
import { ask } from '../http-client.ts'
import { newTicketBody } from '../new-ticket.ts'
import { type Row, tell } from '../report.ts'
import { median, percentile, ratioOf } from '../stats.ts'
import type { Length } from './duration.ts'

export const A_SECOND = 20
const PATIENCE_MS = 5000

type Found = { readonly p50: number; readonly p99: number; readonly lost: number }

const nowMs = (): number => Number(process.hrtime.bigint()) / 1e6

/** Sends `count` changes at an even pace, whether the answers keep up or not. Answers with when each was sent. */
export async function write(url: string, headers: Record<string, string>, run: string, count: number) {
  const agent = new Agent({ keepAlive: true })
  const sent = new Map<string, number>()
  const answers: Promise<{ status: number }>[] = []
  const began = performance.now()
  for (let number = 0; number < count; number += 1) {
    const due = began + (number * 1000) / A_SECOND
    await new Promise(resolve => setTimeout(resolve, Math.max(0, due - performance.now())))
    const mark = `${run}-${number}`
    const order = {
      ...{ method: 'POST', url: `${url}/api/tickets`, body: newTicketBody(`mark-${mark}`) },
      headers: { ...headers, 'idempotency-key': randomUUID() },
    }
    sent.set(mark, nowMs())
    answers.push(ask(order, agent))
  }
  for (const { status } of await Promise.all(answers))
    if (status !== 201) throw new Error(`A change was answered with ${status}.`)
  agent.destroy()
  return sent
}

async function follow(stage: Stage, side: Side, seats: number, seconds: number): Promise<Found> {
  const { audience, companies } = stage
  const { url } = stage[side]
  // A company of its own for the listeners; the row before wrote into the others.
  const company = companies.at(-1)
  const headers = company === undefined ? {} : headersOf(side, company)
  await audience.ask({ order: 'join', url: `${url}/api/live`, headers, seats })
  const count = seconds * A_SECOND
  const sent = await write(url, headers, randomUUID().slice(0, 8), count)
  const heard = await audience.ask({ order: 'tell', marks: count * seats, patienceMs: PATIENCE_MS })
  await audience.ask({ order: 'leave' })
  const took = [...sent].flatMap(([mark, at]) => [...(heard.at[mark] ?? [])].map(time => time - at))
  return { p50: median(took), p99: percentile(took, 0.99), lost: count * seats - took.length }
}

export async function measureLive(stage: Stage, { rounds, seconds, isQuick }: Length): Promise<Row[]> {
  const rows: Row[] = []
  for (const seats of [1, 200, 1000]) {
    tell(`Following one company with ${seats} subscriber${seats === 1 ? '' : 's'}`)
    await follow(stage, 'product', seats, 1)
    const measured = await alternate(isQuick ? 2 : rounds, side => follow(stage, side, seats, seconds))
    const lost = (side: Side) => measured.reduce((sum, found) => sum + found[side].lost, 0)
    const people = `${seats} subscriber${seats === 1 ? '' : 's'} at ${A_SECOND} changes a second`
    for (const share of ['p50', 'p99'] as const) {
      const [ours, floors] = [measured.map(m => m.product[share]), measured.map(m => m.floor[share])]
      rows.push({
        ...{ work: `live, ${share}: ${people}`, unit: 'ms' },
        ...{ product: median(ours), floor: median(floors), ratio: ratioOf(ours, floors) },
        ...{ goal: share === 'p50' ? 1.5 : 2, goalOf: 'ratio', better: 'less' },
        rounds: measured.map(m => [m.product[share], m.floor[share]] as const),
      })
    }
    rows.push({
      ...{ work: `live, lost: ${people}`, unit: 'events', product: lost('product'), floor: lost('floor') },
      ...{ ratio: null, goal: 0, goalOf: 'product', better: 'less' },
    })
  }
  return rows
}
