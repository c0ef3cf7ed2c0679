// Runs the whole bench, row by row.

import { availableParallelism } from 'node:os'
import { FULL, QUICK } from './bench-duration.ts'
import { type BenchEnvironment, setUp } from './bench-environment.ts'
import { measureCitus } from './citus.ts'
import { type BenchOptions, parseOptions, type ScenarioName } from './cli-options.ts'
import { measureGrowth } from './growth.ts'
import { CLUSTERS, printLine, type ReportRow, SIDES, SIZES, tableOf } from './result-table.ts'
import { measureCreate } from './scenarios/create-tickets.ts'
import { measureDesk } from './scenarios/desk-actions.ts'
import { measureImport } from './scenarios/import-tree.ts'
import { measureListeners } from './scenarios/listener-cost.ts'
import { measureLive } from './scenarios/live-latency.ts'
import { measureBoard, measureHistory, seedBoard } from './scenarios/read-board-and-history.ts'
import { measureScreen } from './scenarios/render-board-page.ts'
import { measureServerTime } from './scenarios/server-time.ts'
import { measureMemory, measureStart } from './scenarios/start-time-and-memory.ts'

async function measure(
  environment: BenchEnvironment,
  { only, quick, importMegabytes }: BenchOptions,
  rows: ReportRow[],
): Promise<void> {
  const length = quick ? QUICK : FULL
  const wanted = (...names: ScenarioName[]) => names.some(name => only.includes(name))
  if (wanted('create')) rows.push(...(await measureCreate(environment, length)))
  if (wanted('live')) rows.push(...(await measureLive(environment, length)))
  if (wanted('desk')) rows.push(...(await measureDesk(environment, length)))
  if (wanted('board', 'screen')) await seedBoard(environment)
  if (wanted('board')) rows.push(...(await measureBoard(environment, length)))
  if (wanted('screen')) rows.push(...(await measureScreen(environment, length)))
  if (wanted('history')) rows.push(...(await measureHistory(environment, length)))
  if (wanted('promises')) rows.push(...(await measureServerTime(environment, length)))
  if (!wanted('memory', 'start', 'import')) return
  await environment.baseline.end('SIGTERM')
  await environment.product.end('SIGTERM')
  if (wanted('start')) rows.push(...(await measureStart(environment, length)))
  if (wanted('memory')) rows.push(...(await measureMemory(environment)))
  if (wanted('import')) rows.push(...(await measureImport(environment, importMegabytes)))
}

/** Exits with 1 if it cannot measure, never because of the results. */
export async function runBench(args: readonly string[]): Promise<void> {
  let environment: BenchEnvironment | undefined
  /** Growth compares two sizes. */
  let other: BenchEnvironment | undefined
  let isOver = false
  const end = async () => {
    if (isOver) return
    isOver = true
    await other?.tearDown()
    await environment?.tearDown()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void end().finally(() => process.exit(130)))
  try {
    const options = parseOptions(args)
    if (options.citus) {
      const { CITUS_URL } = process.env
      if (!CITUS_URL) throw new Error('Set CITUS_URL to a database on the coordinator of a Citus cluster.')
      const rows = await measureCitus(CITUS_URL, options.quick)
      process.stdout.write(`${tableOf(rows, CLUSTERS)}\n`)
      return
    }
    environment = await setUp(options.profile)
    const { growth } = options
    if (options.listeners) {
      process.stdout.write(`${await measureListeners(environment)}\n`)
      return
    }
    if (growth !== null) other = await setUp()
    const machine = { cores: availableParallelism(), platform: process.platform, node: process.version }
    const print = (rows: readonly ReportRow[]) =>
      process.stdout.write(
        `${options.json ? JSON.stringify({ machine, rows }, null, 2) : tableOf(rows, growth === null ? SIDES : SIZES)}\n`,
      )
    if (other !== undefined && growth !== null) {
      print(await measureGrowth(environment, other, growth))
      return
    }
    const rows: ReportRow[] = []
    // A row that cannot be measured does not take the others with it.
    await measure(environment, options, rows).finally(() => print(rows))
  } catch (error) {
    printLine(error instanceof Error ? error.message : String(error))
    process.exitCode = 1
  } finally {
    await end()
  }
}
