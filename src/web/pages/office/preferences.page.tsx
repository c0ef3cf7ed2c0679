import { Button, NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode } from 'react'
import { PAGES } from '#contract/pages/page-routes.ts'
import { formatWhen } from '#domain/lib/company-time.ts'
import { NOTICE_KINDS, NOTICE_TIMINGS, type NoticeKind, type NoticeTiming } from '#domain/notices/notice.ts'
import type { PREFERENCE_SWITCHES, Preferences } from '#domain/preferences/preferences.ts'
import { api, client } from '#web/api/client.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { useNow } from '#web/api/use-now.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { LazyContent } from '#web/ui/lazy-content.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { BookingRules } from './booking-rules.tsx'
import styles from './preferences.module.css'
import { SettingsPage } from './settings-page.tsx'
import { useReloadingCommand } from './use-reloading-command.ts'
import { WeekdayHoursPanel } from './weekday-hours-panel.tsx'

const ServiceBaysPanel = lazy(() =>
  import('./service-bays-panel.tsx').then(module => ({ default: module.ServiceBaysPanel })),
)

const OrderPanels = lazy(() =>
  import('./vendors-panel.tsx').then(module => ({ default: module.OrderPanels })),
)

/** What the company chooses for itself, for its owner; saved as it is chosen. */
export function PreferencesPage() {
  const { data, error, refetch } = useQuery(api.preferences.get.queryOptions())
  return (
    <SettingsPage title={PAGES.preferences.title}>
      {data === undefined && error === null && (
        <ListSkeleton rows={2} height={120} label="Loading your preferences…" />
      )}
      {data === undefined && error !== null && <QueryError error={error} onRetry={() => void refetch()} />}
      {data !== undefined && (
        <div className={styles.page}>
          <AppointmentPreferences preferences={data} />
          <WeekdayHoursPanel />
          <BookingRules />
          <LazyContent>
            <ServiceBaysPanel />
          </LazyContent>
          <LazyContent>
            <OrderPanels />
          </LazyContent>
          <Panel title="Stock">
            <p className={styles.lead}>
              Add what is on your shelves and in your vans, and parts are taken from it on tickets.
            </p>
            <TextLink to="/stock">Stock</TextLink>
          </Panel>
          <ReplyPreferences preferences={data} />
          <StatusUpdatePreferences preferences={data} />
          <SwitchPanel
            preferences={data}
            name="asksForReviews"
            title="Review requests"
            label="Ask customers for a review by email"
            description="Never while a message from the customer is unanswered, or the visit or a payment is disputed."
            on="Once, the day after Complete"
          />
          <SwitchPanel
            preferences={data}
            name="asksForSignatures"
            title="Signatures"
            label="Ask customers to sign"
            description="At your desk when they drop off and pick up, on a technician’s phone at the RV, and on their link with an estimate. Nobody has to."
          />
          <SwitchPanel
            preferences={data}
            name="asksForMeters"
            title="Meters"
            label="Ask for meters at check-in"
            description="Odometer and generator hours, at Check In and when a technician arrives. Nobody has to type them."
          />
          <SwitchPanel
            preferences={data}
            name="recordsWalkarounds"
            title="Walkarounds"
            label="Record what an RV is like when it comes in"
            description="Propane, battery and what was broken before, on the ticket, its documents and the customer’s page."
          />
          <SwitchPanel
            preferences={data}
            name="listsComponents"
            title="Components"
            label="List what each RV is made of"
            description="Makers, models and serial numbers on the ticket and the RV’s page. Other companies that work on the RV see makers and models, no serial numbers."
          />
          <SwitchPanel
            preferences={data}
            name="promisesDays"
            title="Promised days"
            label="Promise customers a day"
            description="The day on which the work is done, on the ticket and the customer’s link, with the reason if it moves and what each day in the shop went to. It moves with a late part or its appointment, and the customer is emailed the new day."
          />
          <SwitchPanel
            preferences={data}
            name="clocksShopTime"
            title="Shop clock"
            label="Clock in and out of the shop"
            description="Everyone clocks in when they arrive and out when they leave. The time sheet has the hours and the payroll file, and Reports compares them with what was clocked on jobs and billed."
          >
            {data.clocksShopTime && <TextLink to="/company/time-sheet">Time Sheet</TextLink>}
          </SwitchPanel>
          <NoticePreferences preferences={data} />
          <WaitingNotices />
        </div>
      )}
    </SettingsPage>
  )
}

