import { NativeSelect, SimpleGrid } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { formatWhen } from '#domain/lib/company-time.ts'
import { NOTICE_KINDS, NOTICE_TIMINGS, type NoticeKind, type NoticeTiming } from '#domain/notices/notice.ts'
import type { Preferences } from '#domain/preferences/preferences.ts'
import { api, client } from '#web/api/client.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { useNow } from '#web/api/use-now.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TextLink } from '#web/ui/links.tsx'
import styles from './preferences.module.css'

const MINUTE_MS = 60_000

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
export function NoticePreferences({ preferences: { notices } }: { preferences: Preferences }) {
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
      </SimpleGrid>
      <p className={styles.note}>They go to the email you log in with.</p>
    </Panel>
  )
}

/** What the owner would have been emailed, as long as their email is not confirmed. */
export function WaitingNotices() {
  const { data } = useQuery(api.notices.listWaiting.queryOptions())
  const now = useNow(MINUTE_MS)
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
