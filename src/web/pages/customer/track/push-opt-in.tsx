import { Button } from '@mantine/core'
import { IconBell, IconBellCheck } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { pageCode } from '#web/api/lazy-page.ts'
import styles from './push-opt-in.module.css'
import type { Telling } from './push-subscription.ts'
import type { FollowView } from './track-view.ts'

const phoneCode = pageCode(() => import('./push-subscription.ts'))

const WORDS: Readonly<Partial<Record<Telling, string>>> = {
  blocked: 'allow notifications for this page in your browser’s settings.',
  'on the home screen': 'press Share, then Add to Home Screen, and open this page from there.',
}

/** Being told on this phone, where it can be: nothing is asked before somebody presses. */
export function TellPhone({ token, ticket }: { token: string; ticket: FollowView }) {
  const { ticketId, phoneKey, company } = ticket
  const { companyUUID } = company
  const [telling, setTelling] = useState<Telling>('not here')
  const [device, setDevice] = useState('device')
  const [fault, setFault] = useState('')
  const [isBusy, setBusy] = useState(false)
  const here = useRef<HTMLDivElement>(null)
  const told = { token, ticketId, phoneKey, companyUUID }
  useEffect(() => {
    let isGone = false
    const look = async () => {
      const code = await phoneCode()
      const found = await code.lookAtPhone({ token, ticketId, phoneKey, companyUUID })
      if (isGone) return
      setDevice(matchMedia('(max-width: 48em)').matches ? 'phone' : 'device')
      setTelling(found)
    }
    // Who cannot be told follows the page as before.
    look().catch(() => {})
    return () => {
      isGone = true
    }
  }, [token, ticketId, phoneKey, companyUUID])
  const press = async (deed: 'beTold' | 'beLeftAlone') => {
    setBusy(true)
    setFault('')
    try {
      setTelling(await (await phoneCode())[deed](told))
      // The button that was pressed goes; the keyboard stays here.
      here.current?.focus({ preventScroll: true })
    } catch (error) {
      setFault(error instanceof Error ? error.message : String(error))
    }
    setBusy(false)
  }
  if (telling === 'not here') return null
  const words = WORDS[telling]
  return (
    <div ref={here} className={styles.line} tabIndex={-1}>
      {words !== undefined && <p>{`To be told on this ${device}, ${words}`}</p>}
      {telling === 'off' && (
        <Button
          variant="default"
          leftSection={<IconBell size={18} aria-hidden />}
          loading={isBusy}
          onClick={() => void press('beTold')}
        >
          {`Tell me on this ${device}`}
        </Button>
      )}
      {telling === 'on' && (
        <>
          <p role="status">
            <IconBellCheck size={18} aria-hidden />
            {`This ${device} is told.`}
          </p>
          <Button variant="subtle" loading={isBusy} onClick={() => void press('beLeftAlone')}>
            Stop
          </Button>
        </>
      )}
      {fault !== '' && <p role="alert">{fault}</p>}
    </div>
  )
}
