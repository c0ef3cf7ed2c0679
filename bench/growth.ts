// How the cost of a read grows with the amount of data: the same reads at two sizes. One company has half of all
// tickets, so that it grows as well; the other half belongs to others.

import { addDays } from '#domain/lib/calendar-date.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { type BenchEnvironment, COMPANIES } from './bench-environment.ts'
import { printLine, type ReportRow } from './result-table.ts'
import { ON_BOARD } from './scenarios/read-board-and-history.ts'
import { type SeededCompany, seedCompanies } from './seed/companies.ts'
import { vinOf } from './seed/ticket-details.ts'
import { seedTickets, TIME_ZONE } from './seed/tickets.ts'
import { ENTRIES_PER_RIG, historyVin, seedHistory } from './seed/work-history.ts'
import { sendRequest } from './send-request.ts'
import { median, ratioOf } from './stats.ts'

type Size = { readonly companies: number; readonly tickets: number; readonly history: number }

const SMALL: Size = { companies: 100, tickets: 20_000, history: 10_000 }
const LARGE: Size = { companies: 20_000, tickets: 1_000_000, history: 10_000_000 }
const SHARE = { full: 1, small: 0.1, tiny: 0.05 } as const

const scaled = ({ companies, tickets, history }: Size, share: number): Size => ({
  companies: Math.max(COMPANIES + 1, Math.round(companies * share)),
  tickets: Math.max(2 * ON_BOARD, Math.round(tickets * share)),
  history: Math.round(history * share),
})

/** So that a week has past and future days. */
const daysAgo = (days: number): string => addDays(dayOf(new Date(), TIME_ZONE), -days)

const FIRST_ID = 100_000
const SECONDS = 1
const ROUNDS = 3

/** The measured reads, by the company with half of the tickets unless public. */
const READS: readonly {
  readonly name: string
  readonly path: string
  readonly expectedCards?: number | null
}[] = [
  { name: 'board', path: '/api/board', expectedCards: ON_BOARD },
  { name: 'a page of the recorded tickets', path: '/api/tickets?state=recorded', expectedCards: 60 },
  { name: 'search for a name that many have', path: '/api/tickets?q=lindqvist' },
  { name: 'search for one VIN', path: `/api/tickets?q=${vinOf(250)}`, expectedCards: 1 },
  { name: 'one ticket', path: `/api/tickets/${FIRST_ID + 50}` },
  { name: 'customers found by part of a name', path: '/api/customer-search?q=whitc' },
  { name: 'customers suggested by a phone number', path: '/api/customers?phone=(574)%20555-0250' },
  { name: 'activity of one ticket', path: `/api/tickets/${FIRST_ID + 250}/activity` },
  { name: 'history of one VIN', path: `/api/work-history/${historyVin(1)}`, expectedCards: ENTRIES_PER_RIG },
  { name: 'a page of the public companies', path: '/api/companies' },
  { name: 'a week of the schedule', path: `/api/schedule?from=${daysAgo(3)}` },
]

type LoadedState = Size & { readonly version: number }
const EMPTY_STATE: LoadedState = { companies: COMPANIES, tickets: 0, history: 0, version: 1 }

async function seedTo(environment: BenchEnvironment, before: LoadedState, to: Size): Promise<LoadedState> {
  const [first] = environment.companies
  if (first === undefined) throw new Error('There are no companies.')
  const reported = Object.entries(to).map(([name, count]) => `${count.toLocaleString('en-US')} ${name}`)
  printLine(`Growing to ${reported.join(', ')}`)
  return environment.withClient('product', async client => {
    await client.query("set synchronous_commit = off; set maintenance_work_mem = '512MB'")
    // Built once at the end: row by row, trigrams take many times as long.
    const { rows } = await client.query(`select pg_get_indexdef('ticket_search_text'::regclass) as made`)
    await client.query('drop index ticket_search_text')
    const others: SeededCompany[] = await seedCompanies(
      client,
      to.companies - before.companies,
      before.companies,
    )
    const half = (to.tickets - before.tickets) / 2
    const each = Math.floor(half / others.length)
    const ours = {
      companyId: first.companyId,
      owner: 'Company 0',
      from: before.tickets,
      count: half,
      open: before.tickets === 0 ? ON_BOARD : 0,
      version: before.version,
      taken: before.tickets / 2,
    }
    const theirs = others.map((company, index) => ({
      ...company,
      from: before.tickets + half + index * each,
      count: each,
      open: 8,
      version: 1,
      taken: 0,
    }))
    const [version = 0] = await seedTickets(client, [ours, ...theirs], written => {
      if (written % 100_000 === 0) printLine(`  ${written.toLocaleString('en-US')} tickets`)
    })
    await seedHistory(client, before.history, to.history)
    printLine('  indexes and statistics')
    await client.query(rows[0].made)
    await client.query('vacuum analyze')
    await client.query('checkpoint')
    return { ...to, version }
  })
}

