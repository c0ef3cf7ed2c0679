// What listening pages cost a server, and what notifications cost PostgreSQL: the numbers for docs/scale.md.

import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type BenchEnvironment, headersOf } from '../bench-environment.ts'
import { cpuOf, MEASURE, memoryOfThese, splitProcesses } from '../process-memory.ts'
import { printLine } from '../result-table.ts'
import { median } from '../stats.ts'
import { EVENTS_PER_SECOND, write } from './live-latency.ts'

/** A server accepts ten thousand connections; a few are for writers. */
const SUBSCRIBER_COUNTS = [0, 1000, 5000, 9900]
const HEARTBEAT_MS = 15_000
/** Work left from the start, such as autovacuum, would hide the cost of a heartbeat. */
const HEARTBEATS = 3
const SETTLED_MS = 60_000
const SECONDS = 4
const TIMEOUT_MS = 20_000
const LISTENER_COUNTS = [0, 10, 40, 80]
const EVENTS = 3000
const PUBLISHERS = 4

type ListenerCost = {
  readonly subscribers: number
  readonly mib: number
  /** Milliseconds of CPU, of the server and of its database: per heartbeat of all, and during changes. */
  readonly idle: readonly [number, number]
  readonly busy: readonly [number, number]
  readonly events: number
  readonly p50: number
}

async function measureSubscribers(environment: BenchEnvironment, pages: number): Promise<ListenerCost> {
  const { subscribers, companies, product } = environment
  const company = companies.at(-1)
  const headers = company === undefined ? {} : headersOf('product', company)
  printLine(`Opening ${pages.toLocaleString('en-US')} pages`)
  await subscribers.request({
    command: 'subscribe',
    url: `${product.url}/api/live`,
    headers,
    subscribers: pages,
  })
  const { alone, below } = splitProcesses(product.pid)
  const spent = async (work: () => Promise<unknown>): Promise<readonly [number, number]> => {
    const before = [cpuOf(alone), cpuOf(below)] as const
    await work()
    return [(cpuOf(alone) - before[0]) * 1000, (cpuOf(below) - before[1]) * 1000]
  }
  const beats: (readonly [number, number])[] = []
  for (let beat = 0; beat < HEARTBEATS; beat += 1) beats.push(await spent(() => sleep(HEARTBEAT_MS)))
  const idle = [median(beats.map(([server]) => server)), median(beats.map(([, below]) => below))] as const
  const mib = memoryOfThese(alone)
  const count = SECONDS * EVENTS_PER_SECOND
  let p50 = Number.NaN
  const busy = await spent(async () => {
    const sent = await write('product', product.url, headers, randomUUID().slice(0, 8), count)
    const heard = await subscribers.request({
      command: 'collect',
      markers: count * pages,
      timeoutMs: TIMEOUT_MS,
    })
    p50 = median([...sent].flatMap(([mark, at]) => [...(heard.at[mark] ?? [])].map(time => time - at)))
  })
  await subscribers.request({ command: 'unsubscribe' })
  await sleep(500)
  return { subscribers: pages, mib, idle, busy, events: count * pages, p50 }
}

/** How many NOTIFY per second, each a transaction, reach this many listeners. */
async function measureNotify(
  environment: BenchEnvironment,
  listeners: number,
): Promise<{ perSecond: number; cpuMs: number }> {
  return environment.withClient('product', async client => {
    const connection = { host: client.host, port: client.port, user: 'rigwright', database: 'rigwright' }
    const open = async () => {
      const one = new pg.Client(connection)
      await one.connect()
      return one
    }
    const listening = await Promise.all(Array.from({ length: listeners }, open))
    for (const listener of listening) await listener.query('listen bench')
    const publishers = await Promise.all(Array.from({ length: PUBLISHERS }, open))
    const { below } = splitProcesses(environment.product.pid)
    const [cpu, began] = [cpuOf(below), performance.now()]
    await Promise.all(
      publishers.map(async publisher => {
        for (let count = 0; count < EVENTS / PUBLISHERS; count += 1)
          await publisher.query({
            name: 'notify',
            text: 'select pg_notify($1, $2)',
            values: ['bench', String(count)],
          })
      }),
    )
    const seconds = (performance.now() - began) / 1000
    const cpuMs = (cpuOf(below) - cpu) * 1000
    for (const one of [...listening, ...publishers]) await one.end()
    return { perSecond: EVENTS / seconds, cpuMs: cpuMs / EVENTS }
  })
}

const row = (cells: readonly (string | number)[]): string =>
  `| ${cells.map(cell => (typeof cell === 'number' ? Number(cell.toPrecision(3)).toLocaleString('en-US') : cell)).join(' | ')} |`

/** Returns two tables. The database's share counts the processes that existed at the start. */
export async function measureListeners(environment: BenchEnvironment): Promise<string> {
  const found: ListenerCost[] = []
  printLine('Waiting for startup work to finish')
  await sleep(SETTLED_MS)
  for (const subscribers of SUBSCRIBER_COUNTS) found.push(await measureSubscribers(environment, subscribers))
  // Background work makes the idle database busier than with a thousand listeners, so only the cost per additional
  // page counts.
  const [none, fewest] = found
  const results: { listeners: number; perSecond: number; cpuMs: number }[] = []
  for (const listeners of LISTENER_COUNTS)
    results.push({ listeners, ...(await measureNotify(environment, listeners)) })
  const headings = [
    'pages',
    `${MEASURE} of the server, MiB`,
    'KiB a page',
    'heartbeat: server, ms a page',
    'database, ms each page more',
    'a change at one page: server, ms',
    'p50, ms',
  ]
  const pages = found.map(({ subscribers, mib, idle, busy, events, p50 }) => {
    const over = (value: number, base = 0) => (subscribers === 0 ? '' : (value - base) / subscribers)
    const more = subscribers - (fewest?.subscribers ?? 0)
    return row([
      subscribers,
      mib,
      over((mib - (none?.mib ?? 0)) * 1024),
      over(idle[0], none?.idle[0]),
      more > 0 ? (idle[1] - (fewest?.idle[1] ?? 0)) / more : '',
      subscribers === 0 ? '' : (busy[0] - (none?.busy[0] ?? 0)) / events,
      p50,
    ])
  })
  const notifyRows = results.map(({ listeners, perSecond, cpuMs }) => row([listeners, perSecond, cpuMs]))
  return [
    row(headings),
    row(headings.map(() => '---')),
    ...pages,
    '',
    row(['servers that listen', 'NOTIFY a second', 'database, ms each']),
    row(['---', '---', '---']),
    ...notifyRows,
  ].join('\n')
}
