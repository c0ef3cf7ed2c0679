import { Button, SimpleGrid } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { BOOKING_LIMITS, type BookingLimit } from '#domain/bookings/booking-rules.ts'
import { formatWhen } from '#domain/lib/company-time.ts'
import { api, client } from '#web/api/client.ts'
import { useNow } from '#web/api/use-now.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { NumberField } from '#web/ui/forms/number-field.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { DaysOffList } from './days-off-list.tsx'
import { loadOfficeValidation } from './load-office-validation.ts'
import styles from './preferences.module.css'
import { useReloadingCommand } from './use-reloading-command.ts'

type RulesView = Awaited<ReturnType<typeof api.bookings.getRules.call>>

/** Days on which the company is closed, and how many bookings it takes. */
export function BookingRules() {
  const { data, error, refetch } = useQuery(api.bookings.getRules.queryOptions())
  if (data === undefined)
    return error === null ? (
      <ListSkeleton rows={2} height={120} label="Loading the booking rules…" />
    ) : (
      <QueryError error={error} onRetry={() => void refetch()} />
    )
  return (
    <>
      <AppointmentsWhenClosed rules={data} />
      <ClosedDaysPanel rules={data} />
      <LimitsPanel limits={data.limits} />
    </>
  )
}

const RULES = api.bookings.getRules.key()

/** Appointments at times when the company is closed. */
function AppointmentsWhenClosed({ rules: { appointmentsWhenClosed, timeZone } }: { rules: RulesView }) {
  const now = useNow()
  if (appointmentsWhenClosed.length === 0) return null
  return (
    <Panel title="Booked when closed" count={appointmentsWhenClosed.length}>
      <p className={styles.lead}>
        These appointments are on closed days or outside your hours, and customers still expect you. Open a
        ticket to move its appointment.
      </p>
      <ul className={styles.list}>
        {appointmentsWhenClosed.map(({ ticketId, customer, wantedAt }) => (
          <li key={ticketId}>
            <time className={styles.time} dateTime={wantedAt.toISOString()}>
              {formatWhen(wantedAt, timeZone, now)}
            </time>
            <TextLink to={`/service-ticket/${ticketId}`}>{customer}</TextLink>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

const CLOSED_DAYS = {
  title: 'Closed days',
  addLabel: 'Add Closed Days',
  formLabel: 'New closed days',
  none: { sentence: 'No holidays or vacations yet.', next: 'On closed days nobody can book online.' },
  noun: 'closed days',
  removed: 'Removed. Customers can book these days again.',
  reason: { description: 'Customers read it.', placeholder: 'Thanksgiving' },
} as const

const ClosedDaysPanel = ({ rules: { closedDays, today } }: { rules: RulesView }) => (
  <DaysOffList
    texts={CLOSED_DAYS}
    entries={closedDays.map(({ closedDaysId: id, ...days }) => ({ id, ...days }))}
    today={today}
    queryKey={RULES}
    add={client.bookings.addClosedDays}
    remove={({ id: closedDaysId }, options) => client.bookings.removeClosedDays({ closedDaysId }, options)}
  />
)

const LIMIT_LABELS: Readonly<Record<BookingLimit, string>> = {
  dropOffsPerHour: 'Drop-offs an hour',
  dropOffsPerDay: 'Drop-offs a day',
  visitsPerDay: 'Mobile visits a day',
}

type TypedLimits = Record<BookingLimit, number | string>

/** As sent: no limit for an empty field; what is no number is refused. */
const toLimits = (typed: TypedLimits) =>
  Object.fromEntries(
    BOOKING_LIMITS.map(kind => [kind, typed[kind] === '' ? null : (typed[kind] as number)]),
  ) as Record<BookingLimit, number | null>

/** Without what a colleague may have changed meanwhile. */
const changedLimits = (typed: RulesView['limits'], shown: RulesView['limits']) =>
  Object.fromEntries(
    BOOKING_LIMITS.filter(kind => typed[kind] !== shown[kind]).map(kind => [kind, typed[kind]]),
  )

function LimitsPanel({ limits }: { limits: RulesView['limits'] }) {
  const form = useForm<TypedLimits>({
    initialValues: {
      dropOffsPerHour: limits.dropOffsPerHour ?? '',
      dropOffsPerDay: limits.dropOffsPerDay ?? '',
      visitsPerDay: limits.visitsPerDay ?? '',
    },
    validate: async typed => (await loadOfficeValidation()).validateBookingLimits(toLimits(typed)),
  })
  const { run, isRunning } = useReloadingCommand(client.bookings.changeLimits, RULES, {
    onDone: () => notify.success('Saved.'),
    onError: setFormErrors(form),
  })
  return (
    <Panel title="How many customers can book">
      <form
        onSubmit={submitWith(form, typed => run(changedLimits(toLimits(typed), limits)))}
        noValidate
        aria-label="How many customers can book"
      >
        <p className={styles.lead}>Leave a field blank for any number.</p>
        <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md" verticalSpacing="md">
          {BOOKING_LIMITS.map(kind => (
            <NumberField key={kind} label={LIMIT_LABELS[kind]} min={0} {...form.getInputProps(kind)} />
          ))}
        </SimpleGrid>
        <Button type="submit" mt="sm" disabled={isRunning}>
          Save
        </Button>
      </form>
    </Panel>
  )
}