const NEVER = 'never'
const HOURS_A_DAY = 24
const CHANGE_HOURS = [0, 2, 4, 12, 24, 48, 72, 168]

function formatHoursBefore(hours: number): string {
  if (hours === 0) return 'Until it starts'
  if (hours < HOURS_A_DAY || hours % HOURS_A_DAY !== 0)
    return `Until ${hours} ${hours === 1 ? 'hour' : 'hours'} before`
  const days = hours / HOURS_A_DAY
  return `Until ${days} ${days === 1 ? 'day' : 'days'} before`
}

const useSavedChoice = (onError?: ReturnType<typeof setFormErrors>) =>
  useReloadingCommand(client.preferences.change, api.preferences.key(), {
    onDone: () => notify.success('Saved.'),
    onError,
  })

function AppointmentPreferences({ preferences }: { preferences: Preferences }) {
  const { run, isRunning } = useSavedChoice()
  const { changeHours } = preferences
  const offered = changeHours === null ? CHANGE_HOURS : [...CHANGE_HOURS, changeHours]
  const hours = [...new Set(offered)].sort((one, other) => one - other)
  return (
    <Panel title="Appointments">
      <NativeSelect
        label="Customers can reschedule or cancel online"
        disabled={isRunning}
        value={changeHours ?? NEVER}
        data={[
          ...hours.map(value => ({ value: String(value), label: formatHoursBefore(value) })),
          { value: NEVER, label: 'Never: they call' },
        ]}
        onChange={({ currentTarget: { value } }) =>
          run({ changeHours: value === NEVER ? null : Number(value) })
        }
      />
    </Panel>
  )
}

/** The mailbox for customers' replies. */
function ReplyPreferences({ preferences: { replyTo } }: { preferences: Preferences }) {
  const form = useForm({ initialValues: { replyTo: replyTo ?? '' } })
  const { run, isRunning } = useSavedChoice(setFormErrors(form))
  return (
    <Panel title="Emails to customers">
      <form onSubmit={submitWith(form, typed => run({ replyTo: typed.replyTo.trim() || null }))} noValidate>
        <TextInput
          label="Email for replies"
          description="Customers who reply to an email in your company’s name write to this mailbox. Leave it blank for none."
          type="email"
          {...form.getInputProps('replyTo')}
        />
        <Button type="submit" mt="sm" disabled={isRunning}>
          Save
        </Button>
      </form>
    </Panel>
  )
}

const STATUS_UPDATE_DAYS = [1, 2, 3, 5, 7, 10, 15]

/** After how many quiet days customers hear that nothing has changed. */
function StatusUpdatePreferences({ preferences: { statusUpdateDays } }: { preferences: Preferences }) {
  const { run, isRunning } = useSavedChoice()
  const offered = [...new Set([...STATUS_UPDATE_DAYS, statusUpdateDays ?? 1])].sort(
    (one, other) => one - other,
  )
  return (
    <Panel title="Status updates">
      <NativeSelect
        label="Email customers on hold that nothing has changed"
        description="Once, until the reason or the expected day changes, and while you are open. Only customers with a link."
        disabled={isRunning}
        value={statusUpdateDays ?? NEVER}
        data={[
          { value: NEVER, label: 'Off' },
          ...offered.map(days => ({
            value: String(days),
            label: days === 1 ? 'After 1 open day' : `After ${days} open days`,
          })),
        ]}
        onChange={({ currentTarget: { value } }) =>
          run({ statusUpdateDays: value === NEVER ? null : Number(value) })
        }
      />
    </Panel>
  )
}

