// Payments by card at Stripe. Each company has an account of its own there, which the operator's account is connected
// to; customers pay on Stripe's own pages, directly to the company. Called before or after a transaction, never inside.

import type Stripe from 'stripe'
import { type Cents, cents } from '#domain/lib/money.ts'
import { memoizeAsync } from '#server/lib/memoize-async.ts'

export type CardProcessorSettings = {
  readonly secretKey: string
  /** Signs what Stripe tells us. */
  readonly webhookSecret: string
  /** Where Stripe is; undefined for its own address. */
  readonly apiUrl: string | undefined
}

/** A payment that Stripe has received, with what we wrote on it when the customer went to pay. */
export type CardPayment = {
  readonly paymentId: string
  readonly amount: Cents
  /** How much of it is the fee for paying by card. */
  readonly fee: Cents
  readonly companyId: string
  readonly ticketId: number
}

export type CardRefund = {
  readonly refundId: string
  readonly payment: CardPayment
  readonly amount: Cents
  readonly reason: string
  /** Whether the customer's bank did not take it: the money is back in the company's account. */
  readonly hasFailed: boolean
}

/** A payment that the customer disputes at their bank. */
export type CardDispute = {
  readonly payment: CardPayment
  /** Until when the company can answer; null if there is nothing to answer. */
  readonly answerBy: Date | null
  /** What the bank took from the company's account (negative) and gave back, oldest first; none for a mere question. */
  readonly movements: readonly { readonly movementId: string; readonly amount: Cents }[]
}

type CheckoutRequest = {
  readonly account: string
  readonly companyId: string
  readonly ticketId: number
  /** With the fee. */
  readonly amount: Cents
  readonly fee: Cents
  readonly description: string
  readonly customerEmail: string
  /** The customer's page, to which they come back either way. */
  readonly returnUrl: string
  readonly idempotencyKey: string
}

type RefundRequest = {
  readonly account: string
  readonly companyId: string
  readonly paymentId: string
  readonly amount: Cents
  readonly reason: string
  readonly idempotencyKey: string
}

/**
 * What Stripe tells us. Only who and what it is about counts: the rest is asked again, because events come late. Refunds that
 * were made at Stripe, and disputes, do not have the company's name on them; their payment has.
 */
export type CardEvent =
  | {
      readonly kind: 'checkout'
      readonly account: string
      readonly companyId: string
      readonly sessionId: string
    }
  | { readonly kind: 'refund'; readonly account: string; readonly refundId: string }
  | { readonly kind: 'dispute'; readonly account: string; readonly disputeId: string }
  | { readonly kind: 'account'; readonly account: string; readonly companyId: string }
  | { readonly kind: 'other' }

export type CardProcessor = {
  /** Creates the company's account, the same one each time; returns its id. */
  readonly createAccount: (companyId: string) => Promise<string>
  /** The page on which the company completes its account. */
  readonly createAccountLink: (account: string, returnUrl: string) => Promise<string>
  readonly isAccountReady: (account: string) => Promise<boolean>
  /** The page on which the customer pays. */
  readonly createCheckout: (request: CheckoutRequest) => Promise<string>
  /** The payment of a checkout; null while it is not paid, or if there is none. */
  readonly findPayment: (account: string, sessionId: string) => Promise<CardPayment | null>
  readonly refund: (request: RefundRequest) => Promise<CardRefund>
  /** Null if it is for no payment of ours, or unknown. */
  readonly getRefund: (account: string, refundId: string) => Promise<CardRefund | null>
  /** Null if it is about no payment of ours, or unknown. */
  readonly getDispute: (account: string, disputeId: string) => Promise<CardDispute | null>
  /** What was paid, refunded and disputed since, oldest first. */
  readonly listSince: (
    account: string,
    since: Date,
  ) => Promise<{ payments: CardPayment[]; refunds: CardRefund[]; disputes: CardDispute[] }>
  /** Throws BadSignatureError for anything that Stripe did not sign. */
  readonly parseEvent: (body: string, signature: string) => Promise<CardEvent>
}

/** A webhook that Stripe did not sign. */
export class BadSignatureError extends Error {
  override readonly name = 'BadSignatureError'
}

/** Stripe refused or did not answer. */
export class CardProcessorError extends Error {
  override readonly name = 'CardProcessorError'

  /** Whether it answered with an error that it repeats for the same request. */
  get isAnswered(): boolean {
    const { statusCode } = (this.cause ?? {}) as { statusCode?: number }
    return statusCode !== undefined && statusCode !== 409
  }

  /** Whether it certainly did nothing: it said so. Without an answer it may have. */
  get isRefused(): boolean {
    const { statusCode = 0, type } = (this.cause ?? {}) as { statusCode?: number; type?: string }
    // 409 is a conflict with a request that is still running; the other one had this key, and may have done something.
    const isOfAnother = statusCode === 409 || type === 'StripeIdempotencyError'
    return this.cause instanceof FailedRefundError || (statusCode >= 400 && statusCode < 500 && !isOfAnother)
  }
}

