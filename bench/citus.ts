// What a Citus cluster costs beside one PostgreSQL: the same work on a distributed database and on a plain one of the
// coordinator of CITUS_URL, by the processor time of all PostgreSQL processes, and the messages to the workers. All of
// them have to run on this machine.

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { distributeTables } from '#server/db/distribute-tables.ts'
import { migrateAndConfigure } from '#server/db/migrate-and-configure.ts'
import {
  type CitusCluster,
  createDistributedDatabase,
  dropDatabases,
  findCluster,
  type Machine,
  withClient,
} from '../test/support/citus-databases.ts'
import { readStream } from '../test/support/read-stream.ts'
import type { ServerProcess } from '../test/support/server-process.mjs'
import { startTcpProxy, type TcpProxy } from '../test/support/tcp-proxy.ts'
import { type Company, PASSWORD, registerCompany, signIn, startProduct } from './bench-environment.ts'
import { newTicketBody } from './new-ticket-body.ts'
import { cpuOfTree } from './process-memory.ts'
import { printLine, type ReportRow } from './result-table.ts'
import { sendRequest } from './send-request.ts'
import { median } from './stats.ts'

const COMPANIES = 12
const TIMES = 200
const PREFIX = 'bench_citus_'

type Shop = Company & { readonly technician: { readonly id: string; readonly cookie: string } }

type Side = {
  readonly product: ServerProcess
  readonly companies: readonly Shop[]
  readonly proxies: readonly TcpProxy[]
}

type Cost = { readonly cpuMs: number; readonly ms: number; readonly messages: number }

/** The postmaster of each machine. */
async function postmastersOf({ connection, machines }: CitusCluster): Promise<number[]> {
  const pidOf = (machine: Machine) =>
    withClient({ ...connection, ...machine }, async client => {
      const { rows } = await client.query<{ folder: string }>(
        `select current_setting('data_directory') as folder`,
      )
      return Number(readFileSync(join(rows[0]?.folder ?? '', 'postmaster.pid'), 'utf8').split('\n')[0])
    })
  return Promise.all(machines.map(pidOf))
}

/** A server on a database of its own, with companies. */
async function startSide(cluster: CitusCluster, folder: string, isDistributed: boolean): Promise<Side> {
  const name = `${PREFIX}${randomUUID().slice(0, 8)}`
  const connection = { ...cluster.connection, database: name }
  const [coordinator, ...workers] = cluster.machines
  if (coordinator === undefined) throw new Error('The cluster has no coordinator.')
  const proxies: TcpProxy[] = []
  if (isDistributed) {
    for (const { host, port } of workers) proxies.push(await startTcpProxy(`http://${host}:${port}`))
    const behindProxies = proxies.map(({ url }) => ({ host: '127.0.0.1', port: Number(new URL(url).port) }))
    await createDistributedDatabase(
      { connection: cluster.connection, machines: [coordinator, ...behindProxies] },
      name,
    )
  } else await withClient(cluster.connection, client => client.query(`create database ${name}`))
  await migrateAndConfigure(connection, [])
  if (isDistributed) await withClient(connection, client => distributeTables(client, printLine))
  const { user, password = '', host, port } = connection
  const address = `postgres://${user}:${password}@${host}:${port}/${name}`
  const product = await startProduct(folder, join(folder, name), undefined, { DATABASE_URL: address })
  const companies: Shop[] = []
  for (let index = 0; index < COMPANIES; index += 1) companies.push(await openShop(product.url, index))
  return { product, companies, proxies }
}

/** A company with one technician. */
async function openShop(url: string, index: number): Promise<Shop> {
  const company = await registerCompany(url, index)
  const email = `technician${index}@bench.example`
  const employee = {
    firstName: 'Sam',
    lastName: 'Ortiz',
    email,
    password: PASSWORD,
    phone: '(574) 555-0143',
    licenseNumber: 'T-1',
  }
  const { body } = await sendRequest({
    method: 'POST',
    url: `${url}/api/employees`,
    headers: { cookie: company.cookie },
    body: JSON.stringify({ ...employee, roles: { isServiceWriter: false, isTechnician: true } }),
  })
  return { ...company, technician: { id: JSON.parse(body.toString()).id, cookie: await signIn(url, email) } }
}

