import { useQuery } from '@tanstack/react-query'
import { PAGES } from '#contract/pages/page-routes.ts'
import { api, client } from '#web/api/client.ts'
import { lazyPanel } from '#web/features/panels/lazy-panel.tsx'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { ConfirmInline } from '#web/ui/buttons/confirm-inline.tsx'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Panels } from '#web/ui/layout/columns.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { SettingsPage } from '../settings-page.tsx'
import styles from '../tax-rates.module.css'
import { useBillingCommand } from './use-billing-settings.ts'

const LEAD =
  'Turn it on to issue invoices with tax, take deposits and payments, and see what is owed on each ticket. Until then, tickets end with their total, as before.'

const TermsPanel = lazyPanel(() => import('./billing-terms.tsx').then(({ TermsPanel }) => TermsPanel))
const TaxRatesPanel = lazyPanel(() =>
  import('./tax-rates-panel.tsx').then(({ TaxRatesPanel }) => TaxRatesPanel),
)
const FeePresetsPanel = lazyPanel(() =>
  import('./fee-presets-panel.tsx').then(({ FeePresetsPanel }) => FeePresetsPanel),
)
const FeeRulesPanel = lazyPanel(() =>
  import('./fee-rules-panel.tsx').then(({ FeeRulesPanel }) => FeeRulesPanel),
)
const SuppliesPanel = lazyPanel(() =>
  import('./supplies-panel.tsx').then(({ SuppliesPanel }) => SuppliesPanel),
)
const LaborRatesPanel = lazyPanel(() =>
  import('./labor-rates-panel.tsx').then(({ LaborRatesPanel }) => LaborRatesPanel),
)
const LaborBasisPanel = lazyPanel(() =>
  import('./labor-basis-panel.tsx').then(({ LaborBasisPanel }) => LaborBasisPanel),
)
const CorrectionsPanel = lazyPanel(() =>
  import('./billing-terms.tsx').then(({ CorrectionsPanel }) => CorrectionsPanel),
)
const CardsPanel = lazyPanel(() => import('./cards-panel.tsx').then(({ CardsPanel }) => CardsPanel))
const BookingPaymentPanel = lazyPanel(() =>
  import('./booking-payment-panel.tsx').then(({ BookingPaymentPanel }) => BookingPaymentPanel),
)
const TripPanel = lazyPanel(() => import('./trip-panel.tsx').then(({ TripPanel }) => TripPanel))

/** How the company bills, for its owner; off until it is turned on. */
export function BillingPage() {
  const { data, error, refetch } = useQuery(api.billing.getSettings.queryOptions())
  return (
    <SettingsPage title={PAGES.billing.title} {...(data?.isOn === false && { lead: LEAD })}>
      {data === undefined && error === null && (
        <ListSkeleton rows={2} height={120} label="Loading your billing…" />
      )}
      {data === undefined && error !== null && <QueryError error={error} onRetry={() => void refetch()} />}
      {data !== undefined && (
        <Panels>
          {data.isOn ? (
            <>
              <TaxRatesPanel settings={data} />
              <FeePresetsPanel settings={data} />
              <FeeRulesPanel settings={data} />
              <LaborRatesPanel settings={data} />
              <LaborBasisPanel settings={data} />
              <SuppliesPanel settings={data} />
              <TripPanel settings={data} />
              <TermsPanel settings={data} />
              <CorrectionsPanel settings={data} />
              {data.cards !== null && <CardsPanel cards={data.cards} />}
              {data.cards?.isReady && <BookingPaymentPanel settings={data} />}
              <TurnOff />
            </>
          ) : (
            <TurnOn />
          )}
        </Panels>
      )}
    </SettingsPage>
  )
}

function TurnOff() {
  const { run, isRunning } = useBillingCommand(client.billing.turnOff, 'Billing is off.')
  const { data } = useQuery(api.billing.getReceivables.queryOptions())
  const notInvoiced = data?.notInvoiced.tickets.filter(({ held }) => held === 0) ?? []
  return (
    <Panel title="Turn off billing">
      <p className={styles.note}>
        Invoices, payments and reports are hidden until you turn it on again. Nothing is deleted. First,
        nothing may be owed on any ticket, and no deposit held.
      </p>
      {notInvoiced.length > 0 && (
        <p className={styles.note}>{describeNotInvoiced(notInvoiced.map(({ ticketId }) => ticketId))}</p>
      )}
      <ConfirmInline
        label="Turn Off Billing"
        question="Hide invoices and payments?"
        loading={isRunning}
        onConfirm={() => run(undefined)}
      />
    </Panel>
  )
}

/** How many tickets are named. */
const NAMED_COUNT = 5

function describeNotInvoiced(ticketIds: readonly number[]): string {
  const named = ticketIds.slice(0, NAMED_COUNT).map(ticketId => `ticket ${ticketId}`)
  const more = ticketIds.length - named.length
  const all = more === 0 ? named : [...named, `${more} more`]
  return `Not invoiced yet: ${new Intl.ListFormat('en-US').format(all)}. Receivables lists them.`
}

function TurnOn() {
  const { run, isRunning } = useBillingCommand(client.billing.turnOn, 'Billing is on.')
  return (
    <Panel title="Billing is off">
      <PrimaryButton loading={isRunning} onClick={() => run(undefined)}>
        Turn On Billing
      </PrimaryButton>
    </Panel>
  )
}
