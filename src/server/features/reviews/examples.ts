import { createReview } from '../../../../test/support/customer-fixtures.ts'
import {
  ANYONE,
  byHand,
  byLink,
  type Examples,
  OFFICE,
  OWN_OFFICE,
  own,
} from '../../../../test/support/examples/example.ts'

export const examples: Examples = {
  'reviews.list': byHand(ANYONE, ({ app }) => ({ companyId: app.ids.dana })),
  'reviews.mine': own(OWN_OFFICE),
  'reviews.answer': byHand(OFFICE, async ({ app }) => ({
    ticketId: await createReview(app),
    words: 'Thank you.',
  })),
  'reviews.getByLink': byLink(),
  'reviews.create': byLink({ stars: 5, words: 'Dry again.' }),
}
