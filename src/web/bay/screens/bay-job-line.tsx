import { ActionIcon } from '@mantine/core'
import { IconCamera } from '@tabler/icons-react'
import { memo, useRef } from 'react'
import { unsentPhotos } from '#web/bay/shown.ts'
import { ClockWarnings, JobClock } from '#web/features/clocks/job-clock.tsx'
import { lazyPanel } from '#web/features/panels/lazy-panel.tsx'
import { JobPhotos } from '#web/features/photos/job-photos.tsx'
import {
  CauseAndCorrection,
  CauseAndCorrectionFields,
} from '#web/features/tickets/jobs/cause-and-correction.tsx'
import styles from '#web/features/tickets/jobs/job-line.module.css'
import { JobLine } from '#web/features/tickets/jobs/job-line.tsx'
import { SuggestedTime } from '#web/features/tickets/jobs/suggested-time.tsx'
import { TrackedTime } from '#web/features/tickets/jobs/tracked-time.tsx'
import { LineParts } from '#web/features/tickets/parts/line-parts.tsx'
import { useTicketContext } from '#web/features/tickets/ticket-context.ts'
import type { JobView } from '#web/features/tickets/ticket-view.ts'
import { useTicketPermission } from '#web/features/tickets/use-ticket-permission.ts'
import { TapMark } from './unsent-mark.tsx'
import { useOutboxEntries } from './use-bay-outbox.ts'

/** Loaded after the page. */
export const AddPhotos = lazyPanel(() =>
  import('./outbox-photos.tsx').then(({ AddOutboxPhotos }) => AddOutboxPhotos),
)

/** A job line in the bay; the one being worked on, or the only one, is expanded. */
export const BayJobLine = memo(function BayJobLine({ job, isOnly }: { job: JobView; isOnly: boolean }) {
  const mayWrite = useTicketPermission()('job.write-findings')
  const { ticketId } = useTicketContext()
  const unsentCount = unsentPhotos(useOutboxEntries(), ticketId, job.jobNumber).length
  return (
    <JobLine
      job={job}
      defaultOpen={isOnly}
      time={
        <>
          <TapMark
            unsent={job.unsent}
            names={['clockIn', 'clockOut']}
            of={`the clock of job ${job.jobNumber}`}
          />
          <TrackedTime job={job} />
        </>
      }
      notes={open => (
        <>
          <div className={styles.tools}>
            <JobClock job={job} isLarge />
            {mayWrite && <CameraButton job={job} onOpen={open} />}
          </div>
          <ClockWarnings job={job} />
          <SuggestedTime job={job}>
            <TapMark
              unsent={job.unsent}
              names={['suggestTime']}
              of={`the suggested time of job ${job.jobNumber}`}
            />
          </SuggestedTime>
        </>
      )}
    >
      <div className={styles.column}>
        {/* The camera first: it is what a dirty hand reaches for. */}
        <JobPhotos job={job} AddPhotos={AddPhotos} unsentCount={unsentCount} />
        {mayWrite ? <CauseAndCorrectionFields job={job} /> : <CauseAndCorrection job={job} />}
        <LineParts job={job} />
      </div>
    </JobLine>
  )
})

/** Opens the line and its camera, or on a computer its files. */
function CameraButton({ job: { jobNumber }, onOpen }: { job: JobView; onOpen: () => void }) {
  const button = useRef<HTMLButtonElement>(null)
  function openCamera(): boolean {
    const inputs = [
      ...(button.current?.closest('li')?.querySelectorAll<HTMLElement>('[data-chosen] input[type=file]') ??
        []),
    ]
    // Without a camera its button is not shown.
    const camera = inputs.findLast(input => input.offsetParent !== null)
    camera?.click()
    return camera !== undefined
  }
  async function choose() {
    onOpen()
    // At once: a browser opens the camera only for a tap.
    if (openCamera()) return
    await AddPhotos.preload().catch(() => {})
    requestAnimationFrame(openCamera)
  }
  return (
    <ActionIcon
      ref={button}
      className={styles.camera ?? ''}
      variant="default"
      size="xl"
      aria-label={`Take a photo of job ${jobNumber}`}
      onClick={() => void choose()}
    >
      <IconCamera size={22} aria-hidden />
    </ActionIcon>
  )
}
