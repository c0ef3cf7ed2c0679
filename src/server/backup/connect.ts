import pg from 'pg'
import { BackupError } from './errors.ts'

/** A connection of one's own, beside the server's. Throws a KeepingFailed with one sentence. */
export async function connect(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, application_name: 'rigwright-backup' })
  // The statement that waits is told as well.
  client.on('error', () => {})
  await client.connect().catch(error => {
    throw new BackupError(`Can’t reach the database (${error.message || error.code}).`, {
      cause: error,
    })
  })
  return client
}
