import type { ReactNode } from 'react'
import { HydrationComplete } from '#web/ui/hydration-complete.tsx'
import styles from './page.module.css'

type PageProps = {
  title: string
  /** The tab's title, if the heading alone would be ambiguous. */
  tabTitle?: string
  /** Beside the heading: a state badge, a number. */
  badge?: ReactNode
  lead?: ReactNode
  /** To the right of the heading; below it on a phone. */
  actions?: ReactNode
  /** narrow: one form · reading: text · wide: work · full: a board. */
  width?: 'narrow' | 'reading' | 'wide' | 'full'
  /** In place of the heading and what is beside it; has the page's h1. */
  header?: ReactNode
  /** Work screens have less space below the header than public ones. */
  dense?: boolean
  children?: ReactNode
}

export function Page(props: PageProps) {
  const { title, tabTitle, badge, lead, actions, width = 'wide', header, dense = false, children } = props
  return (
    <div className={styles.page} data-width={width} data-dense={dense || undefined}>
      <title>{`${tabTitle ?? title} · Rigwright`}</title>
      {header ?? (
        <div className={styles.head}>
          <div className={styles.heading}>
            <h1 className={styles.title}>{title}</h1>
            {badge}
          </div>
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
      {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      {children}
      <HydrationComplete />
    </div>
  )
}
