import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { PAGES } from '#contract/pages/page-routes.ts'
import { rigName } from '#domain/rigs/rig.ts'
import { fullName } from '#domain/tickets/assignment.ts'
import { api } from '#web/api/client.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Columns } from '#web/ui/layout/columns.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TextLink } from '#web/ui/links.tsx'
import type { CompanyCustomer } from './company-customer.ts'
import { CustomerRecord } from './customer-record.tsx'
import styles from './customers.module.css'
import { MergePanel } from './merge-panel.tsx'
import { MessagesPanel } from './messages-panel.tsx'
import { NewVisitLinks, TicketsPanel } from './tickets-panel.tsx'

const { title } = PAGES.customer

/** What the customer owes, and their tax exemption; undefined as long as it is not known, and for who may not know it. */
function useCustomerMoney(customerId: string) {
  const enabled = usePermission()('billing.use')
  return useQuery({ ...api.billing.getOfCustomer.queryOptions({ input: { customerId } }), enabled }).data
}

/** A customer of the company: contact, note, RVs, every ticket with its state and total, what is owed, and messages. */
export function CustomerPage() {
  const { customerId = '' } = useParams({ strict: false })
  const { data, error, refetch } = useQuery(api.customers.get.queryOptions({ input: { customerId } }))
  const money = useCustomerMoney(customerId)
  if (data === undefined)
    return (
      <Page title={title}>
        {error === null ? (
          <ListSkeleton rows={3} height={120} label="Loading the customer…" />
        ) : (
          <QueryError error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    )
  const [newest] = data.tickets
  return (
    <Page
      title={fullName(data)}
      tabTitle={`${fullName(data)} · ${title}`}
      lead={[title, data.companyName].filter(Boolean).join(' · ')}
      actions={newest !== undefined && <NewVisitLinks after={newest.ticketId} />}
    >
      <Columns
        main={
          <>
            <TicketsPanel {...data} nameOf={rigName} owed={money?.owed} />
            <MessagesPanel customerId={data.customerId} />
          </>
        }
        side={
          <>
            <CustomerRecord key={data.customerId} customer={data} exemption={money?.exemption} />
            <Rigs customer={data} />
            <MergePanel customer={data} />
          </>
        }
      />
    </Page>
  )
}

function Rigs({ customer: { rigs } }: { customer: CompanyCustomer }) {
  if (rigs.length === 0) return null
  return (
    <Panel title="RVs" count={rigs.length}>
      <ul className={styles.list}>
        {rigs.map(rig => (
          <li key={`${rig.vin} ${rig.ticketId}`} className={styles.words}>
            {rig.vin === '' ? (
              <strong>{rigName(rig)}</strong>
            ) : (
              <TextLink to={`/rigs/${encodeURIComponent(rig.vin)}`}>{rigName(rig)}</TextLink>
            )}
            {rig.vin !== '' && <span className={styles.muted}>VIN {rig.vin}</span>}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
