import { NativeSelect } from '@mantine/core'
import { useForm } from '@mantine/form'
import { dayOf, formatDay } from '#domain/lib/company-time.ts'
import { formatMoney } from '#domain/lib/money.ts'
import { typedCents, typedCentsOrNull, typedDollars } from '#domain/lib/typed-money.ts'
import { amountFor } from '#domain/purchase-orders/order-amounts.ts'
import type { PartCondition } from '#domain/purchase-orders/purchase-order.ts'
import { client } from '#web/api/client.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { useOrderCommand } from '#web/features/purchase-orders/use-order-command.ts'
import { loadTicketValidation } from '#web/features/tickets/load-ticket-validation.ts'
import { changedFields } from '#web/ui/forms/changed-fields.ts'
import { NumberField } from '#web/ui/forms/number-field.tsx'
import { SaveCancelButtons } from '#web/ui/forms/save-cancel-buttons.tsx'
import { useFocusOnStart } from '#web/ui/forms/use-focus-on-start.ts'
import { MoneyText } from '#web/ui/numbers.tsx'
import { onEscape } from '#web/ui/on-escape.ts'
import type { ListedLine } from './group-lines.ts'
import styles from './parts-on-order.module.css'

type Dollars = number | string

const CONDITION_LABELS: Readonly<Record<PartCondition, string>> = {
  new: 'New',
  used: 'Used',
  rebuilt: 'Rebuilt',
}

/** What was entered of a part besides what was ordered; nothing without any. */
export function LineDetails({ line, timeZone }: { line: ListedLine; timeZone: string }) {
  const { listPrice, coreCharge, condition, coresOwed, coreReturns } = line
  if (listPrice === null && coreCharge === null && condition === null) return null
  return (
    <span className={styles.details}>
      {condition !== null && <span>{CONDITION_LABELS[condition]}</span>}
      {listPrice !== null && (
        <span>
          List <MoneyText amount={formatMoney(listPrice)} />
        </span>
      )}
      {coreCharge !== null && (
        <span>
          Core <MoneyText amount={formatMoney(coreCharge)} />
        </span>
      )}
      {coresOwed > 0 && <strong>{coresOwed === 1 ? '1 core' : `${coresOwed} cores`} to return</strong>}
      {coreReturns.map(({ quantity, at, byName, credited }) => (
        <span key={at}>
          {Math.abs(quantity) === 1 ? '1 core' : `${Math.abs(quantity)} cores`}{' '}
          {quantity < 0 ? 'not returned after all' : 'returned'} {formatDay(dayOf(new Date(at), timeZone))} by{' '}
          {byName}
          {quantity > 0 && (
            <>
              , <MoneyText amount={formatMoney(credited)} /> credited
            </>
          )}
        </span>
      ))}
    </span>
  )
}

type FormProps = { line: ListedLine; onClose: () => void }

type DetailValues = { listPrice: Dollars; coreCharge: Dollars; condition: PartCondition | '' }

const toDetails = ({ listPrice, coreCharge, condition }: DetailValues) => ({
  listPrice: typedCentsOrNull(listPrice),
  coreCharge: typedCentsOrNull(coreCharge),
  condition: condition === '' ? null : condition,
})

/** List price, core charge and condition of a part. */
export function LineDetailsForm({ line, onClose }: FormProps) {
  const { lineId, description, order } = line
  const form = useForm<DetailValues>({
    initialValues: {
      listPrice: typedDollars(line.listPrice),
      coreCharge: typedDollars(line.coreCharge),
      condition: line.condition ?? '',
    },
    validate: async values => (await loadTicketValidation()).validateLineDetails(toDetails(values)),
  })
  const change = useOrderCommand(client.purchaseOrders.changeLineDetails, {
    onDone: onClose,
    onError: setFormErrors(form),
  })
  useFocusOnStart(form, 'listPrice')
  return (
    <form
      className={styles.form}
      onSubmit={submitWith(form, values =>
        change.run({ orderId: order.orderId, lineId, ...changedFields(form, toDetails(values)) }),
      )}
      onKeyDown={onEscape(onClose)}
      noValidate
      aria-label={`Details of ${description}`}
    >
      <NumberField
        className={styles.short ?? ''}
        label="List Price"
        leftSection="$"
        placeholder="Optional"
        step={0.01}
        {...form.getInputProps('listPrice')}
      />
      <NumberField
        className={styles.short ?? ''}
        label="Core Charge"
        leftSection="$"
        placeholder="Optional"
        step={0.01}
        {...form.getInputProps('coreCharge')}
      />
      <NativeSelect
        className={styles.short ?? ''}
        label="Condition"
        data={[
          { value: '', label: 'Not entered' },
          ...Object.entries(CONDITION_LABELS).map(([value, label]) => ({ value, label })),
        ]}
        {...form.getInputProps('condition')}
      />
      <div className={styles.whole}>
        <SaveCancelButtons isRunning={change.isRunning} onCancel={onClose} />
      </div>
    </form>
  )
}

type CoreValues = { quantity: number | string; credited: Dollars }

const toCore = ({ quantity, credited }: CoreValues) => ({
  quantity: quantity as number,
  credited: typedCents(credited),
})

/** How many cores went back to the vendor, and what it credits for them. */
export function CoreReturnForm({ line, onClose }: FormProps) {
  const { lineId, description, order, coresOwed, coreCharge } = line
  const form = useForm<CoreValues>({
    initialValues: {
      quantity: coresOwed,
      credited: typedDollars(coreCharge === null ? null : amountFor(coreCharge, coresOwed)),
    },
    validate: async values => (await loadTicketValidation()).validateReturnedCore(toCore(values)),
  })
  const record = useOrderCommand(client.purchaseOrders.returnCore, {
    onDone: onClose,
    onError: setFormErrors(form),
  })
  useFocusOnStart(form, 'quantity', { isSelected: true })
  return (
    <form
      className={styles.form}
      onSubmit={submitWith(form, values => record.run({ orderId: order.orderId, lineId, ...toCore(values) }))}
      onKeyDown={onEscape(onClose)}
      noValidate
      aria-label={`Return the core of ${description}`}
    >
      <NumberField className={styles.short ?? ''} label="Cores" {...form.getInputProps('quantity')} />
      <NumberField
        className={styles.short ?? ''}
        label="Credit"
        leftSection="$"
        step={0.01}
        {...form.getInputProps('credited')}
      />
      <div className={styles.whole}>
        <SaveCancelButtons isRunning={record.isRunning} onCancel={onClose} />
      </div>
    </form>
  )
}
