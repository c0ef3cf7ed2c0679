// A cold start on a used data folder, and idle memory.

import type { ServerProcess } from '../../test/support/server-process.mjs'
import type { BenchDuration } from '../bench-duration.ts'
import {
  alternate,
  type BenchEnvironment,
  headersOf,
  type Side,
  startBaseline,
  startProduct,
} from '../bench-environment.ts'
import { MEASURE, memoryOf } from '../process-memory.ts'
import { printLine, type ReportRow } from '../result-table.ts'
import { sendRequest } from '../send-request.ts'
import { median, ratioOf } from '../stats.ts'

// The pool closes idle connections after ten seconds.
const IDLE_MS = 15_000

const start = ({ folder, dataDir }: BenchEnvironment, side: Side): Promise<ServerProcess> =>
  side === 'product' ? startProduct(folder, dataDir) : startBaseline(folder, { dataDir })

/** From process start to the first response that needs the database. */
async function timeStart(environment: BenchEnvironment, side: Side): Promise<number> {
  const began = performance.now()
  const program = await start(environment, side)
  const { status } = await sendRequest({ method: 'GET', url: `${program.url}/api/health`, headers: {} })
  const took = performance.now() - began
  await program.end('SIGTERM')
  if (status !== 200) throw new Error(`${side} answered its first request with ${status}.`)
  return took
}

async function measureMemoryOf(environment: BenchEnvironment, side: Side): Promise<number> {
  const program = await start(environment, side)
  try {
    const [company] = environment.companies
    const headers = company === undefined ? {} : headersOf(side, company)
    const { status } = await sendRequest({ method: 'GET', url: `${program.url}/api/board`, headers })
    if (status !== 200) throw new Error(`${side} answered ${status}.`)
    await new Promise(resolve => setTimeout(resolve, IDLE_MS))
    return memoryOf(program.pid)
  } finally {
    await program.end('SIGTERM')
  }
}

/** Both servers are stopped for this, and stay so. */
export async function measureStart(
  environment: BenchEnvironment,
  { rounds, isQuick }: BenchDuration,
): Promise<ReportRow[]> {
  printLine('Starting on an existing data folder')
  const measured = await alternate(isQuick ? 3 : rounds, side => timeStart(environment, side))
  const [ours, baselines] = [measured.map(({ product }) => product), measured.map(({ baseline }) => baseline)]
  return [
    {
      work: 'cold start to the first 200',
      unit: 'ms',
      product: median(ours),
      baseline: median(baselines),
      ratio: ratioOf(ours, baselines),
      goal: 3,
      goalOf: 'ratio',
      better: 'less',
      rounds: measured.map(({ product, baseline }) => [product, baseline] as const),
    },
  ]
}

export async function measureMemory(environment: BenchEnvironment): Promise<ReportRow[]> {
  printLine('Waiting until idle')
  const [product, baseline] = [
    await measureMemoryOf(environment, 'product'),
    await measureMemoryOf(environment, 'baseline'),
  ]
  return [
    {
      work: `memory of all processes, idle (${MEASURE})`,
      unit: 'MiB',
      product,
      baseline,
      ratio: product / baseline,
      goal: 140,
      goalOf: 'product',
      better: 'less',
    },
  ]
}
