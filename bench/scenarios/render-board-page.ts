// The board's page on the server: HTML with its prefetched data.

import { Agent } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import type { BenchDuration } from '../bench-duration.ts'
import type { BenchEnvironment } from '../bench-environment.ts'
import { printLine, type ReportRow } from '../result-table.ts'
import { sendRequest } from '../send-request.ts'
import { median } from '../stats.ts'
import { ON_BOARD } from './read-board-and-history.ts'

const TIMES = 40

export async function measureScreen(
  environment: BenchEnvironment,
  { isQuick }: BenchDuration,
): Promise<ReportRow[]> {
  printLine('Opening the board')
  const { url } = environment.product
  const headers = { cookie: environment.companies[0]?.cookie ?? '', 'accept-encoding': 'br' }
  const page = { method: 'GET', url: `${url}/dashboard`, headers }
  const agent = new Agent({ keepAlive: true })
  const took: number[] = []
  let bytes = 0
  for (let time = 0; time < (isQuick ? TIMES / 2 : TIMES); time += 1) {
    const began = performance.now()
    const { status, body } = await sendRequest(page, agent)
    took.push(performance.now() - began)
    if (status !== 200) throw new Error(`The screen got ${status}: ${body}`)
    const cards = brotliDecompressSync(body)
      .toString()
      .match(/"ticketId":/g)?.length
    if (cards !== ON_BOARD) throw new Error(`The screen got ${cards} cards.`)
    bytes = body.length
  }
  agent.destroy()
  const work = `board of ${ON_BOARD} tickets on screen, server's share`
  const own = { baseline: null, ratio: null, goalOf: 'product' as const, better: 'less' as const }
  return [
    { work: `${work}: time`, unit: 'ms', product: median(took), goal: 31, ...own },
    { work: `${work}: page`, unit: 'KiB', product: bytes / 1024, goal: 145, ...own },
  ]
}
