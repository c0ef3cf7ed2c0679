import { IconAlertTriangle, IconThumbDown, IconThumbUp } from '@tabler/icons-react'
import { changedSentence } from '#domain/approvals/approval.ts'
import { wasCalledOff } from '#domain/customer-view/progress.ts'
import { qualificationLine } from '#domain/employees/qualification.ts'
import { formatMoney } from '#domain/lib/money.ts'
import { describeClockRule } from '#domain/pricing/clock-rule.ts'
import { techniciansLine } from '#domain/tickets/assignment.ts'
import { byTheClock } from '#domain/tickets/labor.ts'
import { LineChanges } from '#web/features/approvals/line-changes.tsx'
import { DownloadPhotos } from '#web/features/photos/download-photos.tsx'
import { PhotoRow } from '#web/features/photos/photo-row.tsx'
import { StateBadge } from '#web/ui/feedback/state-badge.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { MoneyText } from '#web/ui/numbers.tsx'
import styles from './job-lines.module.css'
import type { TrackedJob, TrackedTicket } from './tracked-ticket-query.ts'

/** Each job line: the problem, its cause and correction, and photos. */
export function TrackedJobLines({
  token,
  ticket: { jobs, addenda, progress, qualifications },
}: {
  token: string
  ticket: Pick<TrackedTicket, 'jobs' | 'addenda' | 'progress' | 'qualifications'>
}) {
  if (jobs.length === 0) return null
  const isFinished = progress === 'ready' || progress === 'done' || wasCalledOff(progress)
  const hasPhotos = [...jobs, ...addenda].some(({ photos }) => photos.length > 0)
  return (
    <Panel
      title="Job lines"
      count={jobs.length}
      actions={hasPhotos ? <DownloadPhotos href={`/api/follow/${token}/photos.zip`} /> : undefined}
      flush
    >
      <ol className={styles.lines}>
        {jobs.map(job => (
          <TrackedJobLine key={job.jobNumber} job={job} isFinished={isFinished} />
        ))}
      </ol>
      {qualifications.map(qualification => (
        <p key={qualification.technician} className={styles.qualification}>
          {qualificationLine(qualification)}
        </p>
      ))}
    </Panel>
  )
}

/** `1.25 h by the clock. Billed by the clock: 1-hour minimum per visit.`, or that the hours are an estimate yet. */
const clockedText = ({ clockRule, clockedHours }: TrackedJob): string =>
  clockRule === null
    ? ''
    : `${clockedHours === null ? 'As estimated' : byTheClock(clockedHours)}. ${describeClockRule(clockRule)}.`

function TrackedJobLine({ job, isFinished }: { job: TrackedJob; isFinished: boolean }) {
  const { problem, cause, correction, technicians, photos, answer, changedSince, totalBalance } = job
  const workedBy = techniciansLine(technicians)
  const isEmpty = cause === '' && correction === ''
  return (
    <li className={styles.line}>
      <div className={styles.head}>
        <h3 className={styles.problem}>{`${job.jobNumber}. ${problem}`}</h3>
        {answer === 'approved' &&
          (changedSince === null ? (
            <StateBadge word="You approved this" icon={IconThumbUp} tone="pine" />
          ) : (
            <StateBadge word="Changed since you approved it" icon={IconAlertTriangle} tone="amber" />
          ))}
        {answer === 'declined' && <StateBadge word="You declined this" icon={IconThumbDown} tone="brick" />}
      </div>
      {changedSince !== null && <LineChanges text={changedSentence(changedSince, 'you')} />}
      {(cause !== '' || correction !== '') && (
        <dl className={styles.findings}>
          {cause !== '' && (
            <div>
              <dt>What we found</dt>
              <dd>{cause}</dd>
            </div>
          )}
          {correction !== '' && (
            <div>
              <dt>What we did</dt>
              <dd>{correction}</dd>
            </div>
          )}
        </dl>
      )}
      {isEmpty && !isFinished && photos.length === 0 && <p className={styles.muted}>No notes yet.</p>}
      {photos.length > 0 && <PhotoRow problem={problem} photos={photos} />}
      {workedBy.value !== '' && <p className={styles.muted}>{`${workedBy.label}: ${workedBy.value}`}</p>}
      {totalBalance > 0 && (
        <p className={styles.labor}>
          Labor <MoneyText amount={formatMoney(totalBalance)} />
        </p>
      )}
      {totalBalance > 0 && job.clockRule !== null && <p className={styles.muted}>{clockedText(job)}</p>}
    </li>
  )
}
