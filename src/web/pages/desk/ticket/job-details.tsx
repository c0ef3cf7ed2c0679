import { VisuallyHidden } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { timeTracked } from '#domain/clocks/clock.ts'
import { formatDecimalMinutes, formatHours } from '#domain/lib/hours.ts'
import { typedDollars } from '#domain/lib/typed-money.ts'
import { describeClockRule } from '#domain/pricing/clock-rule.ts'
import { isInWork } from '#domain/tickets/ticket.ts'
import { api, client } from '#web/api/client.ts'
import { ImageUploader } from '#web/api/uploads/image-uploader.tsx'
import { jobPhotos } from '#web/api/uploads/upload-image.ts'
import { CLOCK_INTERVAL_MS, useNow } from '#web/api/use-now.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import { ComponentSelect } from '#web/features/components/component-select.tsx'
import { AddPhotos, type AddPhotosProps, type PhotoAdderProps } from '#web/features/photos/add-photos.tsx'
import { JobPhotos } from '#web/features/photos/job-photos.tsx'
import { notifyServiceBay } from '#web/features/service-bays/notify-service-bay.ts'
import {
  CauseAndCorrection,
  CauseAndCorrectionFields,
} from '#web/features/tickets/jobs/cause-and-correction.tsx'
import { JobFields, type LaborBasis } from '#web/features/tickets/jobs/job-fields.tsx'
import { type JobFormValues, toNewJob } from '#web/features/tickets/jobs/job-form-values.ts'
import styles from '#web/features/tickets/jobs/job-line.module.css'
import { totalBalanceRows } from '#web/features/tickets/jobs/total-balance-rows.tsx'
import { loadTicketValidation } from '#web/features/tickets/load-ticket-validation.ts'
import { jobChanged } from '#web/features/tickets/optimistic/optimistic-jobs.ts'
import { LineParts } from '#web/features/tickets/parts/line-parts.tsx'
import { useRefetchTicket, useTicketContext } from '#web/features/tickets/ticket-context.ts'
import type { JobView } from '#web/features/tickets/ticket-view.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { useTicketPermission } from '#web/features/tickets/use-ticket-permission.ts'
import { SaveCancelButtons } from '#web/ui/forms/save-cancel-buttons.tsx'
import { useFocusOnStart } from '#web/ui/forms/use-focus-on-start.ts'
import { KeyValues } from '#web/ui/layout/key-values.tsx'
import { onEscape } from '#web/ui/on-escape.ts'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import { JobActions } from './job-actions.tsx'
import { JobSessions } from './job-sessions.tsx'
import { JobTechnician } from './job-technician.tsx'
import { LineApproval } from './line-approval.tsx'
import formStyles from './ticket-forms.module.css'

/** An expanded job line at the desk: findings, photos and parts; and beside them time, price and answer. */
export function JobDetails({ job }: { job: JobView }) {
  const ticket = useTicketContext()
  const isAllowed = useTicketPermission()
  const isWorkable = isInWork(ticket)
  // In approval the desk enters them.
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const tapped = useRef<EditedField>('problem')
  const edit = (field: EditedField): void => {
    tapped.current = field
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
              <EditJobForm job={job} autoFocus={tapped.current} onClose={() => setOpen(false)} />
            ) : (
              <>
                <Facts job={job} onEdit={() => edit('estimatedTime')} />
                {/* Above what comes later, which would push them from under a finger. */}
                <JobActions job={job} editButton={opener} onEdit={() => edit('problem')} />
              </>
            )}
            {ticket.helpers.length > 0 && isAllowed('job.change') && <JobTechnician job={job} />}
            <LineApproval job={job} />
            <JobSessions job={job} />
            <ClockedTime job={job} />
          </>
        ) : (
          <>
            {job.price !== job.totalBalance && (
              <KeyValues missing="N/A" rows={totalBalanceRows(ticket, job)} />
            )}
            <ClockedTime job={job} />
          </>
        )}
      </div>
    </div>
  )
}

