// A server that answers as Stripe's documented API does, for connected accounts, checkouts and refunds; with its
// failures. Tests pay in place of the customer.

import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import Stripe from 'stripe'

export const STRIPE_KEY = 'sk_test_only_in_tests'
export const WEBHOOK_SECRET = 'whsec_only_in_tests'

type Row = Record<string, unknown> & { id: string }
type Answer = readonly [status: number, body: object]

const id = (prefix: string): string => `${prefix}_${randomUUID().replaceAll('-', '')}`

/** `metadata[company]=x` as a nested object. */
function parseForm(text: string): Record<string, unknown> {
  const result: Record<string, unknown> = {}
  for (const [path, value] of new URLSearchParams(text)) {
    const names = path.split(/[[\]]+/).filter(name => name !== '')
    let at: Record<string, unknown> = result
    for (const name of names.slice(0, -1)) {
      at[name] ??= {}
      at = at[name] as Record<string, unknown>
    }
    at[names.at(-1) ?? ''] = value
  }
  return result
}

const problem = (status: number, type: string, message: string): Answer => [
  status,
  { error: { type, message } },
]

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

export type FakeStripe = Awaited<ReturnType<typeof startFakeStripe>>

export async function startFakeStripe() {
  const accounts = new Map<string, Row>()
  /** By account. */
  const sessions = new Map<string, Row[]>()
  const refunds = new Map<string, Row[]>()
  const answers = new Map<string, Answer>()
  const calls: string[] = []
  let failure: Answer | null = null
  let now = () => new Date()
  let beforeAnswer: (path: string) => Promise<void> = async () => {}

  const rowsOf = (table: Map<string, Row[]>, account: string): Row[] => {
    const rows = table.get(account) ?? []
    table.set(account, rows)
    return rows
  }
  const list = (rows: readonly Row[], since: number, path: string): Answer => [
    200,
    {
      object: 'list',
      url: path,
      has_more: false,
      data: rows.filter(({ created }) => Number(created) >= since).toReversed(),
    },
  ]

  function createSession(account: string, form: Record<string, unknown>): Answer {
    const items = form.line_items as Record<string, { price_data: { unit_amount: string; currency: string } }>
    const { unit_amount, currency } = items['0']?.price_data ?? { unit_amount: '0', currency: '' }
    const sessionId = id('cs_test')
    const session: Row = {
      id: sessionId,
      object: 'checkout.session',
      created: Math.floor(now().getTime() / 1000),
      metadata: form.metadata,
      amount_total: Number(unit_amount),
      currency,
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      url: `https://checkout.stripe.example/${sessionId}`,
    }
    rowsOf(sessions, account).push(session)
    return [200, session]
  }

  function createRefund(account: string, form: Record<string, unknown>): Answer {
    const paid = rowsOf(sessions, account).find(
      ({ payment_intent }) => payment_intent === form.payment_intent,
    )
    if (paid === undefined) return problem(404, 'invalid_request_error', 'No such payment_intent')
    const refunded = rowsOf(refunds, account)
      .filter(({ payment_intent }) => payment_intent === form.payment_intent)
      .reduce((sum, { amount }) => sum + Number(amount), 0)
    if (refunded + Number(form.amount) > Number(paid.amount_total))
      return problem(
        400,
        'invalid_request_error',
        'Refund amount is greater than unrefunded amount on charge',
      )
    const refund: Row = {
      id: id('re'),
      object: 'refund',
      created: Math.floor(now().getTime() / 1000),
      status: 'succeeded',
      amount: Number(form.amount),
      payment_intent: form.payment_intent,
      metadata: form.metadata ?? {},
    }
    rowsOf(refunds, account).push(refund)
    return [200, refund]
  }

  function answer(method: string, url: URL, account: string, form: Record<string, unknown>): Answer {
    const path = url.pathname.replace('/v1/', '')
    const since = Number(url.searchParams.get('created[gte]') ?? 0)
    const found = (row: Row | undefined): Answer =>
      row === undefined ? problem(404, 'invalid_request_error', 'No such object') : [200, row]
    if (method === 'POST' && path === 'accounts') {
      const row: Row = { id: id('acct'), object: 'account', charges_enabled: false, metadata: form.metadata }
      accounts.set(row.id, row)
      return [200, row]
    }
    if (method === 'POST' && path === 'account_links')
      return [200, { object: 'account_link', url: `https://connect.stripe.example/${form.account}` }]
    if (path.startsWith('accounts/')) return found(accounts.get(path.slice('accounts/'.length)))
    if (!accounts.has(account)) return problem(403, 'invalid_request_error', 'No such connected account')
    if (path === 'checkout/sessions')
      return method === 'POST'
        ? createSession(account, form)
        : list(rowsOf(sessions, account), since, url.pathname)
    if (path === 'refunds')
      return method === 'POST'
        ? createRefund(account, form)
        : list(rowsOf(refunds, account), since, url.pathname)
    const [, table, rowId = ''] = /^(checkout\/sessions|refunds)\/(.+)$/.exec(path) ?? []
    return found(rowsOf(table === 'refunds' ? refunds : sessions, account).find(row => row.id === rowId))
  }

  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '/', 'http://fake')
      const method = request.method ?? 'GET'
      const form = parseForm(await readBody(request))
      calls.push(`${method} ${url.pathname}`)
      const key = request.headers['idempotency-key']?.toString() ?? ''
      const account = request.headers['stripe-account']?.toString() ?? ''
      const isKnown = request.headers.authorization === `Bearer ${STRIPE_KEY}`
      const earlier = key === '' ? undefined : answers.get(key)
      const [status, body] =
        failure ??
        earlier ??
        (isKnown
          ? answer(method, url, account, form)
          : problem(401, 'invalid_request_error', 'Invalid API Key provided'))
      if (key !== '' && failure === null) answers.set(key, [status, body])
      await beforeAnswer(url.pathname)
      response.writeHead(status, { 'Content-Type': 'application/json', 'Request-Id': id('req') })
      response.end(JSON.stringify(body))
    })()
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const signer = new Stripe(STRIPE_KEY)

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    refunds,
    /** The clock of what is created. */
    setNow: (clock: () => Date) => {
      now = clock
    },
    /** Answers everything with this from now on; null to answer as usual. */
    failWith: (status: number | null) => {
      failure = status === null ? null : problem(status, 'api_error', 'Something went wrong')
    },
    /** What happens between doing something and answering. */
    setBeforeAnswer: (task: (path: string) => Promise<void>) => {
      beforeAnswer = task
    },
    /** The company completes its account. */
    enable: (account: string) => {
      const row = accounts.get(account)
      if (row !== undefined) row.charges_enabled = true
    },
    accountOf: (companyId: string): string =>
      [...accounts.values()].find(({ metadata }) => (metadata as { company: string }).company === companyId)
        ?.id ?? '',
    sessionsOf: (account: string): readonly Row[] => rowsOf(sessions, account),
    /** The customer pays the last checkout; returns its id. */
    pay: (account: string, amount?: number): string => {
      const session = rowsOf(sessions, account).at(-1)
      if (session === undefined) throw new Error('Nobody went to pay.')
      Object.assign(session, { status: 'complete', payment_status: 'paid', payment_intent: id('pi') })
      if (amount !== undefined) session.amount_total = amount
      return session.id
    },
    /** An event with its signature, as Stripe sends it. */
    event: (account: string, type: string, object: object, secret = WEBHOOK_SECRET) => {
      const payload = JSON.stringify({ id: id('evt'), object: 'event', account, type, data: { object } })
      const header = signer.webhooks.generateTestHeaderString({ payload, secret })
      return { body: payload, headers: { 'content-type': 'application/json', 'stripe-signature': header } }
    },
    close: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
