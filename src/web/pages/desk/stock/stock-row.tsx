import { Button, Checkbox } from '@mantine/core'
import type { InferContractRouterOutputs } from '@orpc/contract'
import { useQuery } from '@tanstack/react-query'
import type { Contract } from '#contract/index.ts'
import { formatDateTime } from '#domain/lib/company-time.ts'
import { formatMoney } from '#domain/lib/money.ts'
import type { MovementKind } from '#domain/stock/stock-item.ts'
import { api, client } from '#web/api/client.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { OrderLineForm } from '#web/features/purchase-orders/order-line-form.tsx'
import { ConfirmInline } from '#web/ui/buttons/confirm-inline.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { MoneyText, Numbers } from '#web/ui/numbers.tsx'
import { useOpenForm } from '#web/ui/use-open-form.ts'
import { ItemForm } from './item-form.tsx'
import { MovementForm, STEP_LABELS } from './movement-form.tsx'
import styles from './stock.module.css'
import { type StockItemView, useStockCommand } from './use-stock-command.ts'

type StockRowProps = {
  item: StockItemView
  isOpen: boolean
  onToggle: () => void
  /** Whether its label is printed. */
  isChosen: boolean
  onChoose: (isChosen: boolean) => void
}

/** An item; opened, what can be done with it and how it moved. */
export function StockRow({ item, isOpen, onToggle, isChosen, onChoose }: StockRowProps) {
  const mayChange = usePermission()('stock.change')
  const { description, partNumber, place, quantity, isToReorder, reorderPoint, price, cost } = item
  return (
    <div className={styles.item}>
      <div className={styles.head}>
        {mayChange && (
          <Checkbox
            label="Label"
            aria-label={`Label of ${description}`}
            checked={isChosen}
            onChange={({ currentTarget: { checked } }) => onChoose(checked)}
          />
        )}
        <div className={styles.words}>
          <span>{description}</span>
          <span className={styles.muted}>{[partNumber, place].filter(fact => fact !== '').join(' · ')}</span>
          {isToReorder && <span className={styles.reorder}>Reorder at {reorderPoint}</span>}
        </div>
        {price !== null && (
          <span className={styles.muted}>
            Price <MoneyText amount={formatMoney(price)} />
          </span>
        )}
        {cost !== null && (
          <span className={styles.muted}>
            Cost <MoneyText amount={formatMoney(cost)} />
          </span>
        )}
        <span className={styles.quantity}>
          <Numbers strong>{quantity}</Numbers> in stock
        </span>
        {mayChange && (
          <Button
            size="compact-sm"
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Close' : 'Open'} ${description}`}
            onClick={onToggle}
          >
            {isOpen ? 'Close' : 'Open'}
          </Button>
        )}
      </div>
      {isOpen && mayChange && <Details item={item} />}
    </div>
  )
}

const STEPS = ['receive', 'count', 'scrap'] as const

type ItemFormName = (typeof STEPS)[number] | 'order' | 'change'

function Details({ item }: { item: StockItemView }) {
  const { stockItemId, description } = item
  const movements = useQuery(api.stock.listMovements.queryOptions({ input: { stockItemId } }))
  const { data: vendors = [] } = useQuery(api.vendors.list.queryOptions())
  const { place, form, close, openerProps } = useOpenForm<ItemFormName, HTMLDivElement>()
  const remove = useStockCommand(client.stock.remove, {
    onDone: () => notify.success('Removed from stock.'),
  })
  return (
    <div ref={place} className={styles.details}>
      {form === null && (
        <div className={styles.buttons}>
          {STEPS.map(step => (
            <Button key={step} size="compact-sm" {...openerProps(step)}>
              {STEP_LABELS[step]}
            </Button>
          ))}
          {vendors.length > 0 && movements.data !== undefined && (
            <Button size="compact-sm" {...openerProps('order')}>
              Order
            </Button>
          )}
          <Button size="compact-sm" variant="subtle" {...openerProps('change')}>
            Change
          </Button>
          <ConfirmInline
            label="Remove"
            about={description}
            question={`Remove ${description}?`}
            loading={remove.isRunning}
            onConfirm={() => remove.run({ stockItemId })}
          />
        </div>
      )}
      {form === 'change' && <ItemForm item={item} onClose={close} />}
      {form === 'order' && (
        <OrderLineForm
          vendors={vendors}
          timeZone={movements.data?.timeZone ?? 'UTC'}
          stockItem={item}
          onClose={close}
        />
      )}
      {form !== null && form !== 'change' && form !== 'order' && (
        <MovementForm step={form} item={item} onClose={close} />
      )}
      {vendors.length > 0 && <OnOrder stockItemId={stockItemId} />}
      {movements.data === undefined && movements.error === null && (
        <ListSkeleton rows={2} height={24} label="Loading movements…" />
      )}
      {movements.data === undefined && movements.error !== null && (
        <QueryError error={movements.error} onRetry={() => void movements.refetch()} />
      )}
      {movements.data !== undefined && <Movements {...movements.data} />}
    </div>
  )
}

/** What is still to come of it. */
function OnOrder({ stockItemId }: { stockItemId: string }) {
  const { data } = useQuery(api.purchaseOrders.list.queryOptions({ input: { show: 'open' } }))
  const expected = (data?.orders ?? []).flatMap(({ number, lines }) =>
    lines
      .filter(line => line.stockItemId === stockItemId && line.missing > 0)
      .map(({ missing, stage }) =>
        stage === 'needed' ? `${missing} to be ordered (order ${number})` : `${missing} on order ${number}`,
      ),
  )
  if (expected.length === 0) return null
  return (
    <p className={styles.muted}>
      {expected.join(', ')}. <TextLink to="/parts-on-order">Parts on Order</TextLink>
    </p>
  )
}

const KIND_LABELS: Readonly<Record<MovementKind, string>> = {
  received: 'received',
  taken: 'taken',
  returned: 'returned',
  counted: 'counted',
  scrapped: 'scrapped',
  'returned-to-vendor': 'returned to the vendor',
}

const signed = (quantity: number): string => (quantity > 0 ? `+${quantity}` : String(quantity))

type MovementsProps = InferContractRouterOutputs<Contract>['stock']['listMovements']

function Movements({ movements, isComplete, timeZone }: MovementsProps) {
  return (
    <>
      <ul className={styles.movements} aria-label="Movements, newest first">
        {movements.map(({ position, kind, quantity, at, byName, ticketId, note }) => (
          <li key={position}>
            <Numbers strong>{signed(quantity)}</Numbers> {KIND_LABELS[kind]} · {formatDateTime(at, timeZone)}{' '}
            · {byName}
            {note !== '' && ` · ${note}`}
            {ticketId !== null && (
              <>
                {' · '}
                <TextLink to={`/service-ticket/${ticketId}`}>Ticket {ticketId}</TextLink>
              </>
            )}
          </li>
        ))}
      </ul>
      {movements.length === 0 && <p className={styles.muted}>No activity yet.</p>}
      {!isComplete && <p className={styles.muted}>These are the newest {movements.length}.</p>}
    </>
  )
}
