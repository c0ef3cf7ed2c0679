import type { InferContractRouterOutputs } from '@orpc/contract'
import type { Contract } from '#contract/index.ts'
import { printStamp } from '#domain/calendar.ts'
import { fromDollars, printMoney } from '#domain/money.ts'
import { Figures, MoneyText } from '#web/ui/figures.tsx'
import styles from './work-history.module.css'

type Entry = InferContractRouterOutputs<Contract>['workHistory']['get']['entries'][number]

function Stamp({ at, timeZone }: { at: Date | null; timeZone: string }) {
  if (at === null) return <>N/A</>
  return (
    <time dateTime={at.toISOString()}>
      <Figures strong>{printStamp(at, timeZone)}</Figures>
    </time>
  )
}

/** Newest first, as the server answers. */
export const HistoryList = ({ entries }: { entries: readonly Entry[] }) => (
  <ol className={styles.entries}>
    {entries.map(({ ticketId, completedTimestamp, timeZone, technician, totalBalance }) => (
      // Ticket ids are unique within one company only, and a rig may have known several.
      <li className={styles.entry} key={`${ticketId} ${completedTimestamp?.getTime()}`}>
        <dl className={styles.facts}>
          <div>
            <dt>Completed</dt>
            <dd>
              <Stamp at={completedTimestamp} timeZone={timeZone} />
            </dd>
          </div>
          <div>
            <dt>Technician</dt>
            <dd>{technician === '' ? 'Not Available' : technician}</dd>
          </div>
          <div className={styles.total}>
            <dt>Total Balance</dt>
            <dd>
              {totalBalance === null ? (
                'N/A'
              ) : (
                <MoneyText strong amount={printMoney(fromDollars(totalBalance))} />
              )}
            </dd>
          </div>
        </dl>
      </li>
    ))}
  </ol>
)
