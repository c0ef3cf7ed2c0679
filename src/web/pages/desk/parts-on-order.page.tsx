import { Button, NativeSelect } from '@mantine/core'
import { IconDownload, IconTruckDelivery } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { PAGES } from '#contract/pages/page-routes.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { toDollars } from '#domain/lib/money.ts'
import type { PartStage } from '#domain/purchase-orders/part-order.ts'
import type { OrderList, OrderState } from '#domain/purchase-orders/purchase-order.ts'
import { api, client } from '#web/api/client.ts'
import { ordersQuery } from '#web/api/paged-queries.ts'
import { useNow } from '#web/api/use-now.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { downloadCsv } from '#web/features/csv/download-csv.ts'
import { LoadMore } from '#web/features/panels/load-more.tsx'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { OrderLineForm } from '#web/features/purchase-orders/order-line-form.tsx'
import { useOrderCommand } from '#web/features/purchase-orders/use-order-command.ts'
import { ConfirmInline } from '#web/ui/buttons/confirm-inline.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import {
  type GroupBy,
  groupLines,
  type ListedLine,
  listLines,
  type Order,
  statusOf,
} from './parts-on-order/group-lines.ts'
import { OrderLine } from './parts-on-order/order-line.tsx'
import { OrderSummary } from './parts-on-order/order-summary.tsx'
import styles from './parts-on-order/parts-on-order.module.css'

const PATH = PAGES.partsOnOrder.path

type Shown = OrderList | 'late'
type SearchChoice = { by: GroupBy; show: Shown }

const GROUPS: readonly { value: GroupBy; label: string }[] = [
  { value: 'order', label: 'Vendor' },
  { value: 'ticket', label: 'Ticket' },
  { value: 'day', label: 'Day' },
]
const SHOWN: readonly { value: Shown; label: string }[] = [
  { value: 'open', label: 'Open orders' },
  { value: 'late', label: 'Late parts' },
  { value: 'closed', label: 'Closed orders' },
]
/** Offered once there are some. */
const SHOWN_IF_ANY: readonly { value: 'cores' | 'credits'; label: string }[] = [
  { value: 'cores', label: 'Cores to return' },
  { value: 'credits', label: 'Credits to come' },
]
const ALL_SHOWN = [...SHOWN, ...SHOWN_IF_ANY]

const toSearch = ({ by, show }: SearchChoice) => ({
  ...(by !== 'order' && { by }),
  ...(show !== 'open' && { show }),
})

/** What is needed, on order and late, by vendor, ticket or day; orders are placed, received and closed here. */
export function PartsOnOrderPage() {
  const search = useSearch({ from: `/signed-in${PATH}` })
  const by = GROUPS.find(({ value }) => value === search.by)?.value ?? 'order'
  const show = ALL_SHOWN.find(({ value }) => value === search.show)?.value ?? 'open'
  const navigate = useNavigate()
  const list = useRef<HTMLDivElement>(null)
  const choose = (choice: SearchChoice) => void navigate({ to: PATH, search: toSearch(choice) })
  const query = useInfiniteQuery(ordersQuery(show === 'late' ? 'open' : show))
  const { data, error, refetch } = query
  const [first] = data?.pages ?? []
  return (
    <Page title={PAGES.partsOnOrder.title} dense lead="What is needed, on order and late.">
      {first === undefined && error === null && (
        <ListSkeleton rows={4} height={96} label="Loading your orders…" />
      )}
      {first === undefined && error !== null && <QueryError error={error} onRetry={() => void refetch()} />}
      {first !== undefined && !first.isOn && <NoVendors />}
      {data !== undefined && first?.isOn && (
        <>
          <div className={styles.choices}>
            <NativeSelect
              label="Group by"
              value={by}
              data={GROUPS}
              onChange={({ currentTarget: { value } }) => choose({ by: value as GroupBy, show })}
            />
            <NativeSelect
              label="Show"
              value={show}
              data={[
                ...SHOWN,
                ...SHOWN_IF_ANY.filter(
                  ({ value }) =>
                    value === show || (value === 'cores' ? first.areCoresOwed : first.areCreditsOwed),
                ),
              ]}
              onChange={({ currentTarget: { value } }) => choose({ by, show: value as Shown })}
            />
          </div>
          <div ref={list}>
            <Orders
              orders={data.pages.flatMap(page => page.orders)}
              {...{ by, show, timeZone: first.timeZone }}
            />
          </div>
          <LoadMore query={query} list={list} label="Show More Orders" variant="subtle" mt="md" />
        </>
      )}
    </Page>
  )
}

function NoVendors() {
  const mayAdd = usePermission()('company.change')
  return (
    <>
      <EmptyState
        icon={IconTruckDelivery}
        sentence="Your company has no vendors yet."
        next="The owner adds them under Company, Preferences."
      />
      {mayAdd && <TextLink to="/company/preferences">Add Vendors</TextLink>}
    </>
  )
}

