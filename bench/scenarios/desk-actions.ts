// What the desk taps, one after the other: reading and changing a ticket, by cookie and by bearer token, its page,
// and the board with few and with many open tickets. The baseline has none of it, except the board.

import { Agent } from 'node:http'
import type { BenchDuration } from '../bench-duration.ts'
import type { BenchEnvironment, Company } from '../bench-environment.ts'
import { createTicket } from '../new-ticket-body.ts'
import { printLine, type ReportRow } from '../result-table.ts'
import { seedTickets } from '../seed/tickets.ts'
import { sendRequest } from '../send-request.ts'
import { median } from '../stats.ts'

const TIMES = 300
/** As many in each section as it shows. */
const FEW = 800
const MANY = 20_000

type Action = { readonly method: string; readonly path: string; readonly body?: () => string }

/** The median time of an action, in milliseconds, once it is warm. */
async function timeOf(
  { product: { url } }: BenchEnvironment,
  headers: Readonly<Record<string, string>>,
  { method, path, body }: Action,
  times: number,
): Promise<number> {
  const agent = new Agent({ keepAlive: true })
  const took: number[] = []
  for (let time = 0; time < times * 1.5; time += 1) {
    const request = { method, url: url + path, headers, ...(body && { body: body() }) }
    const began = performance.now()
    const response = await sendRequest(request, agent)
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}: ${response.body}`)
    if (time >= times / 2) took.push(performance.now() - began)
  }
  agent.destroy()
  return median(took)
}

/** Fills a company's board. */
async function fill(
  environment: BenchEnvironment,
  { companyId }: Company,
  count: number,
  from: number,
): Promise<void> {
  await environment.withClient('product', async client => {
    const of = { companyId, owner: 'The desk', from, count, open: count, version: 1, taken: 0 }
    await seedTickets(client, [of])
    await client.query('vacuum analyze')
  })
}

export async function measureDesk(
  environment: BenchEnvironment,
  { isQuick }: BenchDuration,
): Promise<ReportRow[]> {
  const [few, many, own] = environment.companies.slice(-3)
  if (few === undefined || many === undefined || own === undefined) throw new Error('There are no companies.')
  const times = isQuick ? TIMES / 3 : TIMES
  printLine('Reading and changing a ticket')
  const ticketId = await createTicket(environment.product.url, { cookie: own.cookie })
  const token = /session_token=([^;]+)/.exec(own.cookie)?.[1] ?? ''
  const cookie = { cookie: own.cookie }
  const bearer = { authorization: `Bearer ${decodeURIComponent(token)}` }
  const get: Action = { method: 'GET', path: `/api/tickets/${ticketId}` }
  let count = 0
  const change: Action = {
    method: 'PATCH',
    path: `/api/tickets/${ticketId}/jobs/1`,
    body: () => {
      count += 1
      return JSON.stringify({ cause: `Worn gear ${count}` })
    },
  }
  const page: Action = { method: 'GET', path: `/service-ticket/${ticketId}` }
  const board: Action = { method: 'GET', path: '/api/board' }
  const none = {
    baseline: null,
    ratio: null,
    goalOf: 'product' as const,
    better: 'less' as const,
    unit: 'ms',
  }
  const rows: ReportRow[] = []
  const measured = async (work: string, headers: Record<string, string>, action: Action, goal: number) => {
    const product = await timeOf(environment, headers, action, times)
    rows.push({ ...none, work: `desk: ${work}`, product, goal })
  }
  await measured('read a ticket, by cookie', cookie, get, 5)
  await measured('read a ticket, by bearer token', bearer, get, 5)
  await measured('change a job line, by cookie', cookie, change, 8)
  await measured('change a job line, by bearer token', bearer, change, 8)
  await measured("a ticket's page, rendered", cookie, page, 30)
  printLine(`Filling a board with ${MANY.toLocaleString('en-US')} open tickets`)
  await fill(environment, many, MANY, 100_000)
  await fill(environment, few, FEW, 200_000)
  const large = await timeOf(environment, { cookie: many.cookie }, board, times)
  const small = await timeOf(environment, { cookie: few.cookie }, board, times)
  const work = `desk: the board, ${MANY.toLocaleString('en-US')} open tickets; beside it ${FEW}`
  return [
    ...rows,
    { ...none, work, product: large, baseline: small, ratio: large / small, goal: 1.2, goalOf: 'ratio' },
  ]
}
