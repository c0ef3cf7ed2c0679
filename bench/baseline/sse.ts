// LISTEN, and plain server-sent events: a change is read once, and one buffer is sent to everyone.

import type { ServerResponse } from 'node:http'
import pg from 'pg'
import { CHANNEL } from './create-ticket.ts'

export async function createSseHandler(pool: pg.Pool, connection: pg.ClientConfig) {
  const channels = new Map<string, { cursor: number; listeners: Set<ServerResponse>; turn: Promise<void> }>()

  async function read(company: string): Promise<void> {
    const channel = channels.get(company)
    if (channel === undefined) return
    const { rows } = await pool.query(
      'select version, kind, id, card from change_log where company_id = $1 and version > $2 order by version',
      [company, channel.cursor],
    )
    if (rows.length === 0) return
    channel.cursor = Number(rows.at(-1).version)
    const events = rows.map(
      ({ version, kind, id, card }) => `data: ${JSON.stringify({ kind, id, card })}\nid: ${version}\n\n`,
    )
    const buffer = Buffer.from(events.join(''))
    for (const listener of channel.listeners) listener.write(buffer)
  }

  const listenClient = new pg.Client(connection)
  await listenClient.connect()
  listenClient.on('notification', ({ payload = '' }) => {
    const channel = channels.get(payload)
    if (channel !== undefined) channel.turn = channel.turn.then(() => read(payload))
  })
  await listenClient.query(`listen ${CHANNEL}`)

  return async function follow(company: string, response: ServerResponse): Promise<void> {
    if (!channels.has(company)) {
      const { rows } = await pool.query('select version from company_version where company_id = $1', [
        company,
      ])
      const channel = { cursor: Number(rows[0].version), listeners: new Set<ServerResponse>() }
      if (!channels.has(company)) channels.set(company, { ...channel, turn: Promise.resolve() })
    }
    const channel = channels.get(company)
    channel?.listeners.add(response)
    response.on('close', () => channel?.listeners.delete(response))
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: ready\ndata: {}\n\n')
  }
}
