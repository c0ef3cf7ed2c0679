// From sending a change to its arrival at every subscriber of the company.

import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import type { BenchDuration } from '../bench-duration.ts'
import { alternate, type BenchEnvironment, headersOf, type Side } from '../bench-environment.ts'
import { createTicket, newTicketBody } from '../new-ticket-body.ts'
import { printLine, type ReportRow } from '../result-table.ts'
import { sendRequest } from '../send-request.ts'
import { median, percentile, ratioOf } from '../stats.ts'

export const EVENTS_PER_SECOND = 20
const TIMEOUT_MS = 5000

type LatencyResult = { readonly p50: number; readonly p99: number; readonly lost: number }

const nowMs = (): number => Number(process.hrtime.bigint()) / 1e6

/** So many tickets are changed in turn. */
const TICKETS = 20

/** A change of the product: a customer's name on a ticket that exists. The baseline can only create tickets. */
async function createChanges(url: string, headers: Record<string, string>, agent: Agent) {
  const tickets: number[] = []
  for (let made = 0; made < TICKETS; made += 1) tickets.push(await createTicket(url, headers, agent))
  return (mark: string, number: number) => ({
    method: 'PATCH',
    url: `${url}/api/tickets/${tickets[number % TICKETS]}`,
    body: JSON.stringify({ customerDetails: { firstName: mark } }),
  })
}

/** Sends `count` changes at an even pace, without waiting for responses. Returns when each was sent. */
export async function write(
  side: Side,
  url: string,
  headers: Record<string, string>,
  run: string,
  count: number,
) {
  const agent = new Agent({ keepAlive: true })
  const sent = new Map<string, number>()
  const answers: Promise<{ status: number }>[] = []
  const changeOf =
    side === 'product'
      ? await createChanges(url, headers, agent)
      : (mark: string) => ({ method: 'POST', url: `${url}/api/tickets`, body: newTicketBody(mark) })
  const began = performance.now()
  for (let number = 0; number < count; number += 1) {
    const due = began + (number * 1000) / EVENTS_PER_SECOND
    await new Promise(resolve => setTimeout(resolve, Math.max(0, due - performance.now())))
    const mark = `${run}-${number}`
    const change = changeOf(`mark-${mark}`, number)
    const order = { ...change, headers: { ...headers, 'idempotency-key': randomUUID() } }
    sent.set(mark, nowMs())
    answers.push(sendRequest(order, agent))
  }
  for (const { status } of await Promise.all(answers))
    if (status !== 201 && status !== 200) throw new Error(`A change was answered with ${status}.`)
  agent.destroy()
  return sent
}

async function measureDelivery(
  environment: BenchEnvironment,
  side: Side,
  pages: number,
  seconds: number,
): Promise<LatencyResult> {
  const { subscribers, companies } = environment
  const { url } = environment[side]
  // A separate company for the listeners; earlier rows wrote to the others.
  const company = companies.at(-1)
  const headers = company === undefined ? {} : headersOf(side, company)
  await subscribers.request({ command: 'subscribe', url: `${url}/api/live`, headers, subscribers: pages })
  const count = seconds * EVENTS_PER_SECOND
  const sent = await write(side, url, headers, randomUUID().slice(0, 8), count)
  const heard = await subscribers.request({
    command: 'collect',
    markers: count * pages,
    timeoutMs: TIMEOUT_MS,
  })
  await subscribers.request({ command: 'unsubscribe' })
  const took = [...sent].flatMap(([mark, at]) => [...(heard.at[mark] ?? [])].map(time => time - at))
  return { p50: median(took), p99: percentile(took, 0.99), lost: count * pages - took.length }
}

export async function measureLive(
  environment: BenchEnvironment,
  { rounds, seconds, isQuick }: BenchDuration,
): Promise<ReportRow[]> {
  const rows: ReportRow[] = []
  for (const subscribers of [1, 200, 1000]) {
    printLine(`Following one company with ${subscribers} subscriber${subscribers === 1 ? '' : 's'}`)
    await measureDelivery(environment, 'product', subscribers, 1)
    const measured = await alternate(isQuick ? 2 : rounds, side =>
      measureDelivery(environment, side, subscribers, seconds),
    )
    const lost = (side: Side) => measured.reduce((sum, found) => sum + found[side].lost, 0)
    const people = `${subscribers} subscriber${subscribers === 1 ? '' : 's'} at ${EVENTS_PER_SECOND} changes a second`
    for (const share of ['p50', 'p99'] as const) {
      const [ours, baselines] = [measured.map(m => m.product[share]), measured.map(m => m.baseline[share])]
      rows.push({
        work: `live, ${share}: ${people}`,
        unit: 'ms',
        product: median(ours),
        baseline: median(baselines),
        ratio: ratioOf(ours, baselines),
        goal: share === 'p50' ? 1.5 : 2,
        goalOf: 'ratio',
        better: 'less',
        rounds: measured.map(m => [m.product[share], m.baseline[share]] as const),
      })
    }
    rows.push({
      work: `live, lost: ${people}`,
      unit: 'events',
      product: lost('product'),
      baseline: lost('baseline'),
      ratio: null,
      goal: 0,
      goalOf: 'product',
      better: 'less',
    })
  }
  return rows
}
