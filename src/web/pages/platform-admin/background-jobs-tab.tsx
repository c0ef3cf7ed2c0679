import { IconClock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatWhen } from '#domain/lib/company-time.ts'
import { JOB_TITLES } from '#domain/platform-admin/background-jobs.ts'
import { api } from '#web/api/client.ts'
import { ListPanel } from '#web/api/list-panel.tsx'
import { useBrowserTimeZone } from '#web/api/use-browser-time-zone.ts'
import { useNow } from '#web/api/use-now.ts'
import styles from './platform-admin.module.css'

const MINUTE_MS = 60_000

type Job = Awaited<ReturnType<typeof api.platformAdmin.listBackgroundJobs.call>>['jobs'][number]

/** What the server does in the background: when it ran and runs next, and its last error. */
export function BackgroundJobsTab() {
  const { data, error, refetch } = useQuery(
    api.platformAdmin.listBackgroundJobs.queryOptions({ staleTime: 0, refetchInterval: MINUTE_MS }),
  )
  const now = useNow(MINUTE_MS)
  return (
    <div className={styles.reading}>
      {data?.isEmailSetUp === false && (
        <p className={styles.failure}>
          Email isn’t set up. Nothing is sent to anyone: customers’ links, receipts and reminders, password
          resets, confirmations and notices only become files on the server. Set SMTP_URL to send them.
        </p>
      )}
      <ListPanel
        title="Background jobs"
        query={{ data: data?.jobs, error, refetch }}
        skeleton={{ rows: 8, height: 48, label: 'Loading background jobs…' }}
        empty={{ icon: IconClock, sentence: 'No background jobs.', next: 'This server has none.' }}
        list={jobs => (
          <ul className={styles.jobs} aria-label="Background jobs">
            {jobs.map(job => (
              <JobItem key={job.name} job={job} now={now} />
            ))}
          </ul>
        )}
      />
    </div>
  )
}

function JobItem({ job, now }: { job: Job; now: Date }) {
  const { name, lastRunAt, lastSucceededAt, nextRunAt, failures, lastError } = job
  const timeZone = useBrowserTimeZone()
  return (
    <li className={styles.job}>
      <strong>{JOB_TITLES[name]}</strong>
      <span className={styles.muted}>
        {lastRunAt === null ? 'Not run yet.' : `Last run ${formatWhen(lastRunAt, timeZone, now)}.`}
        {nextRunAt !== null &&
          ` Next run ${nextRunAt <= now ? 'now' : formatWhen(nextRunAt, timeZone, now)}.`}
        {lastRunAt !== null && nextRunAt === null && ' Runs when something is queued.'}
      </span>
      {lastError !== null && (
        <span className={styles.failure}>
          {lastSucceededAt === null
            ? 'Never succeeded.'
            : `Last success ${formatWhen(lastSucceededAt, timeZone, now)}.`}{' '}
          Failed {failures === 1 ? 'once' : `${failures} times in a row`}: {lastError}
        </span>
      )}
    </li>
  )
}