class FailedRefundError extends Error {}

const TIMEOUT_MS = 15_000
const CURRENCY = 'usd'

/** It comes back from Stripe, where anyone with an account there can write something else. */
const isTicketId = (ticket: string | undefined): ticket is string => /^\d{1,9}$/.test(ticket ?? '')

/** As it was written on the payment; nothing if that cannot be. */
function feeIn(metadata: Stripe.Metadata | null, amount: number): Cents {
  const fee = /^\d{1,12}$/.test(metadata?.fee ?? '') ? Number(metadata?.fee) : 0
  return cents(fee < amount ? fee : 0)
}

function toPayment(session: Stripe.Checkout.Session): CardPayment | null {
  const { payment_status, payment_intent, amount_total, currency, metadata } = session
  if (payment_status !== 'paid' || payment_intent === null || amount_total === null) return null
  const { company, ticket } = metadata ?? {}
  if (company === undefined || !isTicketId(ticket) || currency !== CURRENCY || amount_total === 0) return null
  const paymentId = typeof payment_intent === 'string' ? payment_intent : payment_intent.id
  const fee = feeIn(metadata, amount_total)
  return { paymentId, amount: cents(amount_total), fee, companyId: company, ticketId: Number(ticket) }
}

/** The payment that a refund or dispute is about, which was asked for with it; null for one of another program's. */
function paymentOf(intent: string | Stripe.PaymentIntent | null): CardPayment | null {
  if (intent === null || typeof intent === 'string') return null
  const { company, ticket } = intent.metadata
  if (company === undefined || !isTicketId(ticket) || intent.currency !== CURRENCY) return null
  const amount = cents(intent.amount_received)
  const fee = feeIn(intent.metadata, amount)
  return { paymentId: intent.id, amount, fee, companyId: company, ticketId: Number(ticket) }
}

/** Asks for the payment with a refund or dispute, and with each of a list of them. */
const WITH_PAYMENT = { expand: ['payment_intent'] }
const EACH_WITH_PAYMENT = { expand: ['data.payment_intent'] }

function toRefund({ id, status, payment_intent, amount, metadata }: Stripe.Refund): CardRefund | null {
  const payment = paymentOf(payment_intent)
  if (payment === null) return null
  const hasFailed = status === 'failed' || status === 'canceled'
  return { refundId: id, payment, amount: cents(amount), reason: metadata?.reason ?? '', hasFailed }
}

const UNANSWERED: readonly string[] = ['needs_response', 'warning_needs_response']

function toDispute(dispute: Stripe.Dispute): CardDispute | null {
  const { payment_intent, balance_transactions, status, evidence_details } = dispute
  const payment = paymentOf(payment_intent)
  if (payment === null) return null
  const dueBy = UNANSWERED.includes(status) ? evidence_details.due_by : null
  return {
    payment,
    answerBy: dueBy === null ? null : new Date(dueBy * 1000),
    movements: balance_transactions
      .toSorted((one, other) => one.created - other.created || one.amount - other.amount)
      .map(({ id, amount }) => ({ movementId: id, amount: cents(amount) })),
  }
}

function toCheckoutSession(request: CheckoutRequest): Stripe.Checkout.SessionCreateParams {
  const { companyId, ticketId, amount, fee, description, customerEmail, returnUrl } = request
  const metadata = { company: companyId, ticket: String(ticketId), fee: String(fee) }
  const price = { currency: CURRENCY, unit_amount: amount, product_data: { name: description } }
  return {
    mode: 'payment',
    // The others may take days to come, or not to.
    allowed_payment_method_types: ['card'],
    line_items: [{ quantity: 1, price_data: price }],
    metadata,
    payment_intent_data: { metadata, description },
    ...(customerEmail !== '' && { customer_email: customerEmail }),
    success_url: returnUrl,
    cancel_url: returnUrl,
  }
}

