// Where it all happens: a data folder that goes when the bench ends, the product and the floor on one
// PostgreSQL in it, and companies with an owner who is signed in.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import tables from './baseline/tables.sql?raw'
import { Crew } from './child-processes.ts'
import { ask } from './http-client.ts'
import type { Load, Measured } from './load.ts'
import { tell } from './report.ts'
import { type Program, startFloor, startProduct } from './server-process.ts'
import type { Heard, Watching } from './sse-subscribers.ts'

const PASSWORD = 'campfire-and-coffee'
/** One keeps the large board, the others are written into. */
export const COMPANIES = 17

export type Company = {
  readonly companyId: string
  /** What a request of its owner carries, at the product. */
  readonly cookie: string
}

export type Stage = {
  readonly folder: string
  readonly dataDir: string
  product: Program
  floor: Program
  readonly companies: readonly Company[]
  readonly load: Crew<Load, Measured>
  readonly audience: Crew<Watching, Heard>
  /** A client of the product's own database, or of the floor's, past every wall. */
  readonly inside: <T>(of: 'product' | 'floor', work: (client: pg.Client) => Promise<T>) => Promise<T>
  readonly strike: () => Promise<void>
}

async function openCompany(url: string, index: number): Promise<Company> {
  const email = `owner${index}@bench.example`
  const post = async (path: string, sent: object) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(sent),
    })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return response
  }
  const registered = await post('/api/companies', {
    ...{ companyName: `Company ${index}`, email, password: PASSWORD },
    ...{ companyPhone: '(574) 555-0142', laborRate: 145, timeZone: 'America/Chicago' },
  })
  const { companyUUID } = (await registered.json()) as { companyUUID: string }
  const signedIn = await post('/api/auth/sign-in/email', { email, password: PASSWORD })
  const cookie = signedIn.headers.getSetCookie().map(set => set.split(';')[0])
  return { companyId: companyUUID, cookie: cookie.join('; ') }
}

async function layFloor(connection: pg.ClientConfig, companies: readonly Company[]): Promise<void> {
  const house = new pg.Client(connection)
  await house.connect()
  await house.query('create database floor')
  await house.end()
  const floor = new pg.Client({ ...connection, database: 'floor' })
  await floor.connect()
  await floor.query(tables)
  for (const { companyId } of companies)
    await floor.query('insert into company_version values ($1, 0)', [companyId])
  await floor.end()
}

export async function setStage(profile?: string): Promise<Stage> {
  const folder = await mkdtemp(join(tmpdir(), 'rigwright-bench-'))
  const dataDir = join(folder, 'data')
  const undo: (() => unknown)[] = [() => rm(folder, { recursive: true, force: true })]
  const strike = async () => {
    for (const step of undo.splice(0).toReversed()) await step()
  }
  try {
    tell('Starting the product on a new data folder')
    const product = await startProduct(folder, dataDir, profile)
    const stage = { product } as { product: Program; floor: Program }
    undo.push(() => stage.product.stop())
    // Where a socket's path would be too long, PostgreSQL listens elsewhere; the temp folder's is short.
    const connection = { host: join(dataDir, 'run'), port: 5432, user: 'rigwright', database: 'rigwright' }
    const companies: Company[] = []
    for (let index = 0; index < COMPANIES; index += 1) companies.push(await openCompany(product.url, index))
    await layFloor(connection, companies)
    stage.floor = await startFloor(folder, { connection })
    undo.push(() => stage.floor.stop())
    const load = new Crew<Load, Measured>('load')
    const audience = new Crew<Watching, Heard>('sse-subscribers')
    undo.push(
      () => load.dismiss(),
      () => audience.dismiss(),
    )
    const inside: Stage['inside'] = async (of, work) => {
      const client = new pg.Client({ ...connection, ...(of === 'floor' && { database: 'floor' }) })
      await client.connect()
      try {
        return await work(client)
      } finally {
        await client.end()
      }
    }
    const { status } = await ask({ method: 'GET', url: `${stage.floor.url}/api/health`, headers: {} })
    if (status !== 200) throw new Error(`The floor answers ${status}.`)
    return Object.assign(stage, { folder, dataDir, companies, load, audience, inside, strike })
  } catch (fault) {
    await strike()
    throw fault
  }
}

export type Side = 'product' | 'floor'
const BOTH = ['product', 'floor'] as const

/** Each round takes both sides, and each round begins with the other. */
export async function alternate<T>(rounds: number, measure: (side: Side) => Promise<T>) {
  const measured: { product: T; floor: T }[] = []
  for (let round = 0; round < rounds; round += 1) {
    const found = {} as { product: T; floor: T }
    for (const side of round % 2 === 0 ? BOTH : BOTH.toReversed()) found[side] = await measure(side)
    measured.push(found)
  }
  return measured
}

/** What a request of this company's owner carries, on either side. */
export const headersOf = (side: Side, { companyId, cookie }: Company): Record<string, string> =>
  side === 'product' ? { cookie } : { company: companyId }
