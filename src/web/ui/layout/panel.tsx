import { type ReactNode, useId } from 'react'
import styles from './panel.module.css'

type PanelProps = {
  title?: string
  /** A number beside the title: the count of items below. */
  count?: number
  /** To the right of the title. */
  actions?: ReactNode
  /** Content with its own padding, such as a table or list. */
  flush?: boolean
  children: ReactNode
}

/** A panel with a dashed line below its heading. */
export function Panel({ title, count, actions, flush = false, children }: PanelProps) {
  const titleId = useId()
  const hasHead = title !== undefined || actions !== undefined
  return (
    <section className={styles.panel} aria-labelledby={title === undefined ? undefined : titleId}>
      {hasHead && (
        <div className={styles.head}>
          {title !== undefined && (
            <h2 className={styles.title} id={titleId}>
              {title}
            </h2>
          )}
          {count !== undefined && <span className={styles.count}>{count}</span>}
          {actions !== undefined && <div className={styles.actions}>{actions}</div>}
        </div>
      )}
      <div className={styles.body} data-flush={flush || undefined}>
        {children}
      </div>
    </section>
  )
}

/** A heading with its content, without a panel. */
export function Section({ title, lead, children }: { title: string; lead?: ReactNode; children: ReactNode }) {
  const titleId = useId()
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <h2 className={styles.sectionTitle} id={titleId}>
        {title}
      </h2>
      {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      {children}
    </section>
  )
}
