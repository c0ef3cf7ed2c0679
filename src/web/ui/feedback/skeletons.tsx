import { Skeleton, VisuallyHidden } from '@mantine/core'
import type { ReactNode } from 'react'
import { Tiles } from '#web/ui/layout/columns.tsx'
import styles from './feedback.module.css'

type SkeletonProps = {
  /** What is loading; announced, and shown with `showLabel`. */
  label?: string
  showLabel?: boolean
}

function SkeletonStatus({
  label = 'Loading…',
  showLabel = false,
  children,
}: SkeletonProps & { children: ReactNode }) {
  return (
    <div role="status">
      {showLabel ? <p className={styles.label}>{label}</p> : <VisuallyHidden>{label}</VisuallyHidden>}
      <div aria-hidden>{children}</div>
    </div>
  )
}

const indexesUpTo = (count: number) => Array.from({ length: count }, (_, index) => index)

export function CardsSkeleton({
  count = 6,
  height = 148,
  ...wait
}: SkeletonProps & { count?: number; height?: number }) {
  return (
    <SkeletonStatus {...wait}>
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
  ...wait
}: SkeletonProps & { rows?: number; height?: number }) {
  return (
    <SkeletonStatus {...wait}>
      <div className={styles.rows}>
        {indexesUpTo(rows).map(index => (
          <Skeleton key={index} height={height} />
        ))}
      </div>
    </SkeletonStatus>
  )
}

/** Placeholder lines in a panel. */
export function PanelSkeleton({ lines = 4, ...wait }: SkeletonProps & { lines?: number }) {
  return (
    <SkeletonStatus {...wait}>
      <div className={styles.lines}>
        {indexesUpTo(lines).map(index => (
          <Skeleton key={index} height={12} width={`${92 - ((index * 17) % 40)}%`} />
        ))}
      </div>
    </SkeletonStatus>
  )
}
