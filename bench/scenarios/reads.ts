// The board of a company with 20,000 tickets, and the history of one rig among a million repairs.

import type { Stage } from '../environment.ts'
import { type Row, tell } from '../report.ts'
import { copyOver } from '../seed/copy.ts'
import { fillHistory, historyVin, VISITS } from '../seed/history.ts'
import { fillTickets } from '../seed/tickets.ts'
import type { Length } from './duration.ts'
import { rateOf } from './throughput.ts'

const TICKETS = 20_000
export const ON_BOARD = 200

/** Everybody who reads is the owner of company 0. */
const readers = ({ companies }: Stage, clients: number) =>
  Array.from({ length: clients }, () => companies.slice(0, 1)).flat()

/** Fills company 0 on both sides. */
export async function fillBoard(stage: Stage): Promise<void> {
  const [company] = stage.companies
  if (company === undefined) return
  tell(`Filling a company with ${TICKETS.toLocaleString('en-US')} tickets`)
  const { companyId } = company
  await stage.inside('product', async client => {
    const of = {
      companyId,
      owner: 'Company 0',
      from: 0,
      count: TICKETS,
      open: ON_BOARD,
      version: 1,
      taken: 0,
    }
    await fillTickets(client, [of])
    await client.query('vacuum analyze')
    await stage.inside('floor', async floor => {
      for (const table of ['ticket', 'job'])
        await copyOver(client, floor, table, `company_id = '${companyId}'`)
      await floor.query('vacuum analyze')
    })
  })
}

export async function measureBoard(stage: Stage, length: Length): Promise<Row[]> {
  tell('Reading the board')
  const asking = { path: '/api/board', writes: null, holds: ON_BOARD, as: readers(stage, 16) }
  const found = await rateOf(stage, asking, length)
  return [{ work: `board: ${ON_BOARD} of 20,000 tickets, 16 clients`, ...found, goal: 1 }]
}

export async function measureHistory(stage: Stage, length: Length): Promise<Row[]> {
  const total = length.isQuick ? 100_000 : 1_000_000
  tell(`Filling the work history with ${total.toLocaleString('en-US')} rows`)
  await stage.inside('product', async client => {
    await fillHistory(client, 0, total)
    await client.query('vacuum analyze work_history')
    await stage.inside('floor', async floor => {
      await floor.query('truncate work_history')
      await copyOver(client, floor, 'work_history')
      await floor.query('vacuum analyze work_history')
    })
  })
  tell('Reading the history of one rig')
  const rigs = Array.from({ length: 500 }, (_, at) => Math.floor((at * total) / VISITS / 500))
  const reading = {
    ...{ path: '', writes: null, holds: VISITS },
    paths: rigs.map(rig => `/api/work-history/${historyVin(rig)}`),
  }
  const rows: Row[] = []
  for (const clients of [1, 16]) {
    const found = await rateOf(stage, { ...reading, as: readers(stage, clients) }, length)
    const work = `history of one VIN in ${total.toLocaleString('en-US')} rows, ${clients} client${clients === 1 ? '' : 's'}`
    rows.push({ work, ...found, goal: 0.8 })
  }
  return rows
}
