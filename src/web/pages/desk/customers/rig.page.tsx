import { IconAlertTriangle, IconCaravan } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy } from 'react'
import { PAGES } from '#contract/pages/page-routes.ts'
import { customerLabel } from '#domain/customers/customer.ts'
import { formatDayWithYear } from '#domain/lib/company-time.ts'
import { rigName } from '#domain/rigs/rig.ts'
import { formatReading, METERS } from '#domain/tickets/rig-visit.ts'
import { isInWork } from '#domain/tickets/ticket.ts'
import { formatPublicEntry } from '#domain/work-history/format-public-entry.ts'
import { api } from '#web/api/client.ts'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ListSkeleton, PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { FieldNote } from '#web/ui/forms/field-note.tsx'
import { Columns } from '#web/ui/layout/columns.tsx'
import { KeyValues } from '#web/ui/layout/key-values.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { LazyContent } from '#web/ui/lazy-content.tsx'
import { LinkButton, TextLink } from '#web/ui/links.tsx'
import { MoneyText } from '#web/ui/numbers.tsx'
import { CustomerItem } from './customer-item.tsx'
import styles from './customers.module.css'
import { NewVisitLinks, TicketsPanel } from './tickets-panel.tsx'

const { title } = PAGES.rig

const ComponentsPanel = lazy(() =>
  import('#web/features/components/components-panel.tsx').then(module => ({
    default: module.ComponentsPanel,
  })),
)

type RigAtDesk = Awaited<ReturnType<typeof api.customers.ofRig.call>>

/** A rig as the company knows it: its tickets here, who came with it, and its public history. */
export function RigPage() {
  const { vin = '' } = useParams({ strict: false })
  const { data, error, refetch } = useQuery(api.customers.ofRig.queryOptions({ input: { vin } }))
  if (data === undefined)
    return (
      <Page title={title}>
        {error === null ? (
          <ListSkeleton rows={3} height={120} label="Loading the RV…" />
        ) : (
          <QueryError error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    )
  const { rig, tickets, customers, readings } = data
  const [newest] = tickets
  if (rig === null || newest === undefined)
    return (
      <Page title={title} lead={`VIN ${vin}`}>
        <EmptyState
          icon={IconCaravan}
          sentence="You have no tickets of this RV."
          next="Its public history is in Work History."
          action={
            <LinkButton to="/work-history" search={{ vin }}>
              Work History
            </LinkButton>
          }
        />
      </Page>
    )
  return (
    <Page
      title={rigName(rig)}
      tabTitle={`${rigName(rig)} · ${title}`}
      lead={`VIN ${rig.vin}`}
      actions={<NewVisitLinks after={newest.ticketId} />}
    >
      <Columns
        main={
          <>
            <TicketsPanel {...data} nameOf={customerLabel} />
            <LazyContent>
              <ComponentsPanel ticketId={newest.ticketId} isOpen={isInWork(newest)} />
            </LazyContent>
          </>
        }
        side={
          <>
            <Panel title="RV Info">
              <KeyValues
                rows={[
                  { label: 'Make', value: rig.make },
                  { label: 'Model', value: rig.model },
                  { label: 'Year', value: rig.year },
                  { label: 'VIN', value: rig.vin },
                  { label: 'Axle Amount', value: rig.axleAmount },
                ]}
              />
            </Panel>
            {readings.length > 0 && <Meters readings={readings} />}
            {customers.length > 0 && <CustomersOfRig customers={customers} />}
            <PublicHistory vin={rig.vin} />
          </>
        }
      />
    </Page>
  )
}

/** Who came with it, the last one first. */
const CustomersOfRig = ({ customers }: Pick<RigAtDesk, 'customers'>) => (
  <Panel title={customers.length === 1 ? 'Customer' : 'Customers'}>
    <ul className={styles.list}>
      {customers.map(customer => (
        <CustomerItem key={customer.customerId} customer={customer} />
      ))}
    </ul>
  </Panel>
)

/** What its meters showed, the newest first. */
const Meters = ({ readings }: Pick<RigAtDesk, 'readings'>) => (
  <Panel title="Meters">
    <ul className={styles.list}>
      {readings.map(({ ticketId, day, notices, ...reading }) => (
        <li key={ticketId} className={styles.words}>
          <span>
            {METERS.flatMap(meter => {
              const value = reading[meter]
              return value === null ? [] : formatReading(meter, value)
            }).join(' · ')}
          </span>
          <span className={styles.muted}>
            {formatDayWithYear(day)} · ticket {ticketId}
          </span>
          {notices.map(notice => (
            <FieldNote key={notice} icon={IconAlertTriangle} tone="amber">
              {notice}
            </FieldNote>
          ))}
        </li>
      ))}
    </ul>
  </Panel>
)

/** What anyone finds by its VIN, of all companies. */
function PublicHistory({ vin }: { vin: string }) {
  const { data, error, refetch } = useQuery(api.workHistory.get.queryOptions({ input: { vin } }))
  return (
    <Panel
      title="Work History"
      actions={
        <TextLink to="/work-history" search={{ vin }}>
          Open
        </TextLink>
      }
    >
      {data === undefined &&
        (error === null ? (
          <PanelSkeleton lines={3} />
        ) : (
          <QueryError error={error} onRetry={() => void refetch()} />
        ))}
      {data?.entries.length === 0 && <p className={styles.muted}>No work on record.</p>}
      <ul className={styles.list}>
        {data?.entries.map(entry => {
          const { completed, technician, totalBalance } = formatPublicEntry(entry)
          return (
            <li key={`${entry.ticketId} ${completed}`} className={styles.item}>
              <span className={styles.words}>
                <span>{technician}</span>
                <span className={styles.muted}>{completed}</span>
              </span>
              <MoneyText amount={totalBalance} />
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
