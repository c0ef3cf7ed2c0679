import { type Icon, IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { TextWithAmounts } from '#web/ui/numbers.tsx'
import type { ColorTone } from '#web/ui/theme.ts'
import styles from './board.module.css'

type BoardProps = {
  /** Another board is being loaded in place of this one. */
  isBusy: boolean
  children: ReactNode
}

/** Sections side by side. */
export const Board = ({ isBusy, children }: BoardProps) => (
  <div className={styles.board} aria-busy={isBusy || undefined}>
    {children}
  </div>
)

type ColumnProps = {
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
  /** Shown without its cards. */
  isFolded?: boolean
  onFold: (isFolded: boolean) => void
}

export function Column(props: ColumnProps) {
  const { title, count, tone, icon, empty, action, children, more, isFolded = false, onFold } = props
  const titleId = useId()
  const contentId = useId()
  return (
    <section
      className={styles.column}
      data-tone={tone}
      data-folded={isFolded || undefined}
      aria-labelledby={titleId}
    >
      <div className={styles.head} data-persists={action !== undefined || undefined}>
        {icon}
        <h2 className={styles.title} id={titleId}>
          {title}
        </h2>
        {action}
        {count !== undefined && <span className={styles.count}>{count.toLocaleString('en-US')}</span>}
        <button
          type="button"
          className={styles.fold}
          aria-label={`${isFolded ? 'Unfold' : 'Fold'} ${title}`}
          aria-expanded={!isFolded}
          aria-controls={contentId}
          onClick={() => onFold(!isFolded)}
        >
          {isFolded ? <IconChevronRight size={18} aria-hidden /> : <IconChevronDown size={18} aria-hidden />}
        </button>
      </div>
      <div id={contentId} hidden={isFolded}>
        {!isFolded && (
          <>
            {children || <p className={styles.empty}>{empty}</p>}
            {more}
          </>
        )}
      </div>
    </section>
  )
}

type CardProps = {
  title: ReactNode
  /** The card's link; without it the card is not clickable. */
  to?: string
  /** Second line, left and right. */
  line?: ReactNode
  lineAside?: ReactNode
  aside?: ReactNode
  /** A line of its own, if there is anything to say: facts, each a word with its icon and color. */
  facts?: ReactNode
  /** Last line: who, and small buttons. */
  children?: ReactNode
}

/** A card, with the color of its section. */
export function Card({ title, to, line, lineAside, aside, facts, children }: CardProps) {
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
      {line !== undefined && (
        <div className={styles.row}>
          <span className={styles.line}>{line}</span>
          {lineAside !== undefined && <span className={styles.aside}>{lineAside}</span>}
        </div>
      )}
      {facts !== undefined && <div className={styles.facts}>{facts}</div>}
      {children !== undefined && <div className={styles.footer}>{children}</div>}
    </div>
  )
}

type CardFactProps = { words: string; icon: Icon; tone: ColorTone }

/** One fact of a card. */
export const CardFact = ({ words, icon: Icon, tone }: CardFactProps) => (
  <span className={styles.fact} data-tone={tone}>
    <Icon size={14} stroke={2.25} aria-hidden />
    <TextWithAmounts text={words} />
  </span>
)
