// What a request takes of the processor, in the product and in a server that sends the same statements by hand: the first
// minus the second is the product's own, the second the price of what it promises.

import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { ServerProcess } from '../../test/support/server-process.mjs'
import { startRecorder } from '../baseline/record-statements.ts'
import { type RecordedRequest, type Recording, WORKS, type Work } from '../baseline/recorded-request.ts'
import type { BenchDuration } from '../bench-duration.ts'
import {
  alternate,
  type BenchEnvironment,
  type Company,
  headersOf,
  type Side,
  signIn,
  startProduct,
} from '../bench-environment.ts'
import type { LoadOptions } from '../load.ts'
import { createTicket, newTicketBody } from '../new-ticket-body.ts'
import { cpuOfTree, userTimeOf } from '../process-memory.ts'
import { printLine, type ReportRow } from '../result-table.ts'
import { ENTRIES_PER_RIG, historyVin, seedHistory } from '../seed/work-history.ts'
import { sendRequest } from '../send-request.ts'
import { median, ratioOf } from '../stats.ts'

const SAME_PROMISES = fileURLToPath(new URL('./same-promises.js', import.meta.url))
/** Behind those of the other rows. */
const FIRST_RIG = 2_000_000
const RIGS = 500
/** From the third use on a statement is prepared, on each connection. */
const WARM_UPS = 8
const SETTLED_MS = 300
const MAX_ATTEMPTS = 5
/** As in a busy company: one at a time leaves both sides cold. */
const CLIENTS = 16

type Request = { readonly method: string; readonly path: string; readonly body?: string }

const requestOf = (work: Work, ticketId: number, text: string): Request => {
  if (work === 'create') return { method: 'POST', path: '/api/tickets', body: newTicketBody('Harold') }
  if (work === 'history') return { method: 'GET', path: `/api/work-history/${historyVin(FIRST_RIG)}` }
  const path = `/api/tickets/${ticketId}`
  return work === 'read'
    ? { method: 'GET', path }
    : { method: 'PATCH', path: `${path}/jobs/1`, body: JSON.stringify({ cause: text }) }
}

/** Each request once, as a second product on the same database sends it through a proxy; and the ticket that it changed. */
async function record({ folder, dataDir }: BenchEnvironment, email: string) {
  const recorder = await startRecorder(join(dataDir, 'run', '.s.PGSQL.5432'))
  const address = `postgres://rigwright@127.0.0.1:${recorder.port}/rigwright`
  const product = await startProduct(folder, join(folder, 'recorded'), undefined, { DATABASE_URL: address })
  try {
    const cookie = await signIn(product.url, email)
    const ticketId = await createTicket(product.url, { cookie })
    const send = async (work: Work, key: string, text: string) => {
      const { path, ...request } = requestOf(work, ticketId, text)
      const headers = { cookie, ...(request.method !== 'GET' && { 'idempotency-key': key }) }
      const { status, body } = await sendRequest({ ...request, url: product.url + path, headers })
      if (status >= 300) throw new Error(`${path} answered ${status}: ${body}`)
      const id: number = work === 'create' ? JSON.parse(body.toString()).ticketId : ticketId
      return {
        ticketId: String(id),
        vin: JSON.parse(request.body ?? '{}').customerRV?.vin ?? historyVin(FIRST_RIG),
      }
    }
    const recordOnce = async (work: Work): Promise<RecordedRequest | null> => {
      const [key, text] = [randomUUID(), `Cause ${randomUUID()}`]
      recorder.start()
      const sent = await send(work, key, text)
      await sleep(SETTLED_MS)
      const connections = recorder.stop()
      const main = connections.filter(flights => flights[0]?.[0]?.text.startsWith('START TRANSACTION'))
      // Something else was done at the same time.
      if (main.length !== 1) return null
      // The connection may have served a background job since.
      const end = (main[0] ?? []).findIndex(flight => flight.some(({ text }) => text === 'COMMIT'))
      const published = connections.flat().filter(([first]) => first?.name === 'publish')
      const flights = [...(main[0] ?? []).slice(0, end + 1), ...published]
      return { flights, recorded: { ...sent, key, text } }
    }
    const requests = {} as Record<Work, RecordedRequest>
    for (const work of WORKS) {
      for (let time = 0; time < WARM_UPS; time++) await send(work, randomUUID(), `Cause ${time}`)
      for (let attempt = 0; requests[work] === undefined; attempt++) {
        if (attempt === MAX_ATTEMPTS) throw new Error(`What is sent for ${work} could not be recorded.`)
        const recorded = await recordOnce(work)
        if (recorded !== null) requests[work] = recorded
      }
    }
    return { requests, ticketId }
  } finally {
    await product.end('SIGTERM')
    recorder.close()
  }
}

