// `npm run export`: writes companies as a database tree, with or without a running server.

import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { assertNoPartialRestore, type DatabaseAccess, openDatabaseFor } from '#server/backup/server-data.ts'
import { readSettings } from '#server/config/settings.ts'
import { createDatabase } from '#server/db/database.ts'
import { NO_TIMEOUTS } from '#server/db/pool.ts'
import { type ExportFormat, FORMATS, listFiles } from '#server/features/export/stream-files.ts'
import { findCompanies, streamTree } from '#server/features/export/stream-tree.ts'
import { writeFiles } from '#server/features/export/write-files.ts'

const USAGE = `Usage: npm run --silent export -- [--company ID] [--out FOLDER] [--format tree|json|csv]

Writes companies with their employees, tickets, rigs, customers and work history as the JSON of a database tree, which
npm run import reads. Nothing is changed. Passwords do not travel.

  --company ID     only this company, with the visits it made; without it, all
  --out FOLDER     into this folder, which must be empty or new, as tree.json; without it, to standard output
  --format FORMAT  with --out: tree (without it); json, what Export Everything in the office gives, a file for each
                   company; csv, spreadsheets of tickets, jobs, parts, clock sessions, employees, customers and history
  --help           this text`

const printError = (line: string): void => void process.stderr.write(`${line}\n`)

const isFormat = (word: string): word is ExportFormat => FORMATS.some(format => format === word)

let databaseAccess: DatabaseAccess | undefined
try {
  const { values } = parseArgs({
    options: {
      company: { type: 'string' },
      out: { type: 'string' },
      format: { type: 'string', default: 'tree' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) process.stdout.write(`${USAGE}\n`)
  else {
    const { out, format } = values
    if (!isFormat(format) || (format !== 'tree' && out === undefined)) throw new Error(USAGE)
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
      if (out === undefined) return pipeline(Readable.from(streamTree(options, companyIds)), process.stdout)
      await writeFiles(out, listFiles(options, companyIds, format))
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
