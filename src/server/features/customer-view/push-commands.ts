import { customerCommand } from '#server/features/customer-links/middleware.ts'
import { deleteSubscription, saveSubscription } from '#server/features/push-subscriptions/store.ts'
import { recordActivity } from '#server/features/tickets/store.ts'
import { invalid } from '#server/lib/api-errors.ts'
import { isSubscriptionAuth, isSubscriptionKey } from '#server/push/web-push.ts'

const INVALID_KEY = 'Not a valid push key.'

export const subscribeToPush = customerCommand.customerView.subscribePush.handler(
  async ({ input: { endpoint, p256dh, auth }, context: { work, ticket, pushContext } }) => {
    const fieldErrors = {
      ...(!pushContext.accepts(endpoint) && { endpoint: 'Notifications can’t be sent to this address.' }),
      ...(!isSubscriptionKey(p256dh) && { p256dh: INVALID_KEY }),
      ...(!isSubscriptionAuth(auth) && { auth: INVALID_KEY }),
    }
    if (Object.keys(fieldErrors).length > 0) throw invalid(fieldErrors)
    const link = { ticketId: ticket.ticketId, linkId: work.by.id }
    const isNew = await saveSubscription(work, link, { endpoint, p256dh, auth }, pushContext.publicKey)
    if (isNew) recordActivity(work, ticket, 'turn-on-push')
    return { done: true }
  },
)

export const unsubscribeFromPush = customerCommand.customerView.unsubscribePush.handler(
  async ({ input, context: { work, ticket } }) => {
    if (await deleteSubscription(work, ticket.ticketId, input.endpoint))
      recordActivity(work, ticket, 'turn-off-push')
    return { done: true }
  },
)