type Request = { readonly method: string; readonly path: string; readonly body?: string }

async function send({ product }: Side, cookie: string, agent: Agent, { method, path, body }: Request) {
  const request = {
    method,
    url: product.url + path,
    headers: { cookie },
    ...(body !== undefined && { body }),
  }
  const response = await sendRequest(request, agent)
  if (response.status >= 300) throw new Error(`${path} answered ${response.status}: ${response.body}`)
  return JSON.parse(response.body.toString() || 'null')
}

const post = (path: string, body: object = {}): Request => ({
  method: 'POST',
  path,
  body: JSON.stringify(body),
})

type Work = {
  readonly name: string
  readonly run: (shop: {
    /** As the owner, or as the technician. */
    readonly ask: (request: Request, as?: 'technician') => Promise<{ ticketId: number }>
    readonly ticketId: number
    readonly technician: string
    /** Resolves once each open page of the company has received an event with this text. */
    readonly received: (text: string) => Promise<unknown>
  }) => Promise<unknown>
  /** So many pages of each company are open meanwhile. */
  readonly pages?: number
}

const creation = (): Request => ({ method: 'POST', path: '/api/tickets', body: newTicketBody('Harold') })

const WORKS: readonly Work[] = [
  { name: 'create a ticket', run: ({ ask }) => ask(creation()) },
  {
    name: 'change a job line',
    run: ({ ask, ticketId }) =>
      ask({
        method: 'PATCH',
        path: `/api/tickets/${ticketId}/jobs/1`,
        body: JSON.stringify({ cause: randomUUID() }),
      }),
  },
  {
    name: 'read a ticket',
    run: ({ ask, ticketId }) => ask({ method: 'GET', path: `/api/tickets/${ticketId}` }),
  },
  {
    name: 'a change that five open pages receive',
    pages: 5,
    run: async ({ ask, ticketId, received }) => {
      const firstName = `mark-${randomUUID()}`
      const body = JSON.stringify({ customerDetails: { firstName } })
      await Promise.all([
        received(firstName),
        ask({ method: 'PATCH', path: `/api/tickets/${ticketId}`, body }),
      ])
    },
  },
  { name: 'the board', run: ({ ask }) => ask({ method: 'GET', path: '/api/board' }) },
  { name: 'search the tickets', run: ({ ask }) => ask({ method: 'GET', path: '/api/tickets?q=whitcomb' }) },
  {
    name: 'a work history',
    run: ({ ask }) => ask({ method: 'GET', path: '/api/work-history/1RGDE4427J1234567' }),
  },
  {
    name: 'a ticket through its life, ten commands',
    run: async ({ ask, technician }) => {
      const { ticketId } = await ask(creation())
      const at = `/api/tickets/${ticketId}`
      const assignment = JSON.stringify({ employeeId: technician })
      await ask({ method: 'PUT', path: `${at}/technician`, body: assignment })
      await ask(post(`${at}/jobs/1/clock-in`), 'technician')
      await ask({ method: 'PATCH', path: `${at}/jobs/1`, body: JSON.stringify({ cause: 'Worn gear' }) })
      await ask(post(`${at}/jobs/1/clock-out`), 'technician')
      await ask(post(`${at}/parts`, { quantity: 1, description: 'Gear', perPartAmount: 20 }))
      await ask(post(`${at}/ask-approval`))
      await ask(post(`${at}/approve`))
      await ask(post(`${at}/finalize`))
      await ask(post(`${at}/complete`))
    },
  },
]

const RECEIVE_TIMEOUT_MS = 10_000

