// The whole bench, row by row.

import { availableParallelism } from 'node:os'
import { type RowName, readWishes, type Wishes } from './cli-options.ts'
import { type Stage, setStage } from './environment.ts'
import { measureGrowth } from './growth.ts'
import { type Row, SIDES, SIZES, tableOf, tell } from './report.ts'
import { measureCreate } from './scenarios/create.ts'
import type { Length } from './scenarios/duration.ts'
import { measureListeners } from './scenarios/listeners.ts'
import { measureLive } from './scenarios/live.ts'
import { fillBoard, measureBoard, measureHistory } from './scenarios/reads.ts'
import { measureScreen } from './scenarios/screen.ts'
import { measureMemory, measureStart } from './scenarios/start.ts'

const QUICK: Length = { rounds: 3, seconds: 1, isQuick: true }
const WHOLE: Length = { rounds: 5, seconds: 2.5, isQuick: false }

async function measure(stage: Stage, { only, quick }: Wishes): Promise<Row[]> {
  const length = quick ? QUICK : WHOLE
  const wanted = (...names: RowName[]) => names.some(name => only.includes(name))
  const rows: Row[] = []
  if (wanted('create')) rows.push(...(await measureCreate(stage, length)))
  if (wanted('live')) rows.push(...(await measureLive(stage, length)))
  if (wanted('board', 'screen')) await fillBoard(stage)
  if (wanted('board')) rows.push(...(await measureBoard(stage, length)))
  if (wanted('screen')) rows.push(...(await measureScreen(stage, length)))
  if (wanted('history')) rows.push(...(await measureHistory(stage, length)))
  if (!wanted('memory', 'start')) return rows
  await stage.floor.stop()
  await stage.product.stop()
  if (wanted('start')) rows.push(...(await measureStart(stage, length)))
  if (wanted('memory')) rows.push(...(await measureMemory(stage)))
  return rows
}

/** Ends the process with 1 when it could not measure, never for what it measured. */
export async function bench(args: readonly string[]): Promise<void> {
  let stage: Stage | undefined
  /** Growth wants two sizes beside each other. */
  let other: Stage | undefined
  let isOver = false
  const end = async () => {
    if (isOver) return
    isOver = true
    await other?.strike()
    await stage?.strike()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void end().finally(() => process.exit(130)))
  try {
    const wishes = readWishes(args)
    stage = await setStage(wishes.profile)
    const { growth } = wishes
    if (wishes.listeners) {
      process.stdout.write(`${await measureListeners(stage)}\n`)
      return
    }
    if (growth !== null) other = await setStage()
    const rows = await (growth === null || other === undefined
      ? measure(stage, wishes)
      : measureGrowth(stage, other, growth))
    const machine = { cores: availableParallelism(), platform: process.platform, node: process.version }
    process.stdout.write(
      `${wishes.json ? JSON.stringify({ machine, rows }, null, 2) : tableOf(rows, growth === null ? SIDES : SIZES)}\n`,
    )
  } catch (fault) {
    tell(fault instanceof Error ? fault.message : String(fault))
    process.exitCode = 1
  } finally {
    await end()
  }
}
