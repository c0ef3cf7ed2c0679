// The board on a screen, the server's share of it: the page and what it asks the API for, one after the other.

import { Agent } from 'node:http'
import { ask } from '../ask.ts'
import { median } from '../numbers.ts'
import { type Row, tell } from '../report.ts'
import type { Stage } from '../stage.ts'
import type { Length } from './length.ts'
import { ON_BOARD } from './reads.ts'

const TIMES = 40

export async function measureScreen(stage: Stage, { isQuick }: Length): Promise<Row[]> {
  tell('Opening the board')
  const { url } = stage.product
  const headers = { cookie: stage.companies[0]?.cookie ?? '', 'accept-encoding': 'gzip, br' }
  const call = (name: string, json?: object) => ({
    ...{ method: 'POST', url: `${url}/rpc/${name}`, headers, body: JSON.stringify({ json }) },
  })
  const asked = [{ method: 'GET', url: `${url}/dashboard`, headers }, call('me'), call('tickets/board', {})]
  const agent = new Agent({ keepAlive: true })
  const took: number[] = []
  let bytes = 0
  for (let time = 0; time < (isQuick ? TIMES / 2 : TIMES); time += 1) {
    const began = performance.now()
    const answers = []
    for (const one of asked) answers.push(await ask(one, agent))
    took.push(performance.now() - began)
    const wrong = answers.find(({ status }) => status !== 200)
    if (wrong !== undefined) throw new Error(`The screen got ${wrong.status}: ${wrong.body}`)
    const cards = answers
      .at(-1)
      ?.body.toString()
      .match(/"ticketId":/g)?.length
    if (cards !== ON_BOARD) throw new Error(`The screen got ${cards} cards.`)
    bytes = answers.reduce((sum, { body }) => sum + body.length, 0)
  }
  agent.destroy()
  const work = `board of ${ON_BOARD} tickets on screen, server's share`
  const own = { floor: null, ratio: null, goalOf: 'product' as const, better: 'less' as const }
  return [
    { work: `${work}: time`, unit: 'ms', product: median(took), goal: 31, ...own },
    { work: `${work}: page and API`, unit: 'KiB', product: bytes / 1024, goal: 145, ...own },
  ]
}