type SwitchProps = {
  preferences: Preferences
  name: (typeof PREFERENCE_SWITCHES)[number]
  title: string
  label: string
  description: string
  /** What it is called when it is on. */
  on?: string
  children?: ReactNode
}

/** Something that is off until the owner turns it on; saved as it is chosen. */
function SwitchPanel({ preferences, name, title, label, description, on = 'On', children }: SwitchProps) {
  const { run, isRunning } = useSavedChoice()
  return (
    <Panel title={title}>
      <NativeSelect
        label={label}
        description={description}
        disabled={isRunning}
        value={preferences[name] ? 'on' : 'off'}
        data={[
          { value: 'off', label: 'Off' },
          { value: 'on', label: on },
        ]}
        onChange={({ currentTarget: { value } }) => run({ [name]: value === 'on' })}
      />
      {children}
    </Panel>
  )
}

const KIND_LABELS: Readonly<Record<NoticeKind, string>> = {
  booking: 'Bookings',
  message: 'Messages from customers',
  approval: 'Answers to approval requests',
  appointment: 'Canceled or moved appointments',
  review: 'Reviews',
  dispute: 'Disputes of your work history',
}

const TIMING_LABELS: Readonly<Record<NoticeTiming, string>> = {
  'at-once': 'At once',
  daily: 'Once a day, at 7 AM',
  off: 'Off',
}

const TIMINGS = NOTICE_TIMINGS.map(value => ({ value, label: TIMING_LABELS[value] }))

const isTiming = (value: string): value is NoticeTiming => Object.hasOwn(TIMING_LABELS, value)

/** What the owner is emailed about, and when; saved as it is chosen. */
function NoticePreferences({ preferences: { notices, emailsEndOfDay } }: { preferences: Preferences }) {
  const queries = useQueryClient()
  const { run, isRunning } = useMutationOnce(client.preferences.change, {
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: api.preferences.key() })
      await queries.invalidateQueries({ queryKey: api.notices.key() })
      notify.success('Saved.')
    },
  })
  return (
    <Panel title="Emails to you">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
        {NOTICE_KINDS.map(kind => (
          <NativeSelect
            key={kind}
            label={KIND_LABELS[kind]}
            disabled={isRunning}
            value={notices[kind]}
            data={TIMINGS}
            onChange={({ currentTarget: { value } }) => {
              if (isTiming(value)) run({ notices: { [kind]: value } })
            }}
          />
        ))}
        <NativeSelect
          label="End of Day"
          disabled={isRunning}
          value={emailsEndOfDay ? 'on' : 'off'}
          data={[
            { value: 'off', label: 'Off' },
            { value: 'on', label: 'When the shop closes' },
          ]}
          onChange={({ currentTarget: { value } }) => run({ emailsEndOfDay: value === 'on' })}
        />
      </SimpleGrid>
      <p className={styles.note}>They go to the email you log in with.</p>
    </Panel>
  )
}

/** What the owner would have been emailed, as long as their email is not confirmed. */
function WaitingNotices() {
  const { data } = useQuery(api.notices.listWaiting.queryOptions())
  const now = useNow()
  if (data === undefined || data.isConfirmed) return null
  const { email, notices, hasMore, timeZone } = data
  return (
    <Panel title="Waiting for your email to be confirmed">
      <p className={styles.lead}>
        We email {email} only after it’s confirmed. Until then, what we would have sent is listed here.
      </p>
      {notices.length === 0 && <p className={styles.lead}>Nothing yet.</p>}
      {notices.length > 0 && (
        <ul className={styles.list}>
          {notices.map(({ noticeId, at, ticketId, sentence }) => (
            <li key={noticeId}>
              <time className={styles.time} dateTime={at.toISOString()}>
                {formatWhen(at, timeZone, now)}
              </time>
              {sentence} <TextLink to={`/service-ticket/${ticketId}`}>Open ticket {ticketId}</TextLink>
            </li>
          ))}
        </ul>
      )}
      {hasMore && <p className={styles.note}>These are the newest {notices.length}. Older ones wait, too.</p>}
    </Panel>
  )
}
