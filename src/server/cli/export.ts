// `npm run export`: writes companies as a database tree, with or without a running server.

import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { assertNoPartialRestore, type DatabaseAccess, openDatabaseFor } from '#server/backup/server-data.ts'
import { readSettings } from '#server/config/settings.ts'
import { createDatabase } from '#server/db/database.ts'
import { NO_TIMEOUTS } from '#server/db/pool.ts'
import { findCompanies, streamTree } from '#server/features/export/stream-tree.ts'
import { writeFiles } from '#server/features/export/write-files.ts'

const USAGE = `Usage: npm run --silent export -- [--company ID] [--out FOLDER]

Writes companies with their employees, tickets, rigs, customers and work history as the JSON of a database tree, which
npm run import reads. Nothing is changed. Passwords do not travel.

  --company ID     only this company, with the visits it made; without it, all
  --out FOLDER     into this folder, which must be empty or new, as tree.json; without it, to standard output
  --help           this text`

const printError = (line: string): void => void process.stderr.write(`${line}\n`)

let databaseAccess: DatabaseAccess | undefined
try {
  const { values } = parseArgs({
    options: { company: { type: 'string' }, out: { type: 'string' }, help: { type: 'boolean' } },
  })
  if (values.help) process.stdout.write(`${USAGE}\n`)
  else {
    const settings = readSettings(process.env)
    assertNoPartialRestore(settings.dataDir)
    databaseAccess = await openDatabaseFor(settings, printError)
    const { database, close } = createDatabase(
      databaseAccess.connection,
      error => printError(error.message),
      NO_TIMEOUTS,
    )
    const options = {
      database,
      companyId: values.company ?? null,
      now: new Date(),
      link: (path: string) => `${settings.baseUrl ?? ''}${path}`,
    }
    const write = async () => {
      const companyIds = await findCompanies(options)
      const text = streamTree(options, companyIds)
      const { out } = values
      if (out === undefined) return pipeline(Readable.from(text), process.stdout)
      await writeFiles(out, Readable.from([{ name: 'tree.json', text }]))
      printError(`Wrote ${companyIds.length.toLocaleString('en-US')} companies to ${out}.`)
    }
    await write().finally(close)
  }
} catch (error) {
  printError(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
} finally {
  await databaseAccess?.close()
}
