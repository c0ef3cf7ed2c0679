// The bench environment: a temporary data folder, product and baseline on one PostgreSQL in it, and companies with
// logged-in owners.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { PRODUCT, ServerProcess } from '../test/support/server-process.mjs'
import tables from './baseline/tables.sql?raw'
import { ChildProgram } from './child-program.ts'
import type { LoadOptions, LoadResult } from './load.ts'
import { printLine } from './result-table.ts'
import { sendRequest } from './send-request.ts'
import type { ReceivedMarkers, SubscriberCommand } from './sse-subscribers.ts'

export const PASSWORD = 'campfire-and-coffee'
/** One has the large board, two are the desk's, the others are written to. */
export const COMPANIES = 20

export type Company = {
  readonly companyId: string
  /** The owner's cookie, for the product. */
  readonly cookie: string
}

export type BenchEnvironment = {
  readonly folder: string
  readonly dataDir: string
  product: ServerProcess
  baseline: ServerProcess
  readonly companies: readonly Company[]
  readonly load: ChildProgram<LoadOptions, LoadResult>
  readonly subscribers: ChildProgram<SubscriberCommand, ReceivedMarkers>
  /** A client of the product's or the baseline's database, without row-level security. */
  readonly withClient: <T>(of: 'product' | 'baseline', work: (client: pg.Client) => Promise<T>) => Promise<T>
  readonly tearDown: () => Promise<void>
}

const BASELINE = fileURLToPath(new URL('./server.js', import.meta.url))

async function started(server: ServerProcess): Promise<ServerProcess> {
  await server.start()
  return server
}

/** The built product, as a supervisor would start it. Its log goes to a file in `folder`. */
export const startProduct = (
  folder: string,
  dataDir: string,
  profile?: string,
  env: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> => {
  const profiler = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`]
  const program = [...profiler, PRODUCT]
  return started(
    new ServerProcess({ dataDir, program, env: { LOG: 'json', ...env }, logFile: join(folder, 'log') }),
  )
}

/** The baseline on a running database, or with one that it starts itself. */
export const startBaseline = (folder: string, database: { connection: object } | { dataDir: string }) => {
  const env: Record<string, string> =
    'dataDir' in database
      ? { BASELINE_DATA_DIR: database.dataDir }
      : { BASELINE_CONNECTION: JSON.stringify(database.connection) }
  return started(
    new ServerProcess({ dataDir: folder, program: [BASELINE], env, logFile: join(folder, 'log') }),
  )
}

async function post(url: string, sent: object): Promise<Response> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(sent),
  })
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  return response
}

/** The cookie of an account that has the bench's password. */
export async function signIn(url: string, email: string): Promise<string> {
  const signedIn = await post(`${url}/api/auth/sign-in/email`, { email, password: PASSWORD })
  const cookie = signedIn.headers.getSetCookie().map(set => set.split(';')[0])
  return cookie.join('; ')
}

export async function registerCompany(url: string, index: number): Promise<Company> {
  const email = `owner${index}@bench.example`
  const registered = await post(`${url}/api/companies`, {
    companyName: `Company ${index}`,
    email,
    password: PASSWORD,
    companyPhone: '(574) 555-0142',
    laborRate: 145,
    timeZone: 'America/Chicago',
  })
  const { companyUUID } = (await registered.json()) as { companyUUID: string }
  return { companyId: companyUUID, cookie: await signIn(url, email) }
}

async function createBaselineDatabase(
  connection: pg.ClientConfig,
  companies: readonly Company[],
): Promise<void> {
  const adminClient = new pg.Client(connection)
  await adminClient.connect()
  await adminClient.query('create database baseline')
  await adminClient.end()
  const client = new pg.Client({ ...connection, database: 'baseline' })
  await client.connect()
  await client.query(tables)
  for (const { companyId } of companies)
    await client.query('insert into company_version values ($1, 0)', [companyId])
  await client.end()
}

export async function setUp(profile?: string): Promise<BenchEnvironment> {
  const folder = await mkdtemp(join(tmpdir(), 'rigwright-bench-'))
  const dataDir = join(folder, 'data')
  const cleanups: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })]
  const tearDown = async () => {
    for (const step of cleanups.splice(0).toReversed()) await step()
  }
  try {
    printLine('Starting the product on a new data folder')
    const product = await startProduct(folder, dataDir, profile)
    const environment = { product } as { product: ServerProcess; baseline: ServerProcess }
    cleanups.push(() => environment.product.end('SIGTERM'))
    // PostgreSQL's socket path may be too long here; the temp folder's is short.
    const connection = { host: join(dataDir, 'run'), port: 5432, user: 'rigwright', database: 'rigwright' }
    const companies: Company[] = []
    for (let index = 0; index < COMPANIES; index += 1)
      companies.push(await registerCompany(product.url, index))
    await createBaselineDatabase(connection, companies)
    environment.baseline = await startBaseline(folder, { connection })
    cleanups.push(() => environment.baseline.end('SIGTERM'))
    const load = new ChildProgram<LoadOptions, LoadResult>('load')
    const subscribers = new ChildProgram<SubscriberCommand, ReceivedMarkers>('sse-subscribers')
    cleanups.push(
      () => load.stop(),
      () => subscribers.stop(),
    )
    const withClient: BenchEnvironment['withClient'] = async (database, work) => {
      const client = new pg.Client({
        ...connection,
        ...(database === 'baseline' && { database: 'baseline' }),
      })
      await client.connect()
      try {
        return await work(client)
      } finally {
        await client.end()
      }
    }
    const { status } = await sendRequest({
      method: 'GET',
      url: `${environment.baseline.url}/api/health`,
      headers: {},
    })
    if (status !== 200) throw new Error(`The baseline answers ${status}.`)
    return Object.assign(environment, { folder, dataDir, companies, load, subscribers, withClient, tearDown })
  } catch (error) {
    await tearDown()
    throw error
  }
}

export type Side = 'product' | 'baseline'
const BOTH = ['product', 'baseline'] as const

/** Each round measures both sides, and alternates which goes first. */
export async function alternate<T>(rounds: number, measure: (side: Side) => Promise<T>) {
  const measured: { product: T; baseline: T }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const found = {} as { product: T; baseline: T }
    for (const side of round % 2 === 0 ? BOTH : BOTH.toReversed()) found[side] = await measure(side)
    measured.push(found)
  }
  return measured
}

/** The headers of this company's owner, on either side. */
export const headersOf = (side: Side, { companyId, cookie }: Company): Record<string, string> =>
  side === 'product' ? { cookie } : { company: companyId }
