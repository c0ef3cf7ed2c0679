import pg from 'pg'
import { BackupError } from './backup-errors.ts'

/** A separate connection, beside the server's. Throws a BackupError with one sentence. */
export async function connectToDatabase(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, application_name: 'rigwright-backup' })
  // The pending statement gets the error as well.
  client.on('error', () => {})
  await client.connect().catch(error => {
    throw new BackupError(`Can’t reach the database (${error.message || error.code}).`, {
      cause: error,
    })
  })
  return client
}