/** The seed is what the product itself would have written, as far as it can tell. */
async function verifySeed(environment: BenchEnvironment, { version }: LoadedState): Promise<void> {
  const [company] = environment.companies
  const headers = { cookie: company?.cookie ?? '' }
  const read = async (path: string) => {
    const { status, body } = await sendRequest({
      method: 'GET',
      url: environment.product.url + path,
      headers,
    })
    if (status !== 200) throw new Error(`${path} answered ${status}: ${body}`)
    return JSON.parse(body.toString())
  }
  const must = (holds: boolean, what: string) => {
    if (!holds) throw new Error(`What was loaded does not read as it should: ${what}.`)
  }
  const board = await read('/api/board')
  for (const lane of ['pending', 'active', 'approval', 'completed']) {
    const [card] = board[lane].cards
    const ticket = await read(`/api/tickets/${card.ticketId}`)
    must(board[lane].total === ON_BOARD / 4 && ticket.state === lane, `the section ${lane}`)
    must(card.since === ticket.lastTransition.at && card.jobCount === ticket.jobs.length, 'a card')
    const { cards } = await read(`/api/tickets?q=${ticket.customerRV.vin}`)
    must(cards.length === 1 && cards[0].ticketId === card.ticketId, 'the words of a ticket')
    const { entries } = await read(`/api/tickets/${card.ticketId}/activity`)
    must(entries.length > 0, 'the activity of a ticket')
  }
  const { entries } = await read(`/api/schedule?from=${daysAgo(3)}`)
  must(
    [true, false].every(planned =>
      entries.some(({ isPlanned }: { isPlanned: boolean }) => isPlanned === planned),
    ),
    'a week of the schedule',
  )
  await environment.withClient('product', async client => {
    const { rows } = await client.query('select max(version) as last from change_log where company_id = $1', [
      company?.companyId,
    ])
    must(Number(rows[0].last) === version, 'the version of the change log')
  })
}

async function measureRead(
  environment: BenchEnvironment,
  { path, expectedCards = null }: (typeof READS)[number],
  seconds: number,
) {
  const clients = [{ cookie: environment.companies[0]?.cookie ?? '' }]
  const load = { base: environment.product.url, path, clients, writes: null, expectedCards, seconds }
  return (await environment.load.request(load)).p50
}

/** Two data folders of different size, measured in turn. */
export async function measureGrowth(
  small: BenchEnvironment,
  large: BenchEnvironment,
  share: keyof typeof SHARE,
): Promise<ReportRow[]> {
  await verifySeed(small, await seedTo(small, EMPTY_STATE, scaled(SMALL, SHARE[share])))
  await verifySeed(large, await seedTo(large, EMPTY_STATE, scaled(LARGE, SHARE[share])))
  const rows: ReportRow[] = []
  for (const reading of READS) {
    printLine(`Reading ${reading.name}`)
    const rounds: (readonly [number, number])[] = []
    for (let round = 0; round <= ROUNDS; round += 1) {
      const after = await measureRead(large, reading, SECONDS)
      const before = await measureRead(small, reading, SECONDS)
      // The first round warms both up.
      if (round > 0) rounds.push([after, before])
    }
    const [atLarge, atSmall] = [rounds.map(([after]) => after), rounds.map(([, before]) => before)]
    rows.push({
      work: reading.name,
      unit: 'ms',
      product: median(atLarge),
      baseline: median(atSmall),
      rounds,
      ratio: ratioOf(atLarge, atSmall),
      goal: 1.5,
      goalOf: 'ratio',
      better: 'less',
    })
  }
  return rows
}
