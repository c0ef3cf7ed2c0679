// The baseline: node:http and pg, and nothing in between: the minimum cost of any server on this machine with this
// database.

import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'
import { type EmbeddedDatabase, startEmbeddedDatabase } from '#server/db/embedded/embedded-database.ts'
import { insertTicket } from './create-ticket.ts'
import { createSseHandler } from './sse.ts'

const BASELINE_PATHS = 'baseline'

/** With a data folder it starts the database itself, like the product; otherwise it gets a connection. */
async function database(): Promise<Pick<EmbeddedDatabase, 'connection' | 'stop'>> {
  const { BASELINE_DATA_DIR: dataDir, BASELINE_CONNECTION: connection = '' } = process.env
  if (dataDir !== undefined) return startEmbeddedDatabase({ dataDir, log: () => {} })
  return { connection: JSON.parse(connection), stop: async () => {} }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts).toString()
}

// One section at a time along its index: for all four at once, PostgreSQL assumes the same share of open tickets in
// each company, and scans the whole table for one with mostly completed tickets.
const BOARD = `select state, card from unnest(array['pending', 'active', 'approval', 'completed']) as section,
  lateral (select state, card from ticket where company_id = $1 and state = section
           order by transitioned_at desc limit 200) as placed`
const HISTORY = `select ticket_id as "ticketId", completed_timestamp as "completedTimestamp",
  time_zone as "timeZone", technician, total_balance as "totalBalance"
  from work_history where vin = $1 order by completed_timestamp desc`

async function main(): Promise<void> {
  const { connection: defaults, stop } = await database()
  const connection = { ...defaults, database: BASELINE_PATHS }
  const pool = new pg.Pool({ ...connection, max: 12 })
  const follow = await createSseHandler(pool, connection)

  async function answer(request: IncomingMessage): Promise<object> {
    const { url = '', method } = request
    const company = String(request.headers.company ?? '')
    if (method === 'POST') return { ticketId: await insertTicket(pool, company, await bodyOf(request)) }
    if (url === '/api/board') {
      const { rows } = await pool.query(BOARD, [company])
      const lane = (state: string) => ({
        cards: rows.filter(row => row.state === state).map(row => row.card),
      })
      const [pending, active, approval, completed] = ['pending', 'active', 'approval', 'completed'].map(lane)
      return { pending, active, approval, completed }
    }
    if (url.startsWith('/api/work-history/')) {
      const vin = url.slice('/api/work-history/'.length)
      return { vin, entries: (await pool.query(HISTORY, [vin])).rows }
    }
    await pool.query('select 1')
    return { ok: true }
  }

  const server = createServer((request, response) => {
    const failed = (error: unknown) => response.writeHead(500).end(String(error))
    if (request.url === '/api/live') {
      follow(String(request.headers.company), response).catch(failed)
      return
    }
    answer(request).then(value => {
      const text = JSON.stringify(value)
      const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
      response.writeHead(request.method === 'POST' ? 201 : 200, headers).end(text)
    }, failed)
  })
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`The baseline is at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
  })
  process.once('SIGTERM', () => {
    pool.end().finally(() => stop().finally(() => process.exit(0)))
  })
}

await main()
