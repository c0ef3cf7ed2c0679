import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { IconCloudUp, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { currentOutbox } from '#web/bay/bay-outbox.ts'
import type { BayCommandName, PartView, UnsentTap } from '#web/features/tickets/ticket-view.ts'
import { StateBadge } from '#web/ui/feedback/state-badge.tsx'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import styles from './unsent.module.css'

/** What arrives sooner is never marked: a mark that flashes tells nobody anything. */
const SHOW_AFTER_MS = 1500

/** Whether something has waited since `tappedAt` for long enough to say so. */
export function useHasWaited(tappedAt: number): boolean {
  const [now, setNow] = useState(Date.now)
  // This device's clock may have been set back.
  const remaining = Math.min(tappedAt + SHOW_AFTER_MS - now, SHOW_AFTER_MS)
  useEffect(() => {
    if (remaining <= 0) return
    const timer = setTimeout(() => setNow(Math.max(Date.now(), tappedAt + SHOW_AFTER_MS)), remaining)
    return () => clearTimeout(timer)
  }, [remaining, tappedAt])
  return remaining <= 0
}

type MarkProps = {
  tappedAt: Date
  /** What, for screen readers. */
  of: string
  children?: ReactNode
}

/** Quiet, where it was tapped: what only this device knows. */
export function UnsentMark({ tappedAt, of, children }: MarkProps) {
  if (!useHasWaited(tappedAt.getTime())) return null
  return (
    <span className={styles.mark}>
      <StateBadge word="Not sent yet" icon={IconCloudUp} tone="slate" />
      <VisuallyHidden>: {of}</VisuallyHidden>
      {children}
    </span>
  )
}

type TapMarkProps = {
  unsent: readonly UnsentTap[] | undefined
  names: readonly BayCommandName[]
  of: string
}

/** The mark of the last of these taps, if one is unsent. */
export function TapMark({ unsent = [], names, of }: TapMarkProps) {
  const tap = unsent.findLast(({ name }) => names.includes(name))
  return tap === undefined ? null : <UnsentMark tappedAt={tap.tappedAt} of={of} />
}

/** Beside a part that only this device knows: it can still be taken back. */
export function PartMark({ part: { unsent, description, partId } }: { part: PartView }) {
  const [tap] = unsent ?? []
  if (tap === undefined) return null
  const name = description || 'part'
  return (
    <UnsentMark tappedAt={tap.tappedAt} of={name}>
      <ActionIcon
        aria-label={`Remove ${name}`}
        // One that is being sent stays: it may have arrived.
        onClick={ignoreDoubleClick(
          () =>
            void currentOutbox()
              ?.remove(partId)
              .catch(() => {}),
        )}
      >
        <IconTrash size={18} aria-hidden />
      </ActionIcon>
    </UnsentMark>
  )
}
