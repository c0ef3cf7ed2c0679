import pg from 'pg'
import { KeepingFailed } from './errors.ts'

/** A connection of one's own, beside the server's. Throws a KeepingFailed with one sentence. */
export async function connect(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, application_name: 'rigwright-keeper' })
  // The statement that waits is told as well.
  client.on('error', () => {})
  await client.connect().catch(fault => {
    throw new KeepingFailed(`The database cannot be reached (${fault.message || fault.code}).`, {
      cause: fault,
    })
  })
  return client
}
