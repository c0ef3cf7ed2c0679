import { formatHours } from '#domain/lib/hours.ts'
import { formatMoney, fromDollars } from '#domain/lib/money.ts'
import { PhotoRow } from '#web/features/photos/photo-row.tsx'
import styles from '#web/features/tickets/jobs/job-line.module.css'
import { JobNumbers } from '#web/features/tickets/jobs/job-line.tsx'
import rowStyles from '#web/features/tickets/jobs/job-row.module.css'
import type { JobView } from '#web/features/tickets/ticket-view.ts'
import { KeyValues } from '#web/ui/layout/key-values.tsx'
import { MoneyText, Numbers } from '#web/ui/numbers.tsx'
import { ChangedApproval } from './changed-approvals.tsx'

/** A job line as finalized. */
export const CompletedJobLine = ({ job }: { job: JobView }) => (
  <li className={`${rowStyles.row} ${styles.line} ${styles.done}`} data-estimate={job.estimate || undefined}>
    <div className={styles.head}>
      <span className={styles.words}>
        <span className={styles.number}>{job.jobNumber}.</span> {job.problem}
      </span>
      <JobNumbers job={job}>
        <Numbers>{formatHours(job.estimatedTime)}</Numbers>
        {job.totalBalance !== null && (
          <span className={styles.balance}>
            <MoneyText amount={formatMoney(fromDollars(job.totalBalance))} strong />
          </span>
        )}
      </JobNumbers>
    </div>
    <ChangedApproval job={job} />
    <div className={styles.findings}>
      <KeyValues
        missing="N/A"
        rows={[
          { label: 'Cause', value: job.cause },
          { label: 'Correction', value: job.correction },
        ]}
      />
      {job.photos.length > 0 && (
        <div className={styles.photos}>
          <PhotoRow problem={job.problem} photos={job.photos} />
        </div>
      )}
    </div>
  </li>
)
