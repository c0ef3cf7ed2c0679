import { Skeleton, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { Tiles } from '#web/ui/layout/columns.tsx'
import styles from './skeletons.module.css'

type WaitProps = {
  /** What is on its way; read aloud, and shown when `showLabel` is set. */
  label?: string
  showLabel?: boolean
}

function Wait({ label = 'Loading…', showLabel = false, children }: WaitProps & { children: ReactNode }) {
  return (
    <div role="status">
      {showLabel ? <p className={styles.label}>{label}</p> : <VisuallyHidden>{label}</VisuallyHidden>}
      <div aria-hidden>{children}</div>
    </div>
  )
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)

export function CardsSkeleton({
  count = 6,
  height = 148,
  ...wait
}: WaitProps & { count?: number; height?: number }) {
  return (
    <Wait {...wait}>
      <Tiles>
        {upTo(count).map(index => (
          <Skeleton key={index} height={height} />
        ))}
      </Tiles>
    </Wait>
  )
}

export function ListSkeleton({
  rows = 5,
  height = 56,
  ...wait
}: WaitProps & { rows?: number; height?: number }) {
  return (
    <Wait {...wait}>
      <div className={styles.rows}>
        {upTo(rows).map(index => (
          <Skeleton key={index} height={height} />
        ))}
      </div>
    </Wait>
  )
}

/** The lines inside one panel. */
export function PanelSkeleton({ lines = 4, ...wait }: WaitProps & { lines?: number }) {
  return (
    <Wait {...wait}>
      <div className={styles.lines}>
        {upTo(lines).map(index => (
          <Skeleton key={index} height={12} width={`${92 - ((index * 17) % 40)}%`} />
        ))}
      </div>
    </Wait>
  )
}
