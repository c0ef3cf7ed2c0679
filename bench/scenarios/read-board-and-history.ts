// The board of a company with 20,000 tickets, and the history of one rig among a million entries.

import type { BenchDuration } from '../bench-duration.ts'
import type { BenchEnvironment } from '../bench-environment.ts'
import { printLine, type ReportRow } from '../result-table.ts'
import { copyTable } from '../seed/copy-rows.ts'
import { seedTickets } from '../seed/tickets.ts'
import { ENTRIES_PER_RIG, historyVin, seedHistory } from '../seed/work-history.ts'
import { measureThroughput } from './throughput.ts'

const TICKETS = 20_000
export const ON_BOARD = 200

/** All readers are the owner of company 0. */
const readers = ({ companies }: BenchEnvironment, clients: number) =>
  Array.from({ length: clients }, () => companies.slice(0, 1)).flat()

/** Fills company 0 on both sides. */
export async function seedBoard(environment: BenchEnvironment): Promise<void> {
  const [company] = environment.companies
  if (company === undefined) return
  printLine(`Filling a company with ${TICKETS.toLocaleString('en-US')} tickets`)
  const { companyId } = company
  await environment.withClient('product', async client => {
    const of = {
      companyId,
      owner: 'Company 0',
      from: 0,
      count: TICKETS,
      open: ON_BOARD,
      version: 1,
      taken: 0,
    }
    await seedTickets(client, [of])
    await client.query('vacuum analyze')
    await environment.withClient('baseline', async baseline => {
      for (const table of ['ticket', 'job'])
        await copyTable(client, baseline, table, `company_id = '${companyId}'`)
      await baseline.query('vacuum analyze')
    })
  })
}

export async function measureBoard(
  environment: BenchEnvironment,
  length: BenchDuration,
): Promise<ReportRow[]> {
  printLine('Reading the board')
  const asking = { path: '/api/board', writes: null, expectedCards: ON_BOARD, as: readers(environment, 16) }
  const found = await measureThroughput(environment, asking, length)
  return [{ work: `board: ${ON_BOARD} of 20,000 tickets, 16 clients`, ...found, goal: 1 }]
}

export async function measureHistory(
  environment: BenchEnvironment,
  length: BenchDuration,
): Promise<ReportRow[]> {
  const total = length.isQuick ? 100_000 : 1_000_000
  printLine(`Filling the work history with ${total.toLocaleString('en-US')} rows`)
  await environment.withClient('product', async client => {
    await seedHistory(client, 0, total)
    await client.query('vacuum analyze work_history')
    await environment.withClient('baseline', async baseline => {
      await baseline.query('truncate work_history')
      await copyTable(client, baseline, 'work_history')
      await baseline.query('vacuum analyze work_history')
    })
  })
  printLine('Reading the history of one rig')
  const rigs = Array.from({ length: 500 }, (_, at) => Math.floor((at * total) / ENTRIES_PER_RIG / 500))
  const reading = {
    path: '',
    writes: null,
    expectedCards: ENTRIES_PER_RIG,
    paths: rigs.map(rig => `/api/work-history/${historyVin(rig)}`),
  }
  const rows: ReportRow[] = []
  for (const clients of [1, 16]) {
    const found = await measureThroughput(
      environment,
      { ...reading, as: readers(environment, clients) },
      length,
    )
    const work = `history of one VIN in ${total.toLocaleString('en-US')} rows, ${clients} client${clients === 1 ? '' : 's'}`
    rows.push({ work, ...found, goal: 0.8 })
  }
  return rows
}
