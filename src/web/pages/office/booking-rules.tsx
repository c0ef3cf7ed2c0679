import { Button, SimpleGrid, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconCalendarOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { BOOKING_LIMITS, type BookingLimit, formatClosedDays } from '#domain/bookings/booking-rules.ts'
import { formatWhen } from '#domain/lib/company-time.ts'
import { api, client } from '#web/api/client.ts'
import { useNow } from '#web/api/use-now.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { ConfirmInline } from '#web/ui/buttons/confirm-inline.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { NumberField } from '#web/ui/forms/number-field.tsx'
import { Fields } from '#web/ui/layout/columns.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { EditableList, EditableRow, RowForm } from './editable-list.tsx'
import { loadOfficeValidation } from './load-office-validation.ts'
import styles from './preferences.module.css'
import { useReloadingCommand } from './use-reloading-command.ts'

type RulesView = Awaited<ReturnType<typeof api.bookings.getRules.call>>
type ClosedDaysView = RulesView['closedDays'][number]

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

/** Appointments that somebody has to move, or to be there for. */
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

const ClosedDaysPanel = ({ rules: { closedDays, today } }: { rules: RulesView }) => (
  <EditableList
    title="Closed days"
    addLabel="Add Closed Days"
    count={closedDays.length}
    empty={{
      icon: IconCalendarOff,
      sentence: 'No holidays or vacations yet.',
      next: 'On closed days nobody can book online.',
    }}
    newForm={onClose => <ClosedDaysForm today={today} onClose={onClose} />}
  >
    {closedDays.map(entry => (
      <ClosedDaysRow key={entry.closedDaysId} entry={entry} />
    ))}
  </EditableList>
)

function ClosedDaysRow({ entry }: { entry: ClosedDaysView }) {
  const { run, isRunning } = useReloadingCommand(client.bookings.removeClosedDays, RULES, {
    onDone: () => notify.success('Removed. Customers can book these days again.'),
  })
  const name = formatClosedDays(entry)
  return (
    <EditableRow
      name={name}
      removeButton={
        <ConfirmInline
          label="Remove"
          about={name}
          question={`Remove the closed days ${name}?`}
          loading={isRunning}
          onConfirm={() => run({ closedDaysId: entry.closedDaysId })}
        />
      }
    >
      {name}
    </EditableRow>
  )
}

function ClosedDaysForm({ today, onClose }: { today: string; onClose: () => void }) {
  const form = useForm({
    initialValues: { firstDay: '', lastDay: '', reason: '' },
    validate: async typed => {
      const { lastDay, ...errors } = (await loadOfficeValidation()).validateClosedDays(toClosedDays(typed))
      return typed.lastDay === '' ? errors : { ...errors, lastDay }
    },
  })
  const { run, isRunning } = useReloadingCommand(client.bookings.addClosedDays, RULES, {
    onDone: () => {
      onClose()
      notify.success('Saved.')
    },
    onError: setFormErrors(form),
  })
  const { firstDay } = form.values
  return (
    <RowForm
      label="New closed days"
      submitLabel="Add Closed Days"
      isRunning={isRunning}
      onSubmit={submitWith(form, typed => run(toClosedDays(typed)))}
      onClose={onClose}
    >
      <Fields>
        <TextInput
          label="First day"
          type="date"
          required
          withAsterisk={false}
          min={today}
          data-autofocus
          {...form.getInputProps('firstDay')}
        />
        <TextInput
          label="Last day"
          type="date"
          description="Leave it blank for one day."
          min={firstDay || today}
          {...form.getInputProps('lastDay')}
        />
        <div data-wide>
          <TextInput
            label="Reason"
            description="Customers read it."
            placeholder="Thanksgiving"
            {...form.getInputProps('reason')}
          />
        </div>
      </Fields>
    </RowForm>
  )
}

type TypedClosedDays = { firstDay: string; lastDay: string; reason: string }

const toClosedDays = ({ firstDay, lastDay, reason }: TypedClosedDays) => ({
  ...{ firstDay, reason },
  lastDay: lastDay === '' ? firstDay : lastDay,
})

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
