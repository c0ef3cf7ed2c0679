import type { ReactNode } from 'react'
import { fromDollars, printMoney } from '#domain/lib/money.ts'
import { ActionBar } from '#web/ui/layout/action-bar.tsx'
import { MoneyText } from '#web/ui/numbers.tsx'
import styles from './ticket-footer.module.css'
import type { TicketView } from './ticket-queries.ts'

type FootProps = { totals?: TicketView['totals']; children: ReactNode }

/** At the foot of a ticket, always in sight: what it comes to, and what to do next. */
export const TicketFoot = ({ totals = null, children }: FootProps) => (
  <div className={styles.foot}>
    <ActionBar>
      {totals !== null && (
        <div className={styles.total}>
          <span>Total Balance</span>
          <MoneyText amount={printMoney(fromDollars(totals.totalBalance))} strong />
        </div>
      )}
      {children}
    </ActionBar>
  </div>
)
