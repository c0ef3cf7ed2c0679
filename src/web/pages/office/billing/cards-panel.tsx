import { Button } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api, client } from '#web/api/client.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import type { BillingSettingsView } from '#web/features/billing/billing-views.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { Panel } from '#web/ui/layout/panel.tsx'

type CardsPanelProps = { cards: NonNullable<BillingSettingsView['cards']> }

/** Connects the company's own Stripe account, to which its customers pay by card. */
export function CardsPanel({ cards: { isConnected, isReady } }: CardsPanelProps) {
  const queries = useQueryClient()
  const { run, isRunning } = useMutationOnce(client.billing.connectCards, {
    onDone: async ({ url }) => {
      await queries.invalidateQueries({ queryKey: api.billing.key() })
      if (url === null) notify.success('Your customers can pay by card now.')
      else location.assign(url)
    },
    onError: ({ message }) => notify.failure(message),
  })
  return (
    <Panel title="Cards online">
      {isReady ? (
        <p>
          Your customers can pay what is due, and deposits you ask for, by card on their ticket’s page. The
          money goes to your own Stripe account.
        </p>
      ) : (
        <p>
          {isConnected
            ? 'Your Stripe account is not complete yet.'
            : 'Let customers pay by card on their ticket’s page. The money goes to your own Stripe account, and no card number comes here.'}
        </p>
      )}
      <Button
        mt="sm"
        variant={isReady ? 'subtle' : 'filled'}
        disabled={isRunning}
        onClick={() => run(undefined)}
      >
        {isReady ? 'Check Again' : isConnected ? 'Continue at Stripe' : 'Connect Stripe'}
      </Button>
    </Panel>
  )
}
