// `npm run export`: writes companies as a database tree, with or without a running server.

import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { imageFileOf } from '#domain/export/images.ts'
import { createFileStore } from '#server/backup/server-data.ts'
import { readSettings } from '#server/config/settings.ts'
import { NO_TIMEOUTS } from '#server/db/connections/pool.ts'
import { withSnapshot } from '#server/db/snapshot.ts'
import { type ExportFormat, FORMATS, listFiles } from '#server/features/export/stream-files.ts'
import { ExportError, findCompanies, streamTree } from '#server/features/export/stream-tree.ts'
import { writeFiles } from '#server/features/export/write-files.ts'
import { print, printError, showProgress } from './progress.ts'
import { withDatabase } from './with-database.ts'

const USAGE = `Usage: npm run --silent export -- [--company ID] [--out FOLDER] [--format tree|json|csv]

Writes companies with their employees, tickets, rigs, customers and work history as the JSON of a database tree, which
npm run import reads; all as it was at one moment. Nothing is changed. Passwords do not travel.

  --company ID     only this company, with the visits it made; without it, all
  --out FOLDER     into this folder, which must be empty or new, as tree.json, with the images beside it; without it,
                   to standard output, and images are not written
  --format FORMAT  with --out: tree (without it); json, a file for each company; csv, spreadsheets of tickets, jobs,
                   parts, clock sessions and their corrections, photos, plans, employees, customers, history, reviews and
                   the change log
  --help           this text`

const isFormat = (word: string): word is ExportFormat => FORMATS.some(format => format === word)

const MEGABYTE = 1024 ** 2

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())

try {
  const { values } = parseArgs({
    options: {
      company: { type: 'string' },
      out: { type: 'string' },
      format: { type: 'string', default: 'tree' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) print(USAGE)
  else {
    const { out, format } = values
    if (!isFormat(format)) throw new Error(`There is no format ${format}. Choose ${FORMATS.join(', ')}.`)
    if (format !== 'tree' && out === undefined)
      throw new Error(`${format} is several files: say into which folder with --out.`)
    const settings = readSettings(process.env)
    await withDatabase(settings, printError, NO_TIMEOUTS, (_, connection) =>
      withSnapshot(connection, async database => {
        const options = { database, companyId: values.company ?? null, now: new Date() }
        const link = (path: string) => `${settings.baseUrl ?? ''}${path}`
        const companyIds = await findCompanies({ ...options, link })
        if (out === undefined) {
          printError('Images are not written: they need --out FOLDER.')
          const tree = Readable.from(streamTree({ ...options, link }, companyIds))
          return pipeline(tree, process.stdout, { signal: stopping.signal }).catch(error => {
            throw stopping.signal.aborted ? new ExportError('Stopped: the tree is incomplete.') : error
          })
        }
        const { read } = await createFileStore(settings)
        let missing = 0
        const files = listFiles(
          {
            ...options,
            link: (path, companyId) => (companyId === undefined ? path : imageFileOf(path, companyId)),
            readImage: read,
            onMissingImage: () => {
              missing += 1
            },
          },
          companyIds,
          [format],
        )
        await writeFiles(out, files, {
          signal: stopping.signal,
          onProgress: (name, bytes) => showProgress(`Writing ${name}: ${(bytes / MEGABYTE).toFixed(1)} MB`),
        })
        printError(`Wrote ${companyIds.length.toLocaleString('en-US')} companies to ${out}.`)
        if (missing > 0)
          printError(`${missing.toLocaleString('en-US')} images are missing: they are not in the file store.`)
      }),
    )
  }
} catch (error) {
  printError(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