export function createCardProcessor(settings: CardProcessorSettings): CardProcessor {
  const { secretKey, webhookSecret, apiUrl } = settings
  // Loaded with the first payment, not at start.
  const getClient = memoizeAsync(async () => {
    const { default: StripeClient } = await import('stripe')
    const base = apiUrl === undefined ? null : new URL(apiUrl)
    return new StripeClient(secretKey, {
      maxNetworkRetries: 1,
      timeout: TIMEOUT_MS,
      telemetry: false,
      ...(base !== null && {
        host: base.hostname,
        port: base.port === '' ? (base.protocol === 'http:' ? 80 : 443) : Number(base.port),
        protocol: base.protocol === 'http:' ? ('http' as const) : ('https' as const),
      }),
    })
  })
  /** Stripe's own messages go to the log alone. */
  async function ask<T>(question: (client: Stripe) => Promise<T>): Promise<T> {
    const client = await getClient()
    return question(client).catch(error => {
      throw new CardProcessorError('Stripe did not do what it was asked.', { cause: error })
    })
  }
  /** The same for something that may not exist, or of an account that has disconnected ours: null. */
  const find = <T>(question: (client: Stripe) => Promise<T>): Promise<T | null> =>
    ask(question).catch(error => {
      const { statusCode } = error.cause as { statusCode?: number }
      if (statusCode === 404 || statusCode === 403) return null
      throw error
    })
  return {
    createAccount: companyId =>
      ask(async client => {
        const account = await client.accounts.create(
          { type: 'standard', metadata: { company: companyId } },
          { idempotencyKey: `account ${companyId}` },
        )
        return account.id
      }),
    createAccountLink: (account, returnUrl) =>
      ask(async client => {
        const link = await client.accountLinks.create({
          account,
          type: 'account_onboarding',
          return_url: returnUrl,
          refresh_url: returnUrl,
        })
        return link.url
      }),
    isAccountReady: async account =>
      (await find(client => client.accounts.retrieve(account)))?.charges_enabled === true,
    createCheckout: request =>
      ask(async client => {
        const { account: stripeAccount, idempotencyKey } = request
        const options = { stripeAccount, idempotencyKey }
        const session = await client.checkout.sessions.create(toCheckoutSession(request), options)
        if (session.url === null) throw new Error('The checkout has no page.')
        return session.url
      }),
    findPayment: (stripeAccount, sessionId) =>
      find(async client =>
        toPayment(await client.checkout.sessions.retrieve(sessionId, {}, { stripeAccount })),
      ),
    refund: ({ account, companyId, paymentId, amount, reason, idempotencyKey }) =>
      ask(async client => {
        const refund = await client.refunds.create(
          {
            ...{ payment_intent: paymentId, amount, metadata: { company: companyId, reason } },
            ...WITH_PAYMENT,
          },
          { stripeAccount: account, idempotencyKey },
        )
        const made = toRefund(refund)
        if (made === null || made.hasFailed) throw new FailedRefundError(`The refund is ${refund.status}.`)
        return made
      }),
    getRefund: (stripeAccount, refundId) =>
      find(async client =>
        toRefund(await client.refunds.retrieve(refundId, WITH_PAYMENT, { stripeAccount })),
      ),
    getDispute: (stripeAccount, disputeId) =>
      find(async client =>
        toDispute(await client.disputes.retrieve(disputeId, WITH_PAYMENT, { stripeAccount })),
      ),
    listSince: (stripeAccount, since) =>
      ask(async client => {
        const created = { gte: Math.floor(since.getTime() / 1000) }
        const sessions = await client.checkout.sessions
          .list({ created, limit: 100 }, { stripeAccount })
          .autoPagingToArray({ limit: 10_000 })
        const refunds = await client.refunds
          .list({ created, limit: 100, ...EACH_WITH_PAYMENT }, { stripeAccount })
          .autoPagingToArray({ limit: 10_000 })
        const disputes = await client.disputes
          .list({ created, limit: 100, ...EACH_WITH_PAYMENT }, { stripeAccount })
          .autoPagingToArray({ limit: 10_000 })
        const isMade = <T>(each: T | null): each is T => each !== null
        return {
          payments: sessions.map(toPayment).filter(isMade).reverse(),
          refunds: refunds.map(toRefund).filter(isMade).reverse(),
          disputes: disputes.map(toDispute).filter(isMade).reverse(),
        }
      }),
    parseEvent: async (body, signature) => {
      const client = await getClient()
      let event: Stripe.Event
      try {
        event = await client.webhooks.constructEventAsync(body, signature, webhookSecret)
      } catch (error) {
        throw new BadSignatureError('This was not signed by Stripe.', { cause: error })
      }
      return toCardEvent(event)
    },
  }
}

function toCardEvent(event: Stripe.Event): CardEvent {
  const { account } = event
  if (account === undefined) return { kind: 'other' }
  switch (event.type) {
    case 'checkout.session.completed': {
      const { id: sessionId, metadata } = event.data.object
      const companyId = metadata?.company
      return companyId === undefined ? { kind: 'other' } : { kind: 'checkout', account, companyId, sessionId }
    }
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated':
      return { kind: 'refund', account, refundId: event.data.object.id }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'charge.dispute.closed':
      return { kind: 'dispute', account, disputeId: event.data.object.id }
    case 'account.updated': {
      const companyId = event.data.object.metadata?.company
      return companyId === undefined ? { kind: 'other' } : { kind: 'account', account, companyId }
    }
    default:
      return { kind: 'other' }
  }
}
