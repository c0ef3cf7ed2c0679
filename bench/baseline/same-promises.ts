// The same promises by hand: node:http and pg with exactly the statements of the product on its own database, as they were
// recorded, and nothing in between. What the product takes beyond this is its own.

import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import pg from 'pg'
import { prepare, type Recording, type Varying, type Work } from './recorded-request.ts'

const { connection, requests, ticketIds }: Recording = JSON.parse(
  readFileSync(process.env.RECORDING ?? '', 'utf8'),
)
const pool = new pg.Pool({ ...connection, max: 12, pipeline: true })
const prepared = {
  create: prepare(requests.create),
  change: prepare(requests.change),
  read: prepare(requests.read),
  history: prepare(requests.history),
}

const FIRST_ID = 100_000
const ID_COUNT = 900_000
/** Prime to their count, so each number comes once, and far from the one before. */
const ID_STEP = 7919
const taken = new Set(ticketIds)
let steps = 0

function newTicketId(): number {
  steps++
  const ticketId = FIRST_ID + ((steps * ID_STEP) % ID_COUNT)
  return taken.has(ticketId) ? newTicketId() : ticketId
}

/** Sends the recorded statements, those of a flight at once, and resolves with their results. */
async function send(work: Work, values: Varying): Promise<pg.QueryResult[]> {
  const client = await pool.connect()
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Socket } }).connection
  try {
    const results: pg.QueryResult[] = []
    for (const flight of prepared[work](values)) {
      stream.cork()
      const sent = flight.map(query => client.query(query))
      process.nextTick(() => stream.uncork())
      results.push(...(await Promise.all(sent)))
    }
    return results
  } finally {
    client.release()
  }
}

/** Which statement has the answer: the one with the largest rows in the first. */
const answers = new Map<Work, number>()

async function read(work: Work, values: Varying): Promise<string> {
  const results = await send(work, values)
  if (!answers.has(work)) {
    const sizes = results.map(({ rows }) => JSON.stringify(rows).length)
    answers.set(work, sizes.indexOf(Math.max(...sizes)))
  }
  return JSON.stringify(results[answers.get(work) ?? 0]?.rows)
}

async function bodyOf(request: IncomingMessage) {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return JSON.parse(Buffer.concat(parts).toString())
}

async function answer(request: IncomingMessage): Promise<string> {
  const { url = '', method, headers } = request
  const key = String(headers['idempotency-key'] ?? '')
  if (method === 'POST') {
    const { customerRV } = await bodyOf(request)
    const ticketId = newTicketId()
    await send('create', { ticketId: String(ticketId), vin: customerRV.vin, key, text: '' })
    return JSON.stringify({ ticketId })
  }
  const [, , resource, id = ''] = url.split('/')
  if (method === 'PATCH') {
    const { cause } = await bodyOf(request)
    await send('change', { ticketId: id, vin: '', key, text: cause })
    return '{}'
  }
  if (resource === 'work-history') return read('history', { ticketId: '', vin: id, key, text: '' })
  if (resource === 'tickets') return read('read', { ticketId: id, vin: '', key, text: '' })
  return '{}'
}

function respond(response: ServerResponse, status: number, text: string): void {
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }
  response.writeHead(status, headers).end(text)
}

const server = createServer((request, response) => {
  answer(request).then(
    text => respond(response, request.method === 'POST' ? 201 : 200, text),
    error => respond(response, 500, JSON.stringify(String(error))),
  )
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`The server is at http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
process.once('SIGTERM', () => void pool.end().finally(() => process.exit(0)))
