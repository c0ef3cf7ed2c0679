import { Button, VisuallyHidden } from '@mantine/core'
import { IconBell, IconBellCheck, IconCalendarX, IconCheck, IconHourglassHigh } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { type Progress, wasCalledOff } from '#domain/customer-view/progress.ts'
import { formatWhen } from '#domain/lib/company-time.ts'
import { holdSentence } from '#domain/on-hold/hold.ts'
import { promisedDaySentence } from '#domain/promised-days/promised-day.ts'
import { lazyPage } from '#web/api/lazy-page.ts'
import { useNow } from '#web/api/use-now.ts'
import { PROGRESS_DISPLAY, progressSentence } from '#web/features/customer-links/progress-display.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { Appointment, calendarLinkOf } from './appointment.tsx'
import styles from './progress-panel.module.css'
import type { PushStatus } from './push-subscription.ts'
import type { TrackedTicket } from './tracked-ticket-query.ts'

/** The ticket's status, since when, and who works on it. */
export function ProgressPanel({ token, ticket }: { token: string; ticket: TrackedTicket }) {
  const { progress, hasBegun, since, appointment, technician, timeZone, company } = ticket
  const now = useNow()
  const isOpen = progress === 'received' || progress === 'in-work' || progress === 'waiting-for-you'
  return (
    <Panel title="Status">
      <ProgressSteps progress={progress} hasBegun={hasBegun} />
      <p className={styles.sentence} role="status">
        {progressSentence(progress, company.companyName, appointment, now)}
      </p>
      <p className={styles.muted}>
        Since <time dateTime={since.toISOString()}>{formatWhen(since, timeZone, now)}</time>
        <span>
          {technician !== null && isOpen
            ? `. ${technician} ${hasBegun ? 'is working' : 'will work'} on it.`
            : ''}
        </span>
      </p>
      {appointment !== null && !hasBegun && isOpen && (
        <Appointment token={token} ticket={ticket} appointment={appointment} />
      )}
      {appointment?.isAccepted && (progress === 'canceled' || progress === 'closed') && (
        <div className={styles.line}>
          {/* A calendar that has the appointment reads from the file that it was canceled. */}
          <Button
            component="a"
            {...calendarLinkOf(token)}
            variant="default"
            leftSection={<IconCalendarX size={18} aria-hidden />}
          >
            Remove from Calendar
          </Button>
        </div>
      )}
      <Promised ticket={ticket} />
      {ticket.days !== null && <p className={styles.muted}>{ticket.days}</p>}
      <HoldNotice ticket={ticket} />
      {progress !== 'done' && !wasCalledOff(progress) && <PushOptIn token={token} ticket={ticket} />}
    </Panel>
  )
}

/** The day on which the work is done, as the company promised, and why it was moved. */
function Promised({ ticket: { promised } }: { ticket: TrackedTicket }) {
  if (promised === null) return null
  return (
    <>
      <p className={styles.sentence}>{promisedDaySentence(promised)}</p>
      {promised.reason !== '' && <p className={styles.muted}>{promised.reason}</p>}
    </>
  )
}

/** Why the work is on hold, since when and until when, with the company's note. */
function HoldNotice({ ticket: { hold, timeZone } }: { ticket: TrackedTicket }) {
  if (hold === null) return null
  return (
    <div className={styles.hold} data-tone="amber">
      <IconHourglassHigh size={20} aria-hidden />
      <div className={styles.words}>
        <p>{holdSentence(hold, 'customer', timeZone)}</p>
        {hold.note !== '' && <p className={styles.note}>{hold.note}</p>}
      </div>
    </div>
  )
}

const loadPushSubscription = lazyPage(() => import('./push-subscription.ts'))

const STATUS_HINTS: Readonly<Partial<Record<PushStatus, string>>> = {
  blocked: 'allow notifications for this page in your browser’s settings.',
  'needs-https': 'this page needs an https address.',
  'needs-home-screen': 'tap Share, then Add to Home Screen, and open this page from there.',
}

