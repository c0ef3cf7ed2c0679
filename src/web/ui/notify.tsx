import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconArrowBackUp, IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './notices.module.css'
import type { Tone } from './tone.ts'

type Notice = {
  text: string
  tone: Tone
  icon: ReactNode
  seconds: number
  extra?: ReactNode
  urgent?: boolean
  /** A newer notice on the same topic takes this one's place. */
  topic?: string
}

const shown = new Map<string, string>()

/** How many stand at once; one more than that would wait unseen for an older one to go. */
export const NOTICES_AT_ONCE = 3

function show({ text, tone, icon, seconds, extra, urgent = false, topic = text }: Notice): string {
  // The same words again replace the old notice, so that they are read aloud again and never pile up.
  const before = shown.get(topic)
  if (before !== undefined) notifications.hide(before)
  const oldest = [...shown.values()].slice(0, 1 - NOTICES_AT_ONCE)
  for (const old of oldest) notifications.hide(old)
  const id = notifications.show({
    message: (
      <>
        <span className={styles.text}>{text}</span>
        {extra}
      </>
    ),
    icon,
    priority: urgent ? 1 : 0,
    autoClose: seconds * 1000,
    'data-tone': tone,
    closeButtonProps: { 'aria-label': 'Dismiss' },
    onClose: () => {
      if (shown.get(topic) === id) shown.delete(topic)
    },
  })
  shown.set(topic, id)
  return id
}

const icon = { size: 20, stroke: 2, 'aria-hidden': true } as const

type FailureDetails = {
  /** Printed small below the sentence. */
  readonly requestId?: string | undefined
  readonly topic?: string
}

/** In-page notices with role="alert" and exactly these words. `<Notices />` stands once, in main.tsx. */
export const notify = {
  success: (text: string) => {
    show({ text, tone: 'pine', icon: <IconCircleCheck {...icon} />, seconds: 8 })
  },

  failure: (text: string, { requestId, topic = text }: FailureDetails = {}) => {
    const extra =
      requestId === undefined ? null : <span className={styles.reference}>Request {requestId}</span>
    show({
      text,
      tone: 'brick',
      icon: <IconAlertTriangle {...icon} />,
      seconds: 20,
      urgent: true,
      extra,
      topic,
    })
  },

  /** For what is already done and can be taken back: `undo` runs at most once. */
  undoable: (text: string, undo: () => void) => {
    const takeBack = () => {
      notifications.hide(id)
      undo()
    }
    const extra = (
      <Button
        size="compact-sm"
        className={styles.undo}
        leftSection={<IconArrowBackUp size={16} />}
        onClick={takeBack}
      >
        Undo
      </Button>
    )
    const id = show({ text, tone: 'slate', icon: <IconCircleCheck {...icon} />, seconds: 12, extra })
  },

  clear: () => {
    notifications.clean()
    shown.clear()
  },
}
