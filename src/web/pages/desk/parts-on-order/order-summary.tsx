import { Button } from '@mantine/core'
import { dayOf, formatDay } from '#domain/lib/company-time.ts'
import { type Cents, formatMoney } from '#domain/lib/money.ts'
import { invoiceSentence } from '#domain/purchase-orders/order-amounts.ts'
import { orderNotEmailedSentence } from '#domain/purchase-orders/vendor.ts'
import { client } from '#web/api/client.ts'
import { useOrderCommand } from '#web/features/purchase-orders/use-order-command.ts'
import { ConfirmInline } from '#web/ui/buttons/confirm-inline.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { Totals } from '#web/ui/numbers.tsx'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import type { Order } from './group-lines.ts'
import { OrderDetailsForm } from './order-details-form.tsx'
import styles from './parts-on-order.module.css'

/** What an order comes to, and what was entered of it: nothing more than its total until then. */
export function OrderSummary({ order, timeZone }: { order: Order; timeZone: string }) {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const { number, total, amounts, credits, freight, trackingNumber, invoiceNumber, invoiceTotal } = order
  const { orderId, state, vendor, emailedAt, emailedBy, emailedTo } = order
  const email = useOrderCommand(client.purchaseOrders.email, {
    onDone: ({ email: outcome }) => {
      const problem = orderNotEmailedSentence(outcome)
      if (problem === null) notify.success(`Order ${number} emailed.`)
      else notify.failure(problem)
    },
  })
  const mayEmail = state !== 'closed' && vendor !== null && vendor.email !== ''
  const isReturned = credits.expected > 0 || credits.received > 0
  const isDetailed = freight !== null || amounts.cores > 0 || invoiceTotal !== null || isReturned
  const invoiceLabel = `Vendor’s invoice ${invoiceNumber}`.trim()
  const rows: { label: string; value: Cents; strong?: boolean }[] = [
    { label: 'Parts received', value: amounts.parts },
    ...(amounts.cores > 0 ? [{ label: 'Core charges', value: amounts.cores }] : []),
    ...(freight === null ? [] : [{ label: 'Freight', value: freight }]),
    { label: 'Total received', value: amounts.total, strong: true },
    ...(invoiceTotal === null ? [] : [{ label: invoiceLabel, value: invoiceTotal }]),
    ...(credits.expected > 0 ? [{ label: 'Credits to come', value: credits.expected }] : []),
    ...(credits.received > 0 ? [{ label: 'Credited by the vendor', value: credits.received }] : []),
  ]
  const notes = [
    invoiceTotal !== null && invoiceSentence(invoiceTotal, amounts.total),
    trackingNumber !== '' && `Tracking number ${trackingNumber}`,
    invoiceNumber !== '' && invoiceTotal === null && invoiceLabel,
    emailedAt !== null && `Emailed ${formatDay(dayOf(emailedAt, timeZone))} to ${emailedTo} by ${emailedBy}`,
  ].filter(note => note !== false)
  return (
    <div className={styles.summary}>
      <Totals
        rows={[
          { label: isDetailed ? 'Total ordered' : 'Total', value: total },
          ...(isDetailed ? rows : []),
        ].map(({ value, ...row }) => ({
          ...row,
          amount: formatMoney(value),
        }))}
        notes={notes}
      />
      {isOpen ? (
        <OrderDetailsForm order={order} onClose={() => setOpen(false)} />
      ) : (
        order.orderedAt !== null && (
          <span className={styles.buttons} data-end>
            <Button
              ref={opener}
              size="compact-sm"
              variant="subtle"
              aria-label={`Freight and invoice of order ${number}`}
              onClick={() => setOpen(true)}
            >
              Freight and Invoice
            </Button>
            <Button
              component="a"
              href={`/api/purchase-orders/${orderId}/document.pdf`}
              target="_blank"
              rel="noreferrer"
              size="compact-sm"
              variant="subtle"
              aria-label={`PDF of order ${number}`}
            >
              PDF
            </Button>
            {mayEmail && emailedAt === null && (
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={`Email order ${number} to ${vendor.name}`}
                disabled={email.isRunning}
                onClick={() => email.run({ orderId })}
              >
                Email to Vendor
              </Button>
            )}
            {mayEmail && emailedAt !== null && (
              <ConfirmInline
                label="Email Again"
                about={`order ${number}`}
                question={`It was emailed to ${vendor.name} already. Email it again?`}
                loading={email.isRunning}
                onConfirm={() => email.run({ orderId })}
              />
            )}
          </span>
        )
      )}
    </div>
  )
}
