// `npm run citus`: spreads the database in DATABASE_URL over the machines of a Citus cluster.

import { connect } from '#server/backup/connect.ts'
import { readSettings } from '#server/config/settings.ts'
import { spreading } from '#server/db/citus-distribution.ts'
import { NotSpread, spread } from '#server/db/distribute.ts'

const say = (line: string): void => void process.stdout.write(`${line}\n`)

async function run(): Promise<void> {
  if (process.argv.includes('--print')) {
    const statements = ['create extension if not exists citus', ...spreading()]
    return say(statements.map(statement => `${statement};`).join('\n'))
  }
  const { databaseUrl } = readSettings(process.env)
  if (databaseUrl === undefined)
    throw new NotSpread(
      'DATABASE_URL names the coordinator of the cluster; without it there is none to spread.',
    )
  const client = await connect({ connectionString: databaseUrl })
  try {
    await spread(client, say)
  } finally {
    await client.end()
  }
}

await run().catch(fault => {
  process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`)
  process.exitCode = 1
})
