import { byLink, type Examples } from '../../../../test/support/examples/example.ts'
import { createTestBrowser, subscriptionOf } from '../../../../test/support/push-service.ts'

export const examples: Examples = {
  'customerView.get': byLink(),
  'customerView.subscribePush': byLink(subscriptionOf(createTestBrowser('https://push.example'))),
  'customerView.unsubscribePush': byLink({ endpoint: 'https://push.example/x' }),
}