type Cost = { readonly server: number; readonly database: number; readonly perSecond: number }

const NAMES: Readonly<Record<Work, string>> = {
  create: 'create a ticket',
  change: 'change a job line',
  read: 'read a ticket',
  history: 'history of one VIN',
}

export async function measureServerTime(
  environment: BenchEnvironment,
  { rounds, seconds }: BenchDuration,
): Promise<ReportRow[]> {
  printLine('Recording what the product sends')
  // Both write, each to a company of its own.
  const [, own, other] = environment.companies as [Company, Company, Company]
  const firstEntry = FIRST_RIG * ENTRIES_PER_RIG
  await environment.withClient('product', async client => {
    await seedHistory(client, firstEntry, firstEntry + RIGS * ENTRIES_PER_RIG)
    await client.query('vacuum analyze work_history')
  })
  const { requests, ticketId } = await record(environment, 'owner2@bench.example')
  const taken = await environment.withClient('product', client =>
    client.query<{ id: number }>('select ticket_id as id from ticket where company_id = $1', [
      other.companyId,
    ]),
  )
  const recording: Recording = {
    connection: { host: join(environment.dataDir, 'run'), user: 'rigwright', database: 'rigwright' },
    requests,
    ticketIds: taken.rows.map(({ id }) => id),
  }
  const file = join(environment.folder, 'recording.json')
  writeFileSync(file, JSON.stringify(recording))
  const byHand = new ServerProcess({
    dataDir: environment.folder,
    program: [SAME_PROMISES],
    env: { RECORDING: file },
    logFile: join(environment.folder, 'log'),
  })
  await byHand.start()
  try {
    const ownTicketId = await createTicket(environment.product.url, headersOf('product', own))
    const servers: Readonly<Record<Side, { url: string; pid: number; ticketId: number }>> = {
      product: { url: environment.product.url, pid: environment.product.pid, ticketId: ownTicketId },
      baseline: { url: byHand.url, pid: byHand.pid, ticketId },
    }
    const measure = async (work: Work, side: Side): Promise<Cost> => {
      const { url, pid, ticketId: id } = servers[side]
      const load: LoadOptions = {
        base: url,
        path: requestOf(work, id, '').path,
        clients: Array<Record<string, string>>(CLIENTS).fill(
          headersOf(side, side === 'product' ? own : other),
        ),
        seconds,
        writes: work === 'create' ? 'tickets' : work === 'change' ? 'job' : null,
        expectedCards: null,
        ...(work === 'history' && {
          paths: Array.from({ length: RIGS }, (_, at) => `/api/work-history/${historyVin(FIRST_RIG + at)}`),
        }),
      }
      const { postmaster } = environment.product
      const [user, database] = [userTimeOf(pid), cpuOfTree(postmaster)]
      const { answers, perSecond } = await environment.load.request(load)
      const costOf = (since: number, now: number): number => ((now - since) * 1000) / answers
      return {
        server: costOf(user, userTimeOf(pid)),
        database: costOf(database, cpuOfTree(postmaster)),
        perSecond,
      }
    }
    const rows: ReportRow[] = []
    for (const work of WORKS) {
      printLine(`Measuring the processor’s time: ${NAMES[work]}`)
      for (const side of ['baseline', 'product'] as const) await measure(work, side)
      const measured = await alternate(rounds, side => measure(work, side))
      const valuesOf = (of: keyof Cost, side: Side) => measured.map(each => each[side][of])
      const rate = (side: Side) => Math.round(median(valuesOf('perSecond', side)))
      const row = (of: 'server' | 'database', goal: number): ReportRow => ({
        work: `${NAMES[work]}: ${of === 'server' ? 'the server’s user time' : 'PostgreSQL’s time'}`,
        unit: 'ms',
        product: median(valuesOf(of, 'product')),
        baseline: median(valuesOf(of, 'baseline')),
        ratio: ratioOf(valuesOf(of, 'product'), valuesOf(of, 'baseline')),
        goal,
        goalOf: 'ratio',
        better: 'less',
        note: `${rate('product')} a second, by hand ${rate('baseline')}`,
      })
      rows.push(row('server', 1.3), row('database', 1.1))
    }
    return rows
  } finally {
    await byHand.end('SIGTERM')
  }
}
