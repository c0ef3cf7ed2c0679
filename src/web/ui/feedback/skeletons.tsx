import { Skeleton, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { Tiles } from '#web/ui/layout/columns.tsx'
import styles from './feedback.module.css'

type SkeletonProps = {
  /** What is loading, for screen readers. */
  label?: string
}

function SkeletonStatus({ label = 'Loading…', children }: SkeletonProps & { children: ReactNode }) {
  return (
    <div role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      <div aria-hidden>{children}</div>
    </div>
  )
}

const indexesUpTo = (count: number) => Array.from({ length: count }, (_, index) => index)

export function CardsSkeleton({
  count = 6,
  height = 148,
  ...status
}: SkeletonProps & { count?: number; height?: number }) {
  return (
    <SkeletonStatus {...status}>
      <Tiles>
        {indexesUpTo(count).map(index => (
          <Skeleton key={index} height={height} />
        ))}
      </Tiles>
    </SkeletonStatus>
  )
}

export function ListSkeleton({
  rows = 5,
  height = 56,
  ...status
}: SkeletonProps & { rows?: number; height?: number }) {
  return (
    <SkeletonStatus {...status}>
      <div className={styles.rows}>
        {indexesUpTo(rows).map(index => (
          <Skeleton key={index} height={height} />
        ))}
      </div>
    </SkeletonStatus>
  )
}

/** Placeholder lines in a panel. */
export function PanelSkeleton({ lines = 4, ...status }: SkeletonProps & { lines?: number }) {
  return (
    <SkeletonStatus {...status}>
      <div className={styles.lines}>
        {indexesUpTo(lines).map(index => (
          <Skeleton key={index} height={12} width={`${92 - ((index * 17) % 40)}%`} />
        ))}
      </div>
    </SkeletonStatus>
  )
}