function Facts({ job, onEdit }: { job: JobView; onEdit: () => void }) {
  const may = usePermission()
  const now = useNow(CLOCK_INTERVAL_MS)
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

/** How the line is billed by the clock, and how its hours came about. */
function ClockedTime({ job: { clockRule, clockDetails } }: { job: JobView }) {
  if (clockRule === null) return null
  return (
    <ul className={formStyles.clocked} aria-label="Time by the clock">
      {[`${describeClockRule(clockRule)}.`, ...clockDetails].map(sentence => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}

/** Uploads photos at once, each with its progress. */
const UploadPhotos = (props: AddPhotosProps) => <AddPhotos {...props} Adder={PhotoUploader} />

export const PhotoUploader = ({ label, ticketId, jobNumber, moment, limit }: PhotoAdderProps) => (
  <ImageUploader
    label={label}
    multiple
    isQuiet
    limit={limit}
    target={jobPhotos(ticketId, jobNumber, moment)}
    onUploaded={useRefetchTicket(ticketId)}
  />
)

/** How the labor of a job line can be charged: what its company offers, and what the line has. */
function useLaborBases({ flatPrice, clockRule }: JobView): readonly LaborBasis[] {
  const { ticketId } = useTicketContext()
  const enabled = usePermission()('billing.use')
  const { data } = useQuery({ ...api.billing.getTicket.queryOptions({ input: { ticketId } }), enabled })
  const hasFlatPrice = flatPrice !== null || data?.laborChoices.flatPrice
  const hasClock = clockRule !== null || data?.laborChoices.clock
  return ['estimate', ...(hasFlatPrice ? ['flat' as const] : []), ...(hasClock ? ['clock' as const] : [])]
}

/** What of a line's labor was changed. A flat price left blank is none. */
function laborChanges({ flatPrice, clockRule }: JobView, typed: JobFormValues & { laborBasis: LaborBasis }) {
  const price = typed.laborBasis === 'flat' ? (toNewJob(typed).flatPrice ?? null) : null
  const isByClock = typed.laborBasis === 'clock'
  return {
    ...(price === flatPrice ? {} : { flatPrice: price }),
    ...(isByClock === (clockRule !== null) ? {} : { isByClock }),
  }
}

type EditedField = 'problem' | 'estimatedTime'
type EditJobFormProps = { job: JobView; autoFocus: EditedField; onClose: () => void }

/** A job line's problem, estimated time, component and how its labor is charged; Save sends only changes, Escape cancels. */
function EditJobForm({ job, autoFocus, onClose }: EditJobFormProps) {
  const { ticketId } = useTicketContext()
  const { jobNumber, problem, estimatedTime, estimate, clockRule } = job
  const laborBasis = job.flatPrice !== null ? 'flat' : clockRule === null ? 'estimate' : 'clock'
  const form = useForm<JobFormValues & { laborBasis: LaborBasis; componentId: string }>({
    initialValues: {
      ...{ problem, estimatedTime, estimate, flatPrice: typedDollars(job.flatPrice), laborBasis },
      componentId: job.component?.componentId ?? '',
    },
    validate: async typed => {
      // Hours that a technician suggested are not always quarters.
      const isSameTime = typed.estimatedTime === estimatedTime
      return (await loadTicketValidation()).validateNewJob(
        toNewJob(isSameTime ? { ...typed, estimatedTime: 0 } : typed),
      )
    },
  })
  const { run, isRunning } = useTicketCommand(ticketId, client.tickets.changeJob, {
    optimistic: jobChanged,
    waitForRefetch: true,
    onDone: ({ serviceBayNote }) => {
      notifyServiceBay(serviceBayNote)
      onClose()
    },
    onError: setFormErrors(form),
  })
  useFocusOnStart(form, autoFocus)
  const bases = useLaborBases(job)

  const save = submitWith(form, typed => {
    if (!form.isDirty()) return onClose()
    run({
      ticketId,
      jobNumber,
      ...(form.isDirty('problem') ? { problem: typed.problem } : {}),
      ...(form.isDirty('estimatedTime') ? { estimatedTime: Number(typed.estimatedTime) } : {}),
      ...laborChanges(job, typed),
      ...(form.isDirty('componentId') ? { componentId: typed.componentId || null } : {}),
    })
  })

  return (
    <form
      className={formStyles.editing}
      onSubmit={save}
      onKeyDown={onEscape(isRunning ? null : onClose)}
      noValidate
      aria-label={`Edit job ${jobNumber}`}
    >
      <JobFields
        jobNumber={jobNumber}
        besideTime={bases.length > 1 ? 'labor' : null}
        bases={bases}
        isFlatPrice={form.values.laborBasis === 'flat'}
        propsOf={field => form.getInputProps(field)}
        more={
          <ComponentSelect
            ticketId={ticketId}
            chosen={job.component}
            {...form.getInputProps('componentId')}
          />
        }
      >
        <SaveCancelButtons isRunning={isRunning} onCancel={onClose} />
      </JobFields>
    </form>
  )
}
