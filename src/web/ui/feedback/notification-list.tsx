// Renders notices. Loaded after the first page by `notify.ts` and `app.tsx`.

import '@mantine/notifications/styles.layer.css'
import { Button } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconArrowBackUp, IconCircleCheck, IconMessage } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import type { ColorTone } from '#web/ui/color-tone.ts'
import { TextLink } from '#web/ui/links.tsx'
import styles from './notification-list.module.css'

type FailureDetails = {
  /** Shown small below the text. */
  readonly requestId?: string | undefined
  readonly topic?: string
  /** Until it is dismissed or cleared. */
  readonly persists?: boolean
}

/** The kinds of notices. */
export type Notify = {
  readonly success: (text: string) => void
  readonly failure: (text: string, details?: FailureDetails) => void
  /** With a link. */
  readonly link: (
    text: string,
    link: { readonly to: string; readonly hash?: string; readonly label: string },
  ) => void
  /** For completed actions that can be undone: `undo` runs at most once. */
  readonly undoable: (text: string, undo: () => void) => void
  /** Removes the notices of a topic; without one: all. */
  readonly clear: (topic?: string) => void
}

type NotificationItem = {
  text: string
  tone: ColorTone
  icon: ReactNode
  /** Infinity: until it is dismissed or cleared. */
  seconds: number
  extra?: ReactNode
  urgent?: boolean
  /** A newer notice on the same topic replaces this one. */
  topic?: string
}

const openNotifications = new Map<string, string>()
/** Those that stay until dismissed. */
const persistentIds = new Set<string>()

/** The maximum number at once; another would wait hidden for an older one to go. */
const MAX_NOTIFICATIONS = 3

function show({ text, tone, icon, seconds, extra, urgent = false, topic = text }: NotificationItem): string {
  // The same text again replaces the old notice, so that it is announced again and does not pile up.
  const before = openNotifications.get(topic)
  if (before !== undefined) notifications.hide(before)
  const ids = [...openNotifications.values()]
  const byPriority = [...ids.filter(id => !persistentIds.has(id)), ...ids.filter(id => persistentIds.has(id))]
  for (const leastImportant of byPriority.slice(0, 1 - MAX_NOTIFICATIONS)) notifications.hide(leastImportant)
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
      persistentIds.delete(id)
      if (openNotifications.get(topic) === id) openNotifications.delete(topic)
    },
  })
  openNotifications.set(topic, id)
  if (!Number.isFinite(seconds)) persistentIds.add(id)
  return id
}

const icon = { size: 20, stroke: 2, 'aria-hidden': true } as const

/** The implementation of `notify`. */
export const notificationList: Notify = {
  success: text => {
    show({ text, tone: 'pine', icon: <IconCircleCheck {...icon} />, seconds: 8 })
  },

  failure: (text, { requestId, topic = text, persists = false } = {}) => {
    const extra =
      requestId === undefined ? null : <span className={styles.reference}>Request {requestId}</span>
    show({
      text,
      tone: 'brick',
      icon: <IconAlertTriangle {...icon} />,
      seconds: persists ? Number.POSITIVE_INFINITY : 20,
      urgent: true,
      extra,
      topic,
    })
  },

  link: (text, { label, ...link }) => {
    const dismiss = () => notifications.hide(id)
    const extra = (
      <TextLink {...link} className={styles.undo ?? ''} onClick={dismiss}>
        {label}
      </TextLink>
    )
    const id = show({ text, tone: 'amber', icon: <IconMessage {...icon} />, seconds: 20, extra })
  },

  undoable: (text, undo) => {
    const undoOnce = () => {
      notifications.hide(id)
      undo()
    }
    const extra = (
      <Button
        size="compact-sm"
        className={styles.undo}
        leftSection={<IconArrowBackUp size={16} />}
        onClick={undoOnce}
      >
        Undo
      </Button>
    )
    const id = show({ text, tone: 'slate', icon: <IconCircleCheck {...icon} />, seconds: 12, extra })
  },

  clear: topic => {
    if (topic === undefined) {
      notifications.clean()
      return openNotifications.clear()
    }
    const id = openNotifications.get(topic)
    if (id !== undefined) notifications.hide(id)
    openNotifications.delete(topic)
  },
}

/** Space for the error below a field, in pixels. */
const MIN_SENTENCE_HEIGHT = 40

/** Scrolls the focused field out from under the notices. */
function moveOffField(list: Element): void {
  const field = document.activeElement
  if (field === null || !field.matches('input, textarea, select')) return
  const [over, under] = [list.getBoundingClientRect(), field.getBoundingClientRect()]
  const isBeside = over.height === 0 || under.right < over.left || under.left > over.right
  const hidden = under.bottom + MIN_SENTENCE_HEIGHT - over.top
  if (!isBeside && hidden > 0 && under.top < over.bottom) window.scrollBy({ top: hidden })
}

/** The container of notices. */
export function NotificationList() {
  useEffect(() => {
    const container = document.querySelector(`.${styles.root}[data-position="bottom-right"]`)
    if (container === null) return
    const uncover = () => moveOffField(container)
    const watch = new ResizeObserver(uncover)
    watch.observe(container)
    document.addEventListener('focusin', uncover)
    return () => {
      watch.disconnect()
      document.removeEventListener('focusin', uncover)
    }
  }, [])

  return (
    <Notifications
      position="bottom-right"
      limit={MAX_NOTIFICATIONS}
      containerWidth={420}
      classNames={{ root: styles.root ?? '', notification: styles.notice ?? '' }}
    />
  )
}
