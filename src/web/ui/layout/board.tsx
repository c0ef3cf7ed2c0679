import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import type { ColorTone } from '#web/ui/color-tone.ts'
import styles from './board.module.css'

/** Sections side by side. */
export function Board({ children }: { children: ReactNode }) {
  return <div className={styles.board}>{children}</div>
}

type LaneProps = {
  title: string
  count?: number
  tone: ColorTone
  icon?: ReactNode
  /** The text of an empty section. */
  empty: string
  /** A list of cards; null or false shows the text. */
  children?: ReactNode
  /** Beside the count; while it is there, the heading stays visible. */
  action?: ReactNode
  /** Below the cards: "Show all". */
  more?: ReactNode
}

export function Lane({ title, count, tone, icon, empty, action, children, more }: LaneProps) {
  const titleId = useId()
  return (
    <section className={styles.lane} data-tone={tone} aria-labelledby={titleId}>
      <div className={styles.head} data-persists={action !== undefined || undefined}>
        {icon}
        <h2 className={styles.title} id={titleId}>
          {title}
        </h2>
        {action}
        {count !== undefined && <span className={styles.count}>{count.toLocaleString('en-US')}</span>}
      </div>
      {children || <p className={styles.empty}>{empty}</p>}
      {more}
    </section>
  )
}

type CardProps = {
  title: ReactNode
  /** The card's link; without it the card is not clickable. */
  to?: string
  /** Second line, left and right. */
  line?: ReactNode
  aside?: ReactNode
  /** Third line: badges, small buttons. */
  children?: ReactNode
}

/** A card, with the color of its section. */
export function Card({ title, to, line, aside, children }: CardProps) {
  return (
    <div className={styles.card}>
      <div className={styles.row}>
        {to === undefined ? (
          <span className={styles.name}>{title}</span>
        ) : (
          <Link className={styles.link} to={to}>
            {title}
          </Link>
        )}
        {aside !== undefined && <span className={styles.aside}>{aside}</span>}
      </div>
      {line !== undefined && <div className={styles.line}>{line}</div>}
      {children !== undefined && <div className={styles.footer}>{children}</div>}
    </div>
  )
}