/** Turns notifications on and off. It asks for permission only after the button is tapped. */
function PushOptIn({ token, ticket }: { token: string; ticket: TrackedTicket }) {
  const { ticketId, pushKey, company } = ticket
  const { companyUUID } = company
  const [status, setStatus] = useState<PushStatus>('unsupported')
  const [device, setDevice] = useState('device')
  const [errorMessage, setErrorMessage] = useState('')
  const [isBusy, setBusy] = useState(false)
  const container = useRef<HTMLDivElement>(null)
  const target = { token, ticketId, pushKey, companyUUID }
  useEffect(() => {
    let isGone = false
    const refreshStatus = async () => {
      const module = await loadPushSubscription()
      const pushStatus = await module.getPushStatus({ token, ticketId, pushKey, companyUUID })
      if (isGone) return
      setDevice(matchMedia('(max-width: 48em)').matches ? 'phone' : 'device')
      setStatus(pushStatus)
    }
    // Without notifications the page works as before.
    refreshStatus().catch(() => {})
    return () => {
      isGone = true
    }
  }, [token, ticketId, pushKey, companyUUID])
  const toggle = async (action: 'enablePush' | 'disablePush') => {
    setBusy(true)
    setErrorMessage('')
    try {
      setStatus(await (await loadPushSubscription())[action](target))
      // The tapped button goes away; keyboard focus stays here.
      container.current?.focus({ preventScroll: true })
    } catch (error) {
      setErrorMessage(error instanceof Error ? error.message : String(error))
    }
    setBusy(false)
  }
  if (status === 'unsupported') return null
  const hint = STATUS_HINTS[status]
  return (
    <div ref={container} className={styles.line} tabIndex={-1}>
      {hint !== undefined && <p>{`To get notifications on this ${device}, ${hint}`}</p>}
      {status === 'off' && (
        <Button
          variant="default"
          leftSection={<IconBell size={18} aria-hidden />}
          loading={isBusy}
          onClick={() => void toggle('enablePush')}
        >
          {`Notify me on this ${device}`}
        </Button>
      )}
      {status === 'on' && (
        <>
          <p role="status">
            <IconBellCheck size={18} aria-hidden />
            <span>{`Notifications are on for this ${device}.`}</span>
          </p>
          <Button variant="subtle" loading={isBusy} onClick={() => void toggle('disablePush')}>
            Stop
          </Button>
        </>
      )}
      {errorMessage !== '' && <p role="alert">{errorMessage}</p>}
    </div>
  )
}

const BASE_STEPS: readonly Progress[] = ['received', 'in-work', 'ready', 'done']

type StepsProps = { progress: Progress; hasBegun: boolean }

/** Waiting for the customer is a step only while it lasts. */
const stepsOf = ({ progress, hasBegun }: StepsProps): readonly Progress[] => {
  if (wasCalledOff(progress)) return ['received', progress]
  return progress === 'waiting-for-you' ? BASE_STEPS.toSpliced(hasBegun ? 2 : 1, 0, progress) : BASE_STEPS
}

const STEP_PREFIXES = { before: 'done: ', now: 'now: ', after: 'to come: ' } as const

/** The ticket's steps: stacked on a phone, side by side where there is room. */
function ProgressSteps({ progress, hasBegun }: StepsProps) {
  const steps = stepsOf({ progress, hasBegun })
  const at = steps.indexOf(progress)
  return (
    <ol className={styles.steps}>
      {steps.map((step, index) => {
        const { word, icon: Icon, tone } = PROGRESS_DISPLAY[step]
        const when = index < at ? 'before' : index === at ? 'now' : 'after'
        const Mark = when === 'before' ? IconCheck : Icon
        return (
          <li
            key={step}
            className={styles.step}
            data-when={when}
            data-tone={when === 'now' ? tone : undefined}
            aria-current={when === 'now' ? 'step' : undefined}
          >
            <span className={styles.mark}>
              <Mark size={18} stroke={2.25} aria-hidden />
            </span>
            <span className={styles.word}>
              <VisuallyHidden>{STEP_PREFIXES[when]}</VisuallyHidden>
              <span>{word}</span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}
