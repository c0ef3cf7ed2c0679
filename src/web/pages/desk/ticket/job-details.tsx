import { VisuallyHidden } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useRef } from 'react'
import { timeTracked } from '#domain/clocks/clock.ts'
import { formatDecimalMinutes, formatHours } from '#domain/lib/hours.ts'
import { isInWork } from '#domain/tickets/ticket.ts'
import { ImageUploader } from '#web/api/uploads/image-uploader.tsx'
import { jobPhotos } from '#web/api/uploads/upload-image.ts'
import { useNow } from '#web/api/use-now.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { AddPhotos, type AddPhotosProps, type PhotoAdderProps } from '#web/features/photos/add-photos.tsx'
import { JobPhotos } from '#web/features/photos/job-photos.tsx'
import {
  CauseAndCorrection,
  CauseAndCorrectionFields,
} from '#web/features/tickets/jobs/cause-and-correction.tsx'
import styles from '#web/features/tickets/jobs/job-line.module.css'
import { totalBalanceRows } from '#web/features/tickets/jobs/total-balance-rows.tsx'
import { LineParts } from '#web/features/tickets/parts/line-parts.tsx'
import { useRefetchTicket, useTicketContext } from '#web/features/tickets/ticket-context.ts'
import type { JobView } from '#web/features/tickets/ticket-view.ts'
import { useTicketPermission } from '#web/features/tickets/use-ticket-permission.ts'
import { KeyValues } from '#web/ui/layout/key-values.tsx'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import { type EditedField, EditJobForm } from './edit-job-form.tsx'
import { JobActions } from './job-actions.tsx'
import { JobSessions } from './job-sessions.tsx'
import { LineApproval } from './line-approval.tsx'

/** An expanded job line at the desk: findings, photos and parts; and beside them time, price and answer. */
export function JobDetails({ job }: { job: JobView }) {
  const ticket = useTicketContext()
  const isAllowed = useTicketPermission()
  const isWorkable = isInWork(ticket)
  // In approval the desk enters them.
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const pressed = useRef<EditedField>('problem')
  const edit = (field: EditedField): void => {
    pressed.current = field
    setOpen(true)
  }
  const isEntering = ticket.state === 'approval' && isAllowed('job.write-findings')
  return (
    <div className={styles.details}>
      <div className={styles.column}>
        {isEntering ? <CauseAndCorrectionFields job={job} /> : <CauseAndCorrection job={job} />}
        <JobPhotos job={job} AddPhotos={UploadPhotos} />
        <LineParts job={job} />
      </div>
      <div className={styles.column}>
        {isWorkable ? (
          <>
            {isOpen ? (
              <EditJobForm job={job} autoFocus={pressed.current} onClose={() => setOpen(false)} />
            ) : (
              <Facts job={job} onEdit={() => edit('estimatedTime')} />
            )}
            <LineApproval job={job} />
            <JobSessions job={job} />
            {!isOpen && <JobActions job={job} editButton={opener} onEdit={() => edit('problem')} />}
          </>
        ) : (
          job.price !== job.totalBalance && <KeyValues missing="N/A" rows={totalBalanceRows(ticket, job)} />
        )}
      </div>
    </div>
  )
}

function Facts({ job, onEdit }: { job: JobView; onEdit: () => void }) {
  const may = usePermission()
  const now = useNow()
  const ticket = useTicketContext()
  const { sessions } = job
  const trackedTime =
    sessions.length === 0 ? '' : `${formatDecimalMinutes(timeTracked(sessions, now))} minutes`
  return (
    <KeyValues
      missing="N/A"
      rows={[
        { label: 'Total Time Spent', value: trackedTime },
        {
          label: 'Estimated Time',
          value: may('job.change') ? (
            <button type="button" className={styles.editable} onClick={onEdit}>
              <span>{formatHours(job.estimatedTime)}</span>
              <IconPencil size={15} aria-hidden />
              <VisuallyHidden>Edit estimated time of job {job.jobNumber}</VisuallyHidden>
            </button>
          ) : (
            formatHours(job.estimatedTime)
          ),
        },
        ...totalBalanceRows(ticket, job),
      ]}
    />
  )
}

/** Uploads photos at once, each with its progress. */
const UploadPhotos = (props: AddPhotosProps) => <AddPhotos {...props} Adder={Uploader} />

const Uploader = ({ label, ticketId, jobNumber, moment, limit }: PhotoAdderProps) => (
  <ImageUploader
    label={label}
    multiple
    isQuiet
    limit={limit}
    target={jobPhotos(ticketId, jobNumber, moment)}
    onUploaded={useRefetchTicket(ticketId)}
  />
)
