import { NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { dayOf } from '#domain/lib/company-time.ts'
import type { Cents } from '#domain/lib/money.ts'
import { typedCents, typedCentsOrNull, typedDollars } from '#domain/lib/typed-money.ts'
import { leadTimeLabel, type Vendor } from '#domain/purchase-orders/vendor.ts'
import { api, client } from '#web/api/client.ts'
import { DraftNote, useDraft } from '#web/api/drafts/form-draft.tsx'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { loadTicketValidation } from '#web/features/tickets/load-ticket-validation.ts'
import styles from '#web/features/tickets/parts/parts.module.css'
import { notify } from '#web/ui/feedback/notify.ts'
import { NumberField } from '#web/ui/forms/number-field.tsx'
import { SaveCancelButtons } from '#web/ui/forms/save-cancel-buttons.tsx'
import { useFocusOnStart } from '#web/ui/forms/use-focus-on-start.ts'
import { onEscape } from '#web/ui/on-escape.ts'
import { MarkupNote, useMarkups } from './markup-note.tsx'
import { useOrderCommand } from './use-order-command.ts'

/** A part of the ticket that can be ordered. */
type OrderablePart = {
  readonly partId: string
  readonly quantity: number
  readonly description: string
  readonly perPartAmount: Cents | null
}

/** What is received into stock. */
type OrderableStock = {
  readonly stockItemId: string
  readonly description: string
  readonly partNumber: string
  readonly cost: Cents | null
  /** From whom it was ordered last. */
  readonly vendorId: string | null
}

type Values = {
  vendorId: string
  /** Empty for none of the ticket's. */
  partId: string
  ticketId: number | string
  quantity: number | string
  description: string
  partNumber: string
  /** Dollars. */
  cost: number | string
  /** Dollars: of the ticket's part. */
  perPartAmount: number | string
  /** What that was when it was read: others may have changed it meanwhile. */
  seenPrice: number | string
  expectedOn: string
}

const toInput = (values: Values) => {
  const { partId, ticketId, cost, perPartAmount: _, seenPrice: __, expectedOn, ...typed } = values
  return {
    ...typed,
    quantity: typed.quantity as number,
    cost: typedCents(cost),
    expectedOn: expectedOn || null,
    ...(partId !== '' && { partId }),
    ...(ticketId !== '' && { ticketId: ticketId as number }),
  }
}

type OrderLineFormProps = {
  vendors: readonly Vendor[]
  timeZone: string
  /** On whose page it is; its number is typed elsewhere. */
  ticket?: { readonly ticketId: number; readonly parts: readonly OrderablePart[] }
  /** What it is for instead. */
  stockItem?: OrderableStock
  onClose: () => void
}

/** Puts a part on the next order from a vendor. */
export function OrderLineForm({ vendors, timeZone, ticket, stockItem, onClose }: OrderLineFormProps) {
  const [first] = ticket?.parts ?? []
  const partOf = (id: string) => ticket?.parts.find(part => part.partId === id)
  const markups = useMarkups()
  const usual =
    vendors.length === 1 ? vendors[0] : vendors.find(each => each.vendorId === stockItem?.vendorId)
  const toOrderInput = (values: Values) => ({
    ...toInput(values),
    ...(stockItem && { stockItemId: stockItem.stockItemId }),
  })
  const form = useForm<Values>({
    initialValues: {
      vendorId: usual?.vendorId ?? '',
      partId: first?.partId ?? '',
      ticketId: ticket?.ticketId ?? '',
      quantity: first?.quantity ?? 1,
      description: first?.description ?? stockItem?.description ?? '',
      partNumber: stockItem?.partNumber ?? '',
      cost: typedDollars(stockItem?.cost ?? null),
      perPartAmount: typedDollars(first?.perPartAmount ?? null),
      seenPrice: typedDollars(first?.perPartAmount ?? null),
      expectedOn: '',
    },
    validate: async values => (await loadTicketValidation()).validateOrderLine(toOrderInput(values)),
  })
  const draft = useDraft(form, `order ${ticket?.ticketId ?? stockItem?.stockItemId ?? 'part'}`)
  const close = () => {
    draft.clear()
    onClose()
  }
  const add = useOrderCommand(client.purchaseOrders.addLine, {
    onDone: () => {
      notify.success('On the order. Place it under Parts on Order.')
      close()
    },
    onError: setFormErrors(form, draft),
  })
  useFocusOnStart(form, 'vendorId')
  const choosePart = (partId: string) => {
    const { quantity = 1, description = '', perPartAmount = null } = partOf(partId) ?? {}
    const price = typedDollars(perPartAmount)
    form.setValues({ partId, quantity, description, perPartAmount: price, seenPrice: price })
  }
  const reprice = useOrderCommand(client.tickets.changePart, {
    onDone: () => {
      form.setFieldValue('seenPrice', form.values.perPartAmount)
      add.run(toOrderInput(form.values))
    },
    onError: setFormErrors(form, draft),
  })
  function save(values: Values): void {
    const { partId, seenPrice } = values
    const perPartAmount = typedCentsOrNull(values.perPartAmount)
    if (ticket === undefined || perPartAmount === null || values.perPartAmount === seenPrice)
      add.run(toOrderInput(values))
    else reprice.run({ ticketId: ticket.ticketId, partId, perPartAmount })
  }
  const { vendorId, partId, cost, perPartAmount } = form.values
  const { data: leadTimes = [] } = useQuery(api.vendors.listLeadTimes.queryOptions())
  const leadTime = leadTimes.find(each => each.vendorId === vendorId)
  return (
    <form
      className={styles.subletForm}
      onSubmit={submitWith(form, save)}
      onKeyDown={onEscape(close)}
      noValidate
      aria-label="Order Part"
    >
      <DraftNote draft={draft} />
      <div className={styles.formFields}>
        <NativeSelect
          className={styles.grow}
          label="Vendor"
          data={[
            { value: '', label: 'Select a vendor' },
            ...vendors.map(({ vendorId, name }) => ({ value: vendorId, label: name })),
          ]}
          {...form.getInputProps('vendorId')}
        />
        {ticket !== undefined && ticket.parts.length > 0 && (
          <NativeSelect
            className={styles.grow}
            label="Part"
            data={[
              ...ticket.parts.map(({ partId, description }) => ({
                value: partId,
                label: description || 'No description',
              })),
              { value: '', label: 'Another part' },
            ]}
            {...form.getInputProps('partId')}
            onChange={({ currentTarget: { value } }) => choosePart(value)}
          />
        )}
        <TextInput className={styles.grow} label="Description" {...form.getInputProps('description')} />
        <TextInput
          className={styles.line ?? ''}
          label="Part Number"
          placeholder="Optional"
          autoComplete="off"
          {...form.getInputProps('partNumber')}
        />
        <NumberField className={styles.line ?? ''} label="Quantity" {...form.getInputProps('quantity')} />
        <NumberField
          className={styles.amount}
          label="Cost Each"
          leftSection="$"
          step={0.01}
          {...form.getInputProps('cost')}
        />
        {partId !== '' && markups.length > 0 && (
          <div className={styles.grow}>
            <NumberField
              label="Per Item Price"
              placeholder="Optional"
              leftSection="$"
              step={0.01}
              {...form.getInputProps('perPartAmount')}
            />
            <MarkupNote
              cost={typedCentsOrNull(cost)}
              vendorId={vendorId || null}
              price={perPartAmount}
              onUse={price => form.setFieldValue('perPartAmount', price)}
            />
          </div>
        )}
        <TextInput
          className={styles.line ?? ''}
          type="date"
          label="Expected"
          description={leadTime && leadTimeLabel(leadTime.days)}
          min={dayOf(new Date(), timeZone)}
          {...form.getInputProps('expectedOn')}
        />
        {ticket === undefined && stockItem === undefined && (
          <NumberField
            className={styles.line ?? ''}
            label="Ticket"
            placeholder="Optional"
            useGrouping={false}
            {...form.getInputProps('ticketId')}
          />
        )}
      </div>
      <div className={styles.subletButtons}>
        <SaveCancelButtons isRunning={reprice.isRunning || add.isRunning} onCancel={close} />
      </div>
    </form>
  )
}
