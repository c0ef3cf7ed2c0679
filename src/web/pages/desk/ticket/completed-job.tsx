import { printHours } from '#domain/lib/hours.ts'
import { fromDollars, printMoney } from '#domain/lib/money.ts'
import { PhotoRow } from '#web/features/photos/photo-row.tsx'
import styles from '#web/features/tickets/jobs/job-line.module.css'
import { JobFigures } from '#web/features/tickets/jobs/job-line.tsx'
import type { JobView } from '#web/features/tickets/ticket-queries.ts'
import { KeyValues } from '#web/ui/layout/key-values.tsx'
import { Figures, MoneyText } from '#web/ui/numbers.tsx'
import { ChangedLine } from './changed-approvals.tsx'

/** A job line as it was finalized. */
export const CompletedJob = ({ job }: { job: JobView }) => (
  <li className={`${styles.line} ${styles.done}`} data-estimate={job.estimate || undefined}>
    <div className={styles.head}>
      <span className={styles.words}>
        <span className={styles.number}>{job.jobNumber}.</span> {job.problem}
      </span>
      <JobFigures job={job}>
        <Figures>{printHours(job.estimatedTime)}</Figures>
        {job.totalBalance !== null && (
          <span className={styles.balance}>
            <MoneyText amount={printMoney(fromDollars(job.totalBalance))} strong />
          </span>
        )}
      </JobFigures>
    </div>
    <ChangedLine job={job} />
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
