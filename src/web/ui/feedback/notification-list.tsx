// Renders notices. Loaded after the first page by `notify.ts` and `app.tsx`.

import { Button, Notification } from '@mantine/core'
import { IconAlertTriangle, IconArrowBackUp, IconCircleCheck, IconMessage } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { TextLink } from '#web/ui/links.tsx'
import type { ColorTone } from '#web/ui/theme.ts'
import { MailLinks } from './mail-links.tsx'
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
  /** A newer one on the same topic replaces it: what it says is over. */
  readonly success: (text: string, topic?: string) => void
  readonly failure: (text: string, details?: FailureDetails) => void
  /** With a link. */
  readonly link: (
    text: string,
    link: { readonly to: string; readonly hash?: string; readonly label: string },
  ) => void
  /** For completed actions that can be undone: `undo` runs at most once. */
  readonly undoable: (text: string, undo: () => void, topic?: string) => void
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
  /** Listed above the others. */
  urgent?: boolean
  /** A newer notice on the same topic replaces this one. */
  topic?: string
  /** Its link's page: once that is shown, the notice has nothing more to say. */
  to?: string
}

type OpenNotification = NotificationItem & { readonly id: number; readonly topic: string }

/** The maximum number at once; another would wait hidden for an older one to go. */
const MAX_NOTIFICATIONS = 3

let nextId = 0
/** Oldest first. */
let open: readonly OpenNotification[] = []
const listeners = new Set<() => void>()

function setOpen(notifications: readonly OpenNotification[]): void {
  open = notifications
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const hide = (id: number): void => setOpen(open.filter(other => other.id !== id))

function show({ topic, ...item }: NotificationItem): number {
  nextId += 1
  const added = { ...item, id: nextId, topic: topic ?? item.text }
  // The same text again replaces the old notice, so that it is announced again and does not pile up.
  const others = open.filter(other => other.topic !== added.topic)
  const persists = ({ seconds }: NotificationItem): boolean => !Number.isFinite(seconds)
  const byPriority = [...others.filter(other => !persists(other)), ...others.filter(persists)]
  const dropped = byPriority.slice(0, Math.max(0, others.length + 1 - MAX_NOTIFICATIONS))
  setOpen([...others.filter(other => !dropped.includes(other)), added])
  return added.id
}

const icon = { size: 20, stroke: 2, 'aria-hidden': true } as const

/** The implementation of `notify`. */
export const notificationList: Notify = {
  success: (text, topic = text) => {
    show({ text, tone: 'pine', icon: <IconCircleCheck {...icon} />, seconds: 8, topic })
  },

  failure: (text, { requestId, topic = text, persists = false } = {}) => {
    const extra =
      requestId === undefined ? null : <span className={styles.reference}>{`Request ${requestId}`}</span>
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
    const dismiss = () => hide(id)
    const extra = (
      <TextLink {...link} className={styles.undo ?? ''} onClick={dismiss}>
        {label}
      </TextLink>
    )
    const { to } = link
    const id = show({ text, tone: 'amber', icon: <IconMessage {...icon} />, seconds: 20, extra, to })
  },

  undoable: (text, undo, topic = text) => {
    const undoOnce = () => {
      hide(id)
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
    const id = show({ text, tone: 'slate', icon: <IconCircleCheck {...icon} />, seconds: 12, extra, topic })
  },

  clear: topic => setOpen(topic === undefined ? [] : open.filter(other => other.topic !== topic)),
}

/** The container of notices. */
export function NotificationList() {
  const notifications = useSyncExternalStore(subscribe, () => open)
  const container = useRef<HTMLDivElement>(null)
  // Under the pointer, none of them disappears.
  const [isHovered, setHovered] = useState(false)
  const { pathname } = useLocation()
  const shownPath = useRef(pathname)
  useEffect(() => {
    if (shownPath.current === pathname) return
    shownPath.current = pathname
    for (const { id, to } of open) if (to === pathname) hide(id)
  }, [pathname])
  const isShown = notifications.length > 0
  useEffect(() => {
    if (!isShown) return
    let stop: (() => void) | null = null
    let hasEnded = false
    // Without a connection they stay at the bottom.
    import('./notification-place.ts').then(
      ({ keepClear }) => {
        if (!hasEnded && container.current !== null) stop = keepClear(container.current)
      },
      () => {},
    )
    return () => {
      hasEnded = true
      stop?.()
    }
  }, [isShown])
  const sorted = notifications.toSorted(
    (one, other) => Number(other.urgent ?? false) - Number(one.urgent ?? false),
  )
  return createPortal(
    <div
      ref={container}
      className={styles.root}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
    >
      {sorted.map(notification => (
        <Notice key={notification.id} notification={notification} isPaused={isHovered} />
      ))}
    </div>,
    document.body,
  )
}

function Notice({ notification, isPaused }: { notification: OpenNotification; isPaused: boolean }) {
  const { id, text, tone, icon, seconds, extra } = notification
  useEffect(() => {
    if (isPaused || !Number.isFinite(seconds)) return
    const timer = setTimeout(() => hide(id), seconds * 1000)
    return () => clearTimeout(timer)
  }, [id, isPaused, seconds])
  return (
    <Notification
      className={styles.notice ?? ''}
      data-tone={tone}
      icon={icon}
      closeButtonProps={{ 'aria-label': 'Dismiss' }}
      onClose={() => hide(id)}
    >
      <span className={styles.text}>
        <MailLinks text={text} />
      </span>
      {extra}
    </Notification>
  )
}
