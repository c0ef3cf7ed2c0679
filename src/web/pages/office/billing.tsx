import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, client } from '#web/api/client.ts'
import { lazyPanel } from '#web/api/lazy-panel.tsx'
import { QueryError } from '#web/api/query-error.tsx'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Panels } from '#web/ui/layout/columns.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { CardsPanel } from './cards-panel.tsx'

const LEAD =
  'Turn it on to issue invoices with tax, take deposits and payments, and see what is owed on each ticket. Until then, tickets end with their total, as before.'

const TermsPanel = lazyPanel(() => import('./billing-terms.tsx').then(({ TermsPanel }) => TermsPanel))
const TaxRatesPanel = lazyPanel(() =>
  import('./tax-rates-panel.tsx').then(({ TaxRatesPanel }) => TaxRatesPanel),
)

/** How the company bills, for its owner; off until it is turned on. */
export function BillingPage() {
  const { data, error, refetch } = useQuery(api.billing.getSettings.queryOptions())
  return (
    <Page
      title="Billing"
      width="reading"
      dense
      {...(data?.isOn === false && { lead: LEAD })}
      actions={<LinkButton to="/company">Back to Company</LinkButton>}
    >
      {data === undefined && error === null && (
        <ListSkeleton rows={2} height={120} label="Loading your billing…" />
      )}
      {data === undefined && error !== null && <QueryError error={error} onRetry={() => void refetch()} />}
      {data !== undefined && (
        <Panels>
          {data.isOn ? (
            <>
              <TaxRatesPanel settings={data} />
              <TermsPanel settings={data} />
              {data.cards !== null && <CardsPanel cards={data.cards} />}
            </>
          ) : (
            <TurnOn />
          )}
        </Panels>
      )}
    </Page>
  )
}

function TurnOn() {
  const queries = useQueryClient()
  const { run, isRunning } = useMutationOnce(client.billing.turnOn, {
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: api.billing.key() })
      notify.success('Billing is on.')
    },
  })
  return (
    <Panel title="Billing is off">
      <PrimaryButton loading={isRunning} onClick={() => run(undefined)}>
        Turn On Billing
      </PrimaryButton>
    </Panel>
  )
}
