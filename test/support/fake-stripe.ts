// A server that answers as Stripe's documented API does, for connected accounts, checkouts, refunds and disputes; with its
// failures. Its page for paying is in place of Stripe's; tests can pay without a browser too.

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
  const disputes = new Map<string, Row[]>()
  const answers = new Map<string, Answer>()
  const calls: string[] = []
  let failure: Answer | null = null
  let webhook = ''
  const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let now = () => new Date()
  let beforeAnswer: (path: string) => Promise<void> = async () => {}

  const rowsOf = (table: Map<string, Row[]>, account: string): Row[] => {
    const rows = table.get(account) ?? []
    table.set(account, rows)
    return rows
  }
  const list = (rows: readonly object[], since: number, path: string): Answer => [
    200,
    {
      object: 'list',
      url: path,
      has_more: false,
      data: rows.filter(row => Number((row as Row).created) >= since).toReversed(),
    },
  ]
  const nowInSeconds = () => Math.floor(now().getTime() / 1000)

  /** The row with its payment instead of the payment's id, if that is asked for. */
  function expanded(account: string, row: Row, expand: unknown): Row {
    const names = Object.values((expand ?? {}) as Record<string, string>)
    if (!names.some(name => name.endsWith('payment_intent'))) return row
    const paid = rowsOf(sessions, account).find(each => each.payment_intent === row.payment_intent)
    if (paid === undefined) return row
    const { payment_intent, amount_total, currency, metadata } = paid
    const intent = { id: payment_intent, object: 'payment_intent', status: 'succeeded', currency, metadata }
    return { ...row, payment_intent: { ...intent, amount: amount_total, amount_received: amount_total } }
  }

  function createSession(account: string, form: Record<string, unknown>): Answer {
    const items = form.line_items as Record<string, { price_data: { unit_amount: string; currency: string } }>
    const { unit_amount, currency } = items['0']?.price_data ?? { unit_amount: '0', currency: '' }
    const sessionId = id('cs_test')
    const session: Row = {
      id: sessionId,
      object: 'checkout.session',
      created: nowInSeconds(),
      metadata: form.metadata,
      success_url: form.success_url,
      cancel_url: form.cancel_url,
      amount_total: Number(unit_amount),
      currency,
      status: 'open',
      payment_status: 'unpaid',
      payment_intent: null,
      url: `${origin()}/checkout/${account}/${sessionId}`,
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
      .filter(row => row.payment_intent === form.payment_intent && row.status !== 'failed')
      .reduce((sum, { amount }) => sum + Number(amount), 0)
    if (refunded + Number(form.amount) > Number(paid.amount_total))
      return problem(
        400,
        'invalid_request_error',
        'Refund amount is greater than unrefunded amount on charge',
      )
    const isDisputed = rowsOf(disputes, account).some(
      row => row.payment_intent === form.payment_intent && row.status !== 'won',
    )
    if (isDisputed)
      return problem(400, 'invalid_request_error', 'Charge has been charged back; cannot issue a refund.')
    const refund: Row = {
      id: id('re'),
      object: 'refund',
      created: nowInSeconds(),
      status: 'succeeded',
      amount: Number(form.amount),
      payment_intent: form.payment_intent,
      metadata: form.metadata ?? {},
    }
    rowsOf(refunds, account).push(refund)
    return [200, expanded(account, refund, form.expand)]
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
    const { expand } = parseForm(url.searchParams.toString())
    const full = (row: Row): Row => expanded(account, row, expand)
    if (path === 'refunds' && method === 'POST') return createRefund(account, form)
    if (path === 'refunds') return list(rowsOf(refunds, account).map(full), since, url.pathname)
    if (path === 'disputes') return list(rowsOf(disputes, account).map(full), since, url.pathname)
    const [, name, rowId = ''] = /^(checkout\/sessions|refunds|disputes)\/(.+)$/.exec(path) ?? []
    const table = { refunds, disputes }[name ?? ''] ?? sessions
    const row = rowsOf(table, account).find(each => each.id === rowId)
    return found(row && full(row))
  }

  function payNow(session: Row): void {
    Object.assign(session, { status: 'complete', payment_status: 'paid', payment_intent: id('pi') })
  }

  /** The page on which a customer pays: tapping its button pays, and leads back after the server was told. */
  async function hostedPage(
    url: URL,
    method: string,
  ): Promise<readonly [number, Record<string, string>, string]> {
    const [, , account = '', sessionId = ''] = url.pathname.split('/')
    const session = rowsOf(sessions, account).find(row => row.id === sessionId)
    if (session === undefined) return [404, {}, 'No such page']
    if (method === 'POST') {
      payNow(session)
      await fetch(webhook, { method: 'POST', ...event(account, 'checkout.session.completed', session) })
      return [303, { Location: String(session.success_url) }, '']
    }
    const amount = (Number(session.amount_total) / 100).toFixed(2)
    const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Checkout</title>
      <meta name="viewport" content="width=device-width"><h1>Pay $${amount}</h1>
      <form method="post"><button>Pay</button></form><a href="${session.cancel_url}">Back</a>`
    return [200, { 'Content-Type': 'text/html' }, page]
  }

  const movement = (amount: number, fee: number) => ({
    ...{ id: id('txn'), object: 'balance_transaction', type: 'adjustment', currency: 'usd' },
    ...{ created: nowInSeconds(), amount, fee, net: amount - fee },
  })

  const signer = new Stripe(STRIPE_KEY)
  const event = (account: string, type: string, object: object, secret = WEBHOOK_SECRET) => {
    const payload = JSON.stringify({ id: id('evt'), object: 'event', account, type, data: { object } })
    const header = signer.webhooks.generateTestHeaderString({ payload, secret })
    return { body: payload, headers: { 'content-type': 'application/json', 'stripe-signature': header } }
  }

  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '/', 'http://fake')
      const method = request.method ?? 'GET'
      if (url.pathname.startsWith('/checkout/')) {
        const [status, headers, page] = await hostedPage(url, method)
        response.writeHead(status, headers).end(page)
        return
      }
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

  return {
    url: origin(),
    calls,
    refunds,
    /** Who is told of what a customer pays on the page. */
    setWebhook: (url: string) => {
      webhook = url
    },
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
      payNow(session)
      if (amount !== undefined) session.amount_total = amount
      return session.id
    },
    /** The last refund fails after all; returns it. */
    failRefund: (account: string): Row => {
      const refund = rowsOf(refunds, account).at(-1)
      if (refund === undefined) throw new Error('Nothing was refunded.')
      return Object.assign(refund, { status: 'failed', failure_reason: 'expired_or_canceled_card' })
    },
    /** A customer's bank takes the last payment back, or a part of it; without an amount it only asks. */
    dispute: (account: string, amount: number): Row => {
      const paid = rowsOf(sessions, account).at(-1)
      const dispute: Row = {
        id: id('du'),
        object: 'dispute',
        created: nowInSeconds(),
        amount: amount || Number(paid?.amount_total),
        currency: 'usd',
        reason: 'unrecognized',
        status: amount === 0 ? 'warning_needs_response' : 'needs_response',
        payment_intent: paid?.payment_intent,
        metadata: {},
        evidence_details: { due_by: nowInSeconds() + 7 * 24 * 60 * 60 },
        balance_transactions: amount === 0 ? [] : [movement(-amount, 1500)],
      }
      rowsOf(disputes, account).push(dispute)
      return dispute
    },
    /** The bank decides for the company, and gives it the money back. */
    winDispute: (dispute: Row): Row => {
      const back = movement(Number(dispute.amount), 0)
      const movements = [...(dispute.balance_transactions as object[]), back]
      return Object.assign(dispute, { status: 'won', balance_transactions: movements })
    },
    /** An event with its signature, as Stripe sends it. */
    event,
    close: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
