import type { ReactNode } from 'react'
import styles from './numbers.module.css'

/** Numbers aligned in columns: times, hours, quantities. Takes formatted text. */
export function Numbers({ children, strong = false }: { children: ReactNode; strong?: boolean }) {
  return (
    <span className={styles.numbers} data-strong={strong || undefined}>
      {children}
    </span>
  )
}

/** The `translate` of an element with this text alone: a browser's translation leaves amounts as they are. */
export const translateOf = (text: string): 'no' | undefined => (/^-?\$\d/.test(text) ? 'no' : undefined)

/** A formatted amount (`$1,234.50`), or what stands in its place. */
export function MoneyText({ amount, strong = false }: { amount: string; strong?: boolean }) {
  return (
    <span className={styles.numbers} data-strong={strong || undefined} translate={translateOf(amount)}>
      {amount}
    </span>
  )
}

const AMOUNT = /([-−]?\$\d[\d,]*(?:\.\d\d)?)/

/**
 * A text with amounts in it. A browser's translation replaces the text's nodes, where React would change or remove the
 * ones it made: another text is a new element.
 */
export const TextWithAmounts = ({ text }: { text: string }) => (
  <span key={text}>
    {text
      .split(AMOUNT)
      // biome-ignore lint/suspicious/noArrayIndexKey: another text is another element
      .map((piece, index) => (index % 2 === 1 ? <MoneyText key={index} amount={piece} /> : piece))}
  </span>
)

export type TotalRow = {
  label: string
  amount: string
  /** How the amount is computed, or what it does not include. */
  hint?: string | null
  strong?: boolean
}

/** The totals of a bill: labels on the left, amounts on the right, a line above the strong one; notes below. */
export function Totals({ rows, notes = [] }: { rows: readonly TotalRow[]; notes?: readonly string[] }) {
  return (
    <>
      <dl className={styles.totals}>
        {rows.map(row => (
          <div className={styles.total} data-strong={row.strong || undefined} key={row.label}>
            <dt>
              <span>{row.label}</span>
              {row.hint && (
                <span className={styles.hint}>
                  <TextWithAmounts text={row.hint} />
                </span>
              )}
            </dt>
            <dd translate={translateOf(row.amount)}>{row.amount}</dd>
          </div>
        ))}
      </dl>
      {notes.map(note => (
        <p key={note} className={styles.note}>
          <TextWithAmounts text={note} />
        </p>
      ))}
    </>
  )
}
