import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { PAGES } from '#contract/pages/pages.ts'
import type { Preferences } from '#domain/preferences/preferences.ts'
import { api, client } from '#web/api/client.ts'
import { QueryError } from '#web/api/query-error.tsx'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { NoticePreferences, WaitingNotices } from './notice-preferences.tsx'
import styles from './preferences.module.css'
import { SettingsPage } from './settings-page.tsx'

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
          <ReplyPreferences preferences={data} />
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

function AppointmentPreferences({ preferences }: { preferences: Preferences }) {
  const queries = useQueryClient()
  const { run, isRunning } = useMutationOnce(client.preferences.change, {
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: api.preferences.key() })
      notify.success('Saved.')
    },
  })
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
  const queries = useQueryClient()
  const form = useForm({ initialValues: { replyTo: replyTo ?? '' } })
  const { run, isRunning } = useMutationOnce(client.preferences.change, {
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: api.preferences.key() })
      notify.success('Saved.')
    },
    onError: setFormErrors(form),
  })
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
