import { Button } from '@mantine/core'
import { formatMoney } from '#domain/lib/money.ts'
import { isLate, isOnOrder } from '#domain/purchase-orders/part-order.ts'
import { receivedOf } from '#domain/purchase-orders/purchase-order.ts'
import { client } from '#web/api/client.ts'
import { useOrderCommand } from '#web/features/purchase-orders/use-order-command.ts'
import { ConfirmInline } from '#web/ui/buttons/confirm-inline.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { TextLink } from '#web/ui/links.tsx'
import { MoneyText } from '#web/ui/numbers.tsx'
import { useOpenForm } from '#web/ui/use-open-form.ts'
import { ExpectedForm } from './expected-form.tsx'
import { type ListedLine, orderTitle, statusOf } from './group-lines.ts'
import { CoreReturnForm, LineDetails, LineDetailsForm } from './line-details.tsx'
import styles from './parts-on-order.module.css'
import { ReceiveForm } from './receive-form.tsx'
import { UndoReceiptForm } from './undo-receipt-form.tsx'
import { ReturnForm, VendorReturns } from './vendor-returns.tsx'

type OrderLineProps = {
  line: ListedLine
  today: string
  timeZone: string
  /** Whether it does not stand below its order. */
  namesOrder: boolean
}

type LineForm = 'receive' | 'undo' | 'expected' | 'details' | 'core' | 'return'

/** A part on an order, and what is next for it. */
export function OrderLine({ line, today, timeZone, namesOrder }: OrderLineProps) {
  const { place, form, close, openerProps } = useOpenForm<LineForm, HTMLLIElement>()
  const { lineId, description, partNumber, quantity, cost, ticketId, stage, order } = line
  const { orderId } = order
  const remove = useOrderCommand(client.purchaseOrders.removeLine, {
    onDone: () => notify.success('Taken off the order.'),
  })
  const undoCore = useOrderCommand(client.purchaseOrders.undoCoreReturn, {
    onDone: () => notify.success('Core return undone.'),
  })
  const isExpected = isOnOrder(line)
  const mayUndo = line.returnable > 0 && order.state !== 'closed'
  const facts = [namesOrder ? orderTitle(order) : '', partNumber].filter(fact => fact !== '')
  return (
    <li ref={place} className={styles.line}>
      <div className={styles.words}>
        <span>{description}</span>
        {facts.length > 0 && <span className={styles.muted}>{facts.join(' · ')}</span>}
        <span className={styles.status} data-late={isLate(line, today) || undefined}>
          {statusOf(line, today)}
        </span>
        <LineDetails {...{ line, timeZone }} />
        {ticketId !== null && <TextLink to={`/service-ticket/${ticketId}`}>Ticket {ticketId}</TextLink>}
      </div>
      <span className={styles.cost}>
        {quantity} × <MoneyText amount={formatMoney(cost)} />
      </span>
      {form === null && (
        <span className={styles.buttons}>
          {isExpected && stage !== 'needed' && (
            <Button size="compact-sm" aria-label={`Receive ${description}`} {...openerProps('receive')}>
              Receive
            </Button>
          )}
          {isExpected && (
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={`Change the expected day of ${description}`}
              {...openerProps('expected')}
            >
              Expected Day
            </Button>
          )}
          {mayUndo && (
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={`Undo the receipt of ${description}`}
              {...openerProps('undo')}
            >
              Undo Receipt
            </Button>
          )}
          {line.returnable > 0 && (
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={`Return ${description} to the vendor`}
              {...openerProps('return')}
            >
              Return to Vendor
            </Button>
          )}
          {line.coresOwed > 0 && (
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={`Core returned of ${description}`}
              {...openerProps('core')}
            >
              Core Returned
            </Button>
          )}
          {receivedOf({ receipts: line.coreReturns }) > 0 && (
            <ConfirmInline
              label="Undo Core Return"
              about={description}
              question="Undo the newest return? Its cores are owed again."
              loading={undoCore.isRunning}
              onConfirm={() => undoCore.run({ orderId, lineId })}
            />
          )}
          {order.state !== 'closed' && (
            <Button
              size="compact-sm"
              variant="subtle"
              aria-label={`Details of ${description}`}
              {...openerProps('details')}
            >
              Details
            </Button>
          )}
          {stage === 'needed' && (
            <Button
              size="compact-sm"
              variant="subtle"
              color="red"
              aria-label={`Remove ${description}`}
              disabled={remove.isRunning}
              onClick={() => remove.run({ orderId, lineId })}
            >
              Remove
            </Button>
          )}
        </span>
      )}
      {form === 'receive' && <ReceiveForm line={line} onClose={close} />}
      {form === 'details' && <LineDetailsForm line={line} onClose={close} />}
      {form === 'core' && <CoreReturnForm line={line} onClose={close} />}
      {form === 'return' && <ReturnForm line={line} onClose={close} />}
      {form === 'undo' && <UndoReceiptForm line={line} onClose={close} />}
      {form === 'expected' && <ExpectedForm line={line} timeZone={timeZone} onClose={close} />}
      <VendorReturns {...{ line, timeZone }} />
    </li>
  )
}