type OrdersProps = {
  orders: readonly Order[]
  timeZone: string
  by: GroupBy
  show: Shown
}

function Orders({ orders, timeZone, by, show }: OrdersProps) {
  const today = dayOf(useNow(), timeZone)
  const only = show === 'open' || show === 'closed' ? null : show
  const lines = listLines(orders, today, only)
  const groups = groupLines(orders, { by, today, only })
  return (
    <div className={styles.groups}>
      {show === 'open' && <NewLine timeZone={timeZone} />}
      {groups.length === 0 && <EmptyState icon={IconTruckDelivery} sentence={EMPTY[show]} compact />}
      {groups.map(({ key, title, order, lines: listed }) => (
        <Panel
          key={key}
          title={order === null ? title : `${title} · ${STATE_LABELS[order.state]}`}
          count={listed.length}
          flush
          actions={order !== null && <OrderActions order={order} />}
        >
          <ul className={styles.list}>
            {listed.map(line => (
              <OrderLine key={line.lineId} {...{ line, today, timeZone }} namesOrder={order === null} />
            ))}
          </ul>
          {order !== null && <OrderSummary {...{ order, timeZone }} />}
        </Panel>
      ))}
      {lines.length > 0 && (
        <div>
          <Button
            size="compact-sm"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => downloadCsv(`parts-on-order-${today}.csv`, csvRowsOf(lines, today))}
          >
            Download CSV
          </Button>
        </div>
      )}
    </div>
  )
}

const EMPTY: Readonly<Record<Shown, string>> = {
  open: 'Nothing is needed or on order.',
  late: 'No part is late.',
  closed: 'No order was closed yet.',
  cores: 'No cores to return.',
  credits: 'No vendor owes a credit.',
}

const STATE_LABELS: Readonly<Record<OrderState, string>> = {
  draft: 'draft',
  ordered: 'ordered',
  'partly-received': 'partly received',
  received: 'received',
  closed: 'closed',
}

function NewLine({ timeZone }: { timeZone: string }) {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const { data: vendors = [] } = useQuery(api.vendors.list.queryOptions())
  if (isOpen)
    return (
      <Panel title="Order Part" flush>
        <OrderLineForm {...{ vendors, timeZone }} onClose={() => setOpen(false)} />
      </Panel>
    )
  return (
    <div>
      <Button ref={opener} disabled={vendors.length === 0} onClick={() => setOpen(true)}>
        Order Part
      </Button>
    </div>
  )
}

function OrderActions({ order: { orderId, number, state, lines } }: { order: Order }) {
  const place = useOrderCommand(client.purchaseOrders.place, {
    onDone: () => notify.success(`Order ${number} placed.`),
  })
  const close = useOrderCommand(client.purchaseOrders.close, {
    onDone: () => notify.success(`Order ${number} closed.`),
  })
  const reopen = useOrderCommand(client.purchaseOrders.reopen, {
    onDone: () => notify.success(`Order ${number} reopened.`),
  })
  if (state === 'closed')
    return (
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={`Reopen order ${number}`}
        disabled={reopen.isRunning}
        onClick={() => reopen.run({ orderId })}
      >
        Reopen
      </Button>
    )
  const isMissing = lines.some(({ missing }) => missing > 0)
  return (
    <span className={styles.buttons}>
      {state === 'draft' && (
        <Button
          size="compact-sm"
          disabled={place.isRunning || lines.length === 0}
          onClick={() => place.run({ orderId })}
        >
          Place Order
        </Button>
      )}
      <ConfirmInline
        label="Close"
        about={`order ${number}`}
        question={isMissing ? 'Close it? What is missing does not come any more.' : 'Close it?'}
        loading={close.isRunning}
        onConfirm={() => close.run({ orderId })}
      />
    </span>
  )
}

const STAGE_LABELS: Readonly<Record<PartStage, string>> = {
  needed: 'To be ordered',
  ordered: 'On order',
  backordered: 'Back order',
  received: 'Received',
  returned: 'Returned',
  canceled: 'Canceled',
}

const csvRowsOf = (lines: readonly ListedLine[], today: string): string[][] => [
  [
    ...['Order', 'Vendor', 'Part', 'Part Number', 'Quantity', 'Received', 'Returned', 'Missing', 'Cost Each'],
    ...['Expected', 'Ticket', 'Stage', 'Status'],
  ],
  ...lines.map(line => {
    const { order, description, partNumber, quantity, received, returned, missing, cost } = line
    const { expectedOn, ticketId } = line
    return [
      ...[String(order.number), order.vendor?.name ?? '', description, partNumber],
      ...[quantity, received, returned, missing, toDollars(cost)].map(String),
      ...[expectedOn ?? '', ticketId === null ? '' : String(ticketId), STAGE_LABELS[line.stage]],
      statusOf(line, today),
    ]
  }),
]
