import { SegmentedControl } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { PAGES } from '#contract/pages/page-routes.ts'
import { formatWhen } from '#domain/lib/company-time.ts'
import { adminSentence } from '#domain/platform-admin/admin-sentences.ts'
import { JOB_TITLES } from '#domain/platform-admin/background-jobs.ts'
import { api } from '#web/api/client.ts'
import { newestFirst } from '#web/api/infinite-pages.ts'
import { useBrowserTimeZone } from '#web/api/use-browser-time-zone.ts'
import { useNow } from '#web/api/use-now.ts'
import { EntriesByDayPanel } from '#web/features/panels/entries-by-day-panel.tsx'
import { ListPanel } from '#web/features/panels/list-panel.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { CompaniesTab } from './companies-tab.tsx'
import { HistoriesTab } from './histories-tab.tsx'
import styles from './platform-admin.module.css'

type DisputesPage = Awaited<ReturnType<typeof api.platformAdmin.listDisputes.call>>

const linesOf = ({ disputes }: DisputesPage) =>
  disputes.map(dispute => ({ ...dispute, at: dispute.writtenAt }))

/** What RV owners dispute about visits, newest first. */
function DisputesTab() {
  const query = useInfiniteQuery(
    api.platformAdmin.listDisputes.infiniteOptions({ ...newestFirst, staleTime: 0 }),
  )
  const timeZone = useBrowserTimeZone()
  if (query.data?.pages[0]?.disputes.length === 0)
    return <EmptyState sentence="No disputes." next="Visits disputed by RV owners are listed here." />
  return (
    <div className={styles.reading}>
      <EntriesByDayPanel
        title="Owner disputes"
        loading="Loading disputes…"
        query={query}
        linesOf={linesOf}
        timeZone={timeZone}
        keyOf={({ claimId, companyUUID, ticketId, at }) =>
          `${claimId} ${companyUUID} ${ticketId} ${at.getTime()}`
        }
        renderLine={({ vin, companyUUID, companyName, ticketId, words, isHeld }) => (
          <>
            <TextLink to="/founders" search={{ tab: 'histories', vin }}>
              {vin}
            </TextLink>
            , ticket {ticketId} of{' '}
            {companyName === null ? (
              'a company that has left'
            ) : (
              <TextLink to="/founders" search={{ company: companyUUID }}>
                {companyName}
              </TextLink>
            )}
            : <span className={styles.quote}>“{words}”</span>
            {!isHeld && ' (a former owner)'}
          </>
        )}
      />
    </div>
  )
}

const MINUTE_MS = 60_000

type Job = Awaited<ReturnType<typeof api.platformAdmin.listBackgroundJobs.call>>['jobs'][number]

/** What the server does in the background: when it ran and runs next, and its last error. */
function BackgroundJobsTab() {
  const { data, error, refetch } = useQuery(
    api.platformAdmin.listBackgroundJobs.queryOptions({ staleTime: 0, refetchInterval: MINUTE_MS }),
  )
  const now = useNow()
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

/** All founders' actions, newest first; entries cannot be changed. */
function AuditTab() {
  const query = useInfiniteQuery(api.platformAdmin.listAuditEntries.infiniteOptions(newestFirst))
  const timeZone = useBrowserTimeZone()
  if (query.data?.pages[0]?.entries.length === 0)
    return <EmptyState sentence="Nothing yet." next="Founder actions are listed here." />
  return (
    <div className={styles.reading}>
      <EntriesByDayPanel
        title="Founder activity"
        loading="Loading activity…"
        query={query}
        linesOf={page => page.entries}
        timeZone={timeZone}
        keyOf={({ entryId }) => entryId}
        renderLine={entry => (
          <>
            {adminSentence(entry)}
            {entry.companyUUID !== null && (
              <>
                {' '}
                (
                <TextLink to="/founders" search={{ company: entry.companyUUID }}>
                  company
                </TextLink>
                )
              </>
            )}
          </>
        )}
      />
    </div>
  )
}

const TAB_CONTENT: Readonly<Record<string, () => ReactNode>> = {
  histories: HistoriesTab,
  disputes: DisputesTab,
  activity: AuditTab,
  system: BackgroundJobsTab,
}

const TABS = [
  { value: 'companies', label: 'Companies' },
  { value: 'histories', label: 'Histories' },
  { value: 'disputes', label: 'Disputes' },
  { value: 'activity', label: 'Activity Log' },
  { value: 'system', label: 'System' },
]

/** The founders' page; each action is logged. */
export function PlatformAdminPage() {
  const { tab = 'companies' } = useSearch({ from: '/signed-in/founders' })
  const navigate = useNavigate()
  const TabContent = TAB_CONTENT[tab] ?? CompaniesTab
  return (
    <Page title={PAGES.platformAdmin.title} dense>
      <SegmentedControl
        fullWidth
        aria-label="What to show"
        mb="md"
        data={TABS}
        value={tab}
        onChange={value =>
          navigate({ to: '/founders', search: value === 'companies' ? {} : { tab: value }, replace: true })
        }
      />
      <TabContent />
    </Page>
  )
}
