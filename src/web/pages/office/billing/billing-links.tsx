import { IconReceiptOff } from '@tabler/icons-react'
import type { Action } from '#domain/account/permission.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LinkButton } from '#web/ui/links.tsx'

const PAGES = {
  endOfDay: { label: 'End of Day', to: '/company/end-of-day', needs: 'company.see-details' },
  reports: { label: 'Reports', to: '/company/reports', needs: 'company.see-details' },
  receivables: { label: 'Receivables', to: '/company/billing/receivables', needs: 'billing.use' },
  dayClose: { label: 'Day Close', to: '/company/billing/day-close', needs: 'billing.use' },
  bookkeeping: { label: 'Bookkeeping', to: '/company/billing/bookkeeping', needs: 'company.export' },
} as const satisfies Readonly<Record<string, { label: string; to: string; needs: Action }>>

/** From one page about a company's money to the others. */
export function BillingLinks({ page }: { page: keyof typeof PAGES }) {
  const may = usePermission()
  return (
    <>
      {Object.entries(PAGES).map(
        ([name, { label, to, needs }]) =>
          name !== page &&
          may(needs) && (
            <LinkButton key={name} variant="default" to={to}>
              {label}
            </LinkButton>
          ),
      )}
      {may('company.change') ? (
        <LinkButton to="/company/billing">Back to Billing</LinkButton>
      ) : (
        <LinkButton to="/dashboard">Back to Dashboard</LinkButton>
      )}
    </>
  )
}

export function BillingIsOff() {
  const may = usePermission()
  return (
    <EmptyState
      icon={IconReceiptOff}
      sentence="Billing is off."
      next={
        may('company.change')
          ? 'Turn it on under Company, Billing.'
          : 'The owner turns it on under Company, Billing.'
      }
    />
  )
}
