// `npm run db:distribute`: distributes the database in DATABASE_URL over a Citus cluster.

import { connectToDatabase } from '#server/backup/snapshot.ts'
import { readSettings } from '#server/config/settings.ts'
import { distributionSteps } from '#server/db/citus-distribution.ts'
import { DistributionError, distributeTables } from '#server/db/distribute-tables.ts'
import { print, printError } from '#server/lib/terminal.ts'

async function run(): Promise<void> {
  if (process.argv.includes('--print')) {
    const steps = distributionSteps().flatMap(({ statements }) => statements)
    const statements = ['create extension if not exists citus', ...steps]
    return print(statements.map(statement => `${statement};`).join('\n'))
  }
  const { databaseUrl } = readSettings(process.env)
  if (databaseUrl === undefined)
    throw new DistributionError('Set DATABASE_URL to the coordinator of the Citus cluster.')
  const client = await connectToDatabase({ connectionString: databaseUrl })
  try {
    await distributeTables(client, print)
  } finally {
    await client.end()
  }
}

await run().catch(error => {
  printError(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})
