import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { dayOf, formatDay } from '#domain/lib/company-time.ts'
import { formatMoney } from '#domain/lib/money.ts'
import { typedCents, typedCentsOrNull, typedDollars } from '#domain/lib/typed-money.ts'
import { creditSentence } from '#domain/purchase-orders/vendor-returns.ts'
import { client } from '#web/api/client.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { useOrderCommand } from '#web/features/purchase-orders/use-order-command.ts'
import { loadTicketValidation } from '#web/features/tickets/load-ticket-validation.ts'
import { ConfirmInline } from '#web/ui/buttons/confirm-inline.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { NumberField } from '#web/ui/forms/number-field.tsx'
import { SaveCancelButtons } from '#web/ui/forms/save-cancel-buttons.tsx'
import { useFocusOnStart } from '#web/ui/forms/use-focus-on-start.ts'
import { TextWithAmounts } from '#web/ui/numbers.tsx'
import { onEscape } from '#web/ui/on-escape.ts'
import { useOpenForm } from '#web/ui/use-open-form.ts'
import type { ListedLine } from './group-lines.ts'
import styles from './parts-on-order.module.css'

type Dollars = number | string

type ReturnValues = { quantity: number | string; restockingFee: Dollars; reason: string }

const toReturn = ({ restockingFee, quantity, ...values }: ReturnValues) => ({
  ...values,
  quantity: quantity as number,
  ...(restockingFee !== '' && { restockingFee: typedCents(restockingFee) }),
})

/** How many of a part go back to its vendor, and what it withholds. */
export function ReturnForm({ line, onClose }: { line: ListedLine; onClose: () => void }) {
  const { lineId, description, order, returnable } = line
  const form = useForm<ReturnValues>({
    initialValues: { quantity: returnable, restockingFee: '', reason: '' },
    validate: async values => (await loadTicketValidation()).validateVendorReturn(toReturn(values)),
  })
  const record = useOrderCommand(client.purchaseOrders.returnToVendor, {
    onDone: onClose,
    onError: setFormErrors(form),
  })
  useFocusOnStart(form, 'quantity', { isSelected: true })
  return (
    <form
      className={styles.form}
      onSubmit={submitWith(form, values =>
        record.run({ orderId: order.orderId, lineId, ...toReturn(values) }),
      )}
      onKeyDown={onEscape(onClose)}
      noValidate
      aria-label={`Return ${description} to the vendor`}
    >
      <NumberField className={styles.short ?? ''} label="Quantity" {...form.getInputProps('quantity')} />
      <NumberField
        className={styles.short ?? ''}
        label="Restocking Fee"
        leftSection="$"
        placeholder="Optional"
        step={0.01}
        {...form.getInputProps('restockingFee')}
      />
      <TextInput
        className={styles.grow}
        label="Reason"
        placeholder="Wrong part"
        autoComplete="off"
        {...form.getInputProps('reason')}
      />
      <div className={styles.whole}>
        <SaveCancelButtons isRunning={record.isRunning} onCancel={onClose} />
      </div>
    </form>
  )
}

type Returned = ListedLine['vendorReturns'][number]

/** What went back of a part, and what the vendor credits for it; nothing if none did. */
export function VendorReturns({ line, timeZone }: { line: ListedLine; timeZone: string }) {
  if (line.vendorReturns.length === 0) return null
  return (
    <ul className={styles.returns} aria-label={`Returns of ${line.description}`}>
      {line.vendorReturns.map(returned => (
        <ReturnRow key={returned.returnId} {...{ line, returned, timeZone }} />
      ))}
    </ul>
  )
}

function creditOf({ credited, expected, undoneAt }: Returned): string {
  if (undoneAt !== null) return 'not returned after all'
  if (credited === null) return `${formatMoney(expected)} to be credited`
  const difference = creditSentence(credited, expected)
  return `${formatMoney(credited)} credited${difference === null ? '' : `, ${difference}`}`
}

type ReturnRowProps = { line: ListedLine; returned: Returned; timeZone: string }

function ReturnRow({ line, returned, timeZone }: ReturnRowProps) {
  const { place, form, close, openerProps } = useOpenForm<'credit', HTMLLIElement>()
  const { lineId, description, order } = line
  const { returnId, quantity, at, byName, reason, restockingFee, credited, undoneAt } = returned
  const undo = useOrderCommand(client.purchaseOrders.undoReturn, {
    onDone: () => notify.success('Return undone.'),
  })
  const facts = [
    `${quantity} returned to the vendor ${formatDay(dayOf(new Date(at), timeZone))} by ${byName}: ${reason}`,
    restockingFee > 0 && `restocking fee ${formatMoney(restockingFee)}`,
    creditOf(returned),
  ].filter(fact => fact !== false)
  return (
    <li ref={place}>
      <span className={styles.details}>
        <TextWithAmounts text={facts.join(' · ')} />
      </span>
      {form === null && undoneAt === null && (
        <span className={styles.buttons}>
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={`Credit for ${description}`}
            {...openerProps('credit')}
          >
            {credited === null ? 'Enter Credit' : 'Change Credit'}
          </Button>
          {credited === null && (
            <ConfirmInline
              label="Undo Return"
              about={description}
              question="Undo it? The part did not go back."
              loading={undo.isRunning}
              onConfirm={() => undo.run({ orderId: order.orderId, lineId, returnId })}
            />
          )}
        </span>
      )}
      {form === 'credit' && <CreditForm {...{ line, returned }} onClose={close} />}
    </li>
  )
}

type CreditFormProps = { line: ListedLine; returned: Returned; onClose: () => void }

const toCredit = ({ credited }: { credited: Dollars }) => ({ credited: typedCentsOrNull(credited) })

/** What the vendor credited for a return; empty if it has not. */
function CreditForm({ line, returned, onClose }: CreditFormProps) {
  const { lineId, description, order } = line
  const form = useForm<{ credited: Dollars }>({
    initialValues: { credited: typedDollars(returned.credited ?? returned.expected) },
    validate: async values => (await loadTicketValidation()).validateVendorCredit(toCredit(values)),
  })
  const credit = useOrderCommand(client.purchaseOrders.creditReturn, {
    onDone: onClose,
    onError: setFormErrors(form),
  })
  useFocusOnStart(form, 'credited', { isSelected: true })
  return (
    <form
      className={styles.form}
      onSubmit={submitWith(form, values =>
        credit.run({
          ...{ orderId: order.orderId, lineId, returnId: returned.returnId },
          ...toCredit(values),
        }),
      )}
      onKeyDown={onEscape(onClose)}
      noValidate
      aria-label={`Credit for ${description}`}
    >
      <NumberField
        className={styles.short ?? ''}
        label="Credit"
        leftSection="$"
        placeholder="Not yet"
        step={0.01}
        {...form.getInputProps('credited')}
      />
      <div className={styles.whole}>
        <SaveCancelButtons isRunning={credit.isRunning} onCancel={onClose} />
      </div>
    </form>
  )
}
