import { JobPhotos } from '#web/features/photos/job-photos.tsx'
import {
  CauseAndCorrection,
  CauseAndCorrectionFields,
} from '#web/features/tickets/jobs/cause-and-correction.tsx'
import { totalBalanceRows } from '#web/features/tickets/jobs/total-balance-rows.tsx'
import { useTicketContext } from '#web/features/tickets/ticket-context.ts'
import type { JobView } from '#web/features/tickets/ticket-view.ts'
import { useTicketPermission } from '#web/features/tickets/use-ticket-permission.ts'
import { KeyValues } from '#web/ui/layout/key-values.tsx'
import { JobActions } from './job-actions.tsx'
import { JobSessions } from './job-sessions.tsx'

/** Cause and correction are always open here: this page is for entering them. */
export function ApprovalJobDetails({ job }: { job: JobView }) {
  const mayWrite = useTicketPermission()('job.write-findings')
  const rows = totalBalanceRows(useTicketContext(), job)
  return (
    <>
      {mayWrite ? (
        <>
          <KeyValues rows={rows} />
          <CauseAndCorrectionFields job={job} />
        </>
      ) : (
        <CauseAndCorrection job={job} rows={rows} />
      )}
      <JobSessions job={job} />
      <JobPhotos job={job} />
      <JobActions job={job} />
    </>
  )
}
