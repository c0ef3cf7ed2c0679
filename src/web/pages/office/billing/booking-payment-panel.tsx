import { Button, SegmentedControl, Stack } from '@mantine/core'
import { IconCalendarDollar } from '@tabler/icons-react'
import { type BookingPayment, describeBookingPayment } from '#domain/billing/booking-payment.ts'
import { typedCents, typedDollars } from '#domain/lib/typed-money.ts'
import { client } from '#web/api/client.ts'
import type { BillingSettingsView } from '#web/features/billing/billing-views.ts'
import { ConfirmInline } from '#web/ui/buttons/confirm-inline.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { NumberField } from '#web/ui/forms/number-field.tsx'
import { Fields } from '#web/ui/layout/columns.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TextWithAmounts } from '#web/ui/numbers.tsx'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import { RowForm } from '../editable-list.tsx'
import styles from '../tax-rates.module.css'
import { type BillingChange, useBillingCommand, useSettingsForm } from './use-billing-settings.ts'

/** The amount in dollars. */
type Typed = { kind: BookingPayment['kind']; amount: number | string; hoursBefore: number | string }

/** What customers pay when they book online. */
export function BookingPaymentPanel({ settings: { bookingPayment } }: { settings: BillingSettingsView }) {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const { run, isRunning } = useBillingCommand(
    client.billing.changeSettings,
    'Removed. Earlier bookings keep their terms.',
  )
  return (
    <Panel
      title="Payment at booking"
      actions={
        !isOpen && (
          <Button ref={opener} size="compact-sm" onClick={() => setOpen(true)}>
            {bookingPayment === null ? 'Set Payment' : 'Change Payment'}
          </Button>
        )
      }
    >
      {isOpen && <BookingPaymentForm terms={bookingPayment} onClose={() => setOpen(false)} />}
      {bookingPayment === null && !isOpen && (
        <EmptyState
          icon={IconCalendarDollar}
          sentence="No payment at booking yet."
          next="Ask for a call fee or a deposit by card when customers book online."
          compact
        />
      )}
      {bookingPayment !== null && !isOpen && (
        <>
          <p>Customers read this before they book:</p>
          {describeBookingPayment(bookingPayment).map(sentence => (
            <p key={sentence}>
              <TextWithAmounts text={sentence} />
            </p>
          ))}
          <p className={styles.soft}>
            A booking that is not paid stays a request: you decide. What was paid is a deposit on its ticket.
          </p>
          <ConfirmInline
            label="Remove"
            question="Remove it? Customers who book from now on pay nothing."
            loading={isRunning}
            onConfirm={() => run({ bookingPayment: null })}
          />
        </>
      )}
    </Panel>
  )
}

const typedOf = (terms: BookingPayment | null): Typed => ({
  kind: terms?.kind ?? 'call-fee',
  amount: typedDollars(terms?.amount ?? null),
  hoursBefore: terms?.hoursBefore ?? 24,
})

const toInput = ({ kind, amount, hoursBefore }: Typed): BillingChange => ({
  bookingPayment: { kind, amount: typedCents(amount), hoursBefore: hoursBefore as number },
})

function BookingPaymentForm({ terms, onClose }: { terms: BookingPayment | null; onClose: () => void }) {
  const { form, isRunning, onSubmit } = useSettingsForm<Typed>({
    initialValues: typedOf(terms),
    toInput,
    toField: path => path.replace('bookingPayment.', ''),
    onSaved: onClose,
  })
  return (
    <RowForm
      label="Payment at booking"
      submitLabel="Save"
      isRunning={isRunning}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <Stack gap="sm">
        <SegmentedControl
          aria-label="What customers pay"
          data={[
            { value: 'call-fee', label: 'Call fee' },
            { value: 'deposit', label: 'Deposit' },
          ]}
          {...form.getInputProps('kind')}
        />
        <Fields>
          <NumberField
            label="Amount"
            description={
              form.values.kind === 'call-fee'
                ? 'For the visit; the ticket proposes it as a fee besides the work.'
                : 'It pays a part of the invoice.'
            }
            leftSection="$"
            min={0}
            {...form.getInputProps('amount')}
          />
          <NumberField
            label="Returned until, hours before"
            description="Who cancels later, or does not come, pays it. 0 returns it until the appointment."
            min={0}
            {...form.getInputProps('hoursBefore')}
          />
        </Fields>
      </Stack>
    </RowForm>
  )
}
