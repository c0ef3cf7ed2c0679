// A cold start on a data folder with work in it, and what stands in memory once nobody asks.

import { alternate, headersOf, type Side, type Stage } from '../environment.ts'
import { ask } from '../http-client.ts'
import { MEASURE, memoryOf } from '../memory.ts'
import { type Row, tell } from '../report.ts'
import { type Program, startFloor, startProduct } from '../server-process.ts'
import { median, ratioOf } from '../stats.ts'
import type { Length } from './duration.ts'

// The pool lets go of idle connections after ten seconds.
const IDLE_MS = 15_000

const start = ({ folder, dataDir }: Stage, side: Side): Promise<Program> =>
  side === 'product' ? startProduct(folder, dataDir) : startFloor(folder, { dataDir })

/** From nothing to the first answer that was asked of the database. */
async function timeStart(stage: Stage, side: Side): Promise<number> {
  const began = performance.now()
  const program = await start(stage, side)
  const { status } = await ask({ method: 'GET', url: `${program.url}/api/health`, headers: {} })
  const took = performance.now() - began
  await program.stop()
  if (status !== 200) throw new Error(`${side} answered its first request with ${status}.`)
  return took
}

async function weigh(stage: Stage, side: Side): Promise<number> {
  const program = await start(stage, side)
  try {
    const [company] = stage.companies
    const headers = company === undefined ? {} : headersOf(side, company)
    const { status } = await ask({ method: 'GET', url: `${program.url}/api/board`, headers })
    if (status !== 200) throw new Error(`${side} answered ${status}.`)
    await new Promise(resolve => setTimeout(resolve, IDLE_MS))
    return memoryOf(program.pid)
  } finally {
    await program.stop()
  }
}

/** Both servers are down while this is measured, and stay so. */
export async function measureStart(stage: Stage, { rounds, isQuick }: Length): Promise<Row[]> {
  tell('Starting on an existing data folder')
  const measured = await alternate(isQuick ? 3 : rounds, side => timeStart(stage, side))
  const [ours, floors] = [measured.map(({ product }) => product), measured.map(({ floor }) => floor)]
  return [
    {
      ...{ work: 'cold start to the first 200', unit: 'ms', product: median(ours), floor: median(floors) },
      ...{ ratio: ratioOf(ours, floors), goal: 3, goalOf: 'ratio', better: 'less' },
      rounds: measured.map(({ product, floor }) => [product, floor] as const),
    },
  ]
}

export async function measureMemory(stage: Stage): Promise<Row[]> {
  tell('Waiting until nobody asks')
  const [product, floor] = [await weigh(stage, 'product'), await weigh(stage, 'floor')]
  return [
    {
      ...{ work: `memory of all processes, idle (${MEASURE})`, unit: 'MiB', product, floor },
      ...{ ratio: product / floor, goal: 140, goalOf: 'product', better: 'less' },
    },
  ]
}
