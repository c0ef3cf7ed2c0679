import { printHours } from '#domain/hours.ts'
import { fromDollars, printMoney } from '#domain/money.ts'
import styles from '#web/parts/ticket/job-line.module.css'
import { JobFigures } from '#web/parts/ticket/job-line.tsx'
import { PhotoRow } from '#web/parts/ticket/photo-row.tsx'
import type { JobView } from '#web/parts/ticket/ticket-view.ts'
import { Figures, MoneyText } from '#web/ui/figures.tsx'
import { KeyValues } from '#web/ui/key-values.tsx'
import { ChangedLine } from './changed-lines.tsx'

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
