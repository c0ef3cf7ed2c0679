import { Button } from '@mantine/core'
import { IconBell, IconBellCheck } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { lazyPage } from '#web/api/lazy-page.ts'
import styles from './progress-panel.module.css'
import type { PushStatus } from './push-subscription.ts'
import type { TrackedTicket } from './tracked-ticket-query.ts'

const loadPushSubscription = lazyPage(() => import('./push-subscription.ts'))

const STATUS_HINTS: Readonly<Partial<Record<PushStatus, string>>> = {
  blocked: 'allow notifications for this page in your browser’s settings.',
  'needs-https': 'this page needs an https address.',
  'needs-home-screen': 'tap Share, then Add to Home Screen, and open this page from there.',
}

/** Turns notifications on and off. It asks for permission only after the button is pressed. */
export function PushOptIn({ token, ticket }: { token: string; ticket: TrackedTicket }) {
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
      // The pressed button goes away; keyboard focus stays here.
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