/** An open page: the live stream of whoever has this cookie. */
async function openPage(url: string, cookie: string, stopped: AbortSignal) {
  const response = await fetch(`${url}/api/live`, { headers: { cookie }, signal: stopped })
  if (!response.ok) throw new Error(`A live stream was answered with ${response.status}.`)
  const stream = readStream(response)
  return async (text: string): Promise<void> => {
    const until = performance.now() + RECEIVE_TIMEOUT_MS
    while (!stream.heard.includes(text)) {
      if (performance.now() > until) throw new Error('An open page has not received a change.')
      await new Promise(resolve => setTimeout(resolve, 1))
    }
  }
}

/** Once warm, the cost of one time, by one client that goes through the companies in turn. */
async function costOf(
  side: Side,
  postmasters: readonly number[],
  { run, pages = 0 }: Work,
  times: number,
): Promise<Cost> {
  const agent = new Agent({ keepAlive: true })
  const ids: number[] = []
  for (const { cookie } of side.companies) ids.push((await send(side, cookie, agent, creation())).ticketId)
  const stop = new AbortController()
  const open = (cookie: string) =>
    Promise.all(Array.from({ length: pages }, () => openPage(side.product.url, cookie, stop.signal)))
  const openPages = await Promise.all(side.companies.map(({ cookie }) => open(cookie)))
  const took: number[] = []
  const count = () => side.proxies.reduce((sum, proxy) => sum + proxy.sent(), 0)
  const usage = () => postmasters.reduce((sum, pid) => sum + cpuOfTree(pid), 0)
  let before = { cpu: 0, messages: 0 }
  for (let time = -Math.ceil(times / 4); time < times; time += 1) {
    if (time === 0) before = { cpu: usage(), messages: count() }
    const index = (time + times) % COMPANIES
    const shop = side.companies[index] as Shop
    const startedAt = performance.now()
    await run({
      ask: (request, as) =>
        send(side, as === undefined ? shop.cookie : shop.technician.cookie, agent, request),
      ticketId: ids[index] ?? 0,
      technician: shop.technician.id,
      received: text => Promise.all((openPages[index] ?? []).map(received => received(text))),
    })
    took.push(performance.now() - startedAt)
  }
  stop.abort()
  agent.destroy()
  const cpuMs = ((usage() - before.cpu) / times) * 1000
  return { cpuMs, ms: median(took.slice(-times)), messages: (count() - before.messages) / times }
}

const rounded = (value: number): string => value.toFixed(1)

/** Rows with the cluster as the product and one PostgreSQL as its baseline. */
export async function measureCitus(url: string, quick: boolean): Promise<ReportRow[]> {
  const cluster = await findCluster(url)
  const postmasters = await postmastersOf(cluster)
  const folder = await mkdtemp(join(tmpdir(), 'rigwright-bench-'))
  const sides: Side[] = []
  try {
    for (const isDistributed of [true, false]) sides.push(await startSide(cluster, folder, isDistributed))
    const [distributed, plain] = sides
    if (distributed === undefined || plain === undefined) throw new Error('Two sides are compared.')
    const rows: ReportRow[] = []
    for (const work of WORKS) {
      printLine(work.name)
      const times = quick ? TIMES / 4 : TIMES
      const ours = await costOf(distributed, postmasters, work, times)
      const theirs = await costOf(plain, postmasters, work, times)
      rows.push({
        work: work.name,
        unit: 'ms of processor',
        product: ours.cpuMs,
        baseline: theirs.cpuMs,
        ratio: ours.cpuMs / theirs.cpuMs,
        goal: 3,
        goalOf: 'ratio',
        better: 'less',
        note: `${rounded(ours.messages)} messages; half within ${rounded(ours.ms)} ms, one PostgreSQL ${rounded(theirs.ms)}`,
      })
    }
    return rows
  } finally {
    for (const { product, proxies } of sides) {
      await product.end('SIGTERM')
      for (const proxy of proxies) proxy.close()
    }
    await dropDatabases(cluster, PREFIX)
    await rm(folder, { recursive: true, force: true })
  }
}
