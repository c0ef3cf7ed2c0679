// The memory and the rate of importing a tree of one company, of any size.

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { BenchEnvironment } from '../bench-environment.ts'
import { printLine, type ReportRow } from '../result-table.ts'
import { writeTreeFile } from '../seed/tree-file.ts'

const PROGRAM = fileURLToPath(new URL('../../dist/server/import.js', import.meta.url))
const GOAL_MIB = 500

/** Has the program say at its end how much memory it used at most. */
const PEAK = /^Peak (\d+) KiB$/m
const PRINT_PEAK =
  "data:text/javascript,process.on('exit',()=>console.log('Peak '+process.resourceUsage().maxRSS+' KiB'))"

const READ_RATE = /: ([\d,.]+) MB\/s/
const WRITE_RATE = /^Run .*, ([\d,]+) rows\/s\.$/m

async function runImport(dataDir: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', PRINT_PEAK, PROGRAM, ...args], {
    // Never the database of whoever runs the bench.
    env: { ...process.env, DATABASE_URL: undefined, DATA_DIR: dataDir },
    maxBuffer: Number.POSITIVE_INFINITY,
  })
  return stdout
}

const numberIn = (output: string, pattern: RegExp): number =>
  Number(pattern.exec(output)?.[1]?.replaceAll(',', ''))

/** Both servers are stopped for this; the database starts with the program. */
export async function measureImport(
  { folder, dataDir }: BenchEnvironment,
  megabytes: number,
): Promise<ReportRow[]> {
  const tree = join(folder, 'tree.json')
  printLine(`Importing a tree of ${megabytes} MB`)
  await writeTreeFile(tree, megabytes * 1_000_000)
  const dryRun = await runImport(dataDir, [tree, '--dry-run'])
  const written = await runImport(dataDir, [tree])
  const rates = {
    'dry run': `reads ${numberIn(dryRun, READ_RATE)} MB/s`,
    written: `writes ${numberIn(written, WRITE_RATE).toLocaleString('en-US')} rows/s`,
  }
  return (['dry run', 'written'] as const).map(kind => ({
    work: `import of a tree of ${megabytes} MB, ${kind}: memory at most`,
    unit: 'MiB',
    product: numberIn(kind === 'written' ? written : dryRun, PEAK) / 1024,
    baseline: null,
    ratio: null,
    goal: GOAL_MIB,
    goalOf: 'product',
    better: 'less',
    note: rates[kind],
  }))
}
