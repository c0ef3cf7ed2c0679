// What Stripe tells us. It repeats an event for days until it is answered with 200.

import { Hono } from 'hono'
import type { UnitOfWorkServices } from '#server/db/unit-of-work.ts'
import { BadSignatureError, type CardProcessor } from '#server/payments/card-processor.ts'
import { applyCardEvent } from './check-card-payments.ts'

/** Stripe's events have a few kilobytes. */
const MAX_BYTES = 512 * 1024

type WebhookContext = {
  readonly services: UnitOfWorkServices
  readonly cards: CardProcessor | null
  readonly now: () => Date
}

/** Nothing where the operator has not set up cards. */
export function cardWebhookRoutes({ services, cards, now }: WebhookContext) {
  const routes = new Hono()
  if (cards === null) return routes
  routes.post('/stripe/webhook', async c => {
    const length = Number(c.req.header('content-length') ?? Number.NaN)
    if (!(length <= MAX_BYTES)) return c.json({ message: 'Too large.' }, 413)
    try {
      const event = await cards.parseEvent(await c.req.text(), c.req.header('stripe-signature') ?? '')
      await applyCardEvent(services, cards, event, now())
    } catch (error) {
      if (error instanceof BadSignatureError) return c.json({ message: error.message }, 400)
      throw error
    }
    return c.json({ received: true })
  })
  return routes
}
