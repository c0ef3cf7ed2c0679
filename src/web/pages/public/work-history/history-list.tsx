import type { InferContractRouterOutputs } from '@orpc/contract'
import { IconHistory } from '@tabler/icons-react'
import type { Contract } from '#contract/index.ts'
import { fromDollars } from '#domain/lib/money.ts'
import { formatPublicEntry, groupByRig } from '#domain/work-history/format-public-entry.ts'
import { MoneyText, Numbers } from '#web/ui/numbers.tsx'
import styles from './work-history.module.css'

type Entry = InferContractRouterOutputs<Contract>['workHistory']['get']['entries'][number]

/** An entry as the page and the CSV file show it. */
export const formatHistoryEntry = ({ totalBalance, ...entry }: Entry) =>
  formatPublicEntry({ ...entry, totalBalance: totalBalance === null ? null : fromDollars(totalBalance) })

function Stamp({ at, text }: { at: Date | null; text: string }) {
  if (at === null) return text
  return (
    <time dateTime={at.toISOString()}>
      <Numbers strong>{text}</Numbers>
    </time>
  )
}

function Visit({ entry }: { entry: Entry }) {
  const { completed, technician, totalBalance, note } = formatHistoryEntry(entry)
  return (
    <li className={styles.entry}>
      <dl className={styles.facts}>
        <div>
          <dt>Completed</dt>
          <dd>
            <Stamp at={entry.completedTimestamp} text={completed} />
          </dd>
        </div>
        <div>
          <dt>Technician</dt>
          <dd>{technician}</dd>
        </div>
        <div className={styles.total}>
          <dt>Total Balance</dt>
          <dd>{entry.totalBalance === null ? totalBalance : <MoneyText strong amount={totalBalance} />}</dd>
        </div>
      </dl>
      {note !== '' && (
        <p className={styles.note}>
          <IconHistory size={16} aria-hidden />
          <span>{` ${note}`}</span>
        </p>
      )}
    </li>
  )
}

/** Rigs under a text that is no VIN stand apart, each with its company. */
export const HistoryList = ({ entries }: { entries: readonly Entry[] }) =>
  groupByRig(entries).map(({ heading, entries: ofRig }) =>
    heading === null ? (
      <Visits key="" entries={ofRig} />
    ) : (
      <section key={heading} aria-label={heading}>
        <h3 className={styles.company}>{heading}</h3>
        <Visits entries={ofRig} />
      </section>
    ),
  )

/** Newest first, in the server's order. */
const Visits = ({ entries }: { entries: readonly Entry[] }) => (
  <ol className={styles.entries}>
    {entries.map(entry => (
      // Ticket ids are unique only within a company, and a rig may have been to several.
      <Visit entry={entry} key={`${entry.ticketId} ${entry.completedTimestamp?.getTime()}`} />
    ))}
  </ol>
)
