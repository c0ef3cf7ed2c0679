// The notices as they are drawn. Fetched after the first page: `notify.ts` and `notices.tsx` know when.

import '@mantine/notifications/styles.layer.css'
import { Button } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconArrowBackUp, IconCircleCheck, IconMessage } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import type { Tone } from '#web/ui/color-tone.ts'
import { TextLink } from '#web/ui/links.tsx'
import styles from './notification-host.module.css'
import type { Notify } from './types.ts'

type Notice = {
  text: string
  tone: Tone
  icon: ReactNode
  /** Infinity: until somebody dismisses it, or it is cleared. */
  seconds: number
  extra?: ReactNode
  urgent?: boolean
  /** A newer notice on the same topic takes this one's place. */
  topic?: string
}

const shown = new Map<string, string>()
/** Those that go only when somebody says so. */
const standing = new Set<string>()

/** How many stand at once; one more than that would wait unseen for an older one to go. */
const NOTICES_AT_ONCE = 3

function show({ text, tone, icon, seconds, extra, urgent = false, topic = text }: Notice): string {
  // The same words again replace the old notice, so that they are read aloud again and never pile up.
  const before = shown.get(topic)
  if (before !== undefined) notifications.hide(before)
  const ids = [...shown.values()]
  const byWorth = [...ids.filter(id => !standing.has(id)), ...ids.filter(id => standing.has(id))]
  for (const least of byWorth.slice(0, 1 - NOTICES_AT_ONCE)) notifications.hide(least)
  const id = notifications.show({
    message: (
      <>
        <span className={styles.text}>{text}</span>
        {extra}
      </>
    ),
    icon,
    priority: urgent ? 1 : 0,
    autoClose: Number.isFinite(seconds) && seconds * 1000,
    'data-tone': tone,
    closeButtonProps: { 'aria-label': 'Dismiss' },
    onClose: () => {
      standing.delete(id)
      if (shown.get(topic) === id) shown.delete(topic)
    },
  })
  shown.set(topic, id)
  if (!Number.isFinite(seconds)) standing.add(id)
  return id
}

const icon = { size: 20, stroke: 2, 'aria-hidden': true } as const

/** What `notify` does, once this code is there. */
export const board: Notify = {
  success: text => {
    show({ text, tone: 'pine', icon: <IconCircleCheck {...icon} />, seconds: 8 })
  },

  failure: (text, { requestId, topic = text, stays = false } = {}) => {
    const extra =
      requestId === undefined ? null : <span className={styles.reference}>Request {requestId}</span>
    show({
      text,
      tone: 'brick',
      icon: <IconAlertTriangle {...icon} />,
      seconds: stays ? Number.POSITIVE_INFINITY : 20,
      urgent: true,
      extra,
      topic,
    })
  },

  leading: (text, { words, ...place }) => {
    const leave = () => notifications.hide(id)
    const extra = (
      <TextLink {...place} className={styles.undo ?? ''} onClick={leave}>
        {words}
      </TextLink>
    )
    const id = show({ text, tone: 'amber', icon: <IconMessage {...icon} />, seconds: 20, extra })
  },

  /** For what is already done and can be taken back: `undo` runs at most once. */
  undoable: (text, undo) => {
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

  clear: topic => {
    if (topic === undefined) {
      notifications.clean()
      return shown.clear()
    }
    const id = shown.get(topic)
    if (id !== undefined) notifications.hide(id)
    shown.delete(topic)
  },
}

/** Room for the sentence below a field, in pixels. */
const SENTENCE = 40

/** Scrolls the field that has the cursor out from under the notices. */
function uncoverField(notices: Element): void {
  const field = document.activeElement
  if (field === null || !field.matches('input, textarea, select')) return
  const [over, under] = [notices.getBoundingClientRect(), field.getBoundingClientRect()]
  const isBeside = over.height === 0 || under.right < over.left || under.left > over.right
  const hidden = under.bottom + SENTENCE - over.top
  if (!isBeside && hidden > 0 && under.top < over.bottom) window.scrollBy({ top: hidden })
}

/** Where the notices stand. */
export function NoticeCorner() {
  useEffect(() => {
    const notices = document.querySelector(`.${styles.root}[data-position="bottom-right"]`)
    if (notices === null) return
    const uncover = () => uncoverField(notices)
    const watch = new ResizeObserver(uncover)
    watch.observe(notices)
    document.addEventListener('focusin', uncover)
    return () => {
      watch.disconnect()
      document.removeEventListener('focusin', uncover)
    }
  }, [])

  return (
    <Notifications
      position="bottom-right"
      limit={NOTICES_AT_ONCE}
      containerWidth={420}
      classNames={{ root: styles.root ?? '', notification: styles.notice ?? '' }}
    />
  )
}
