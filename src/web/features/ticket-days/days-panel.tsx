import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { formatDay } from '#domain/lib/company-time.ts'
import { type DayCause, dayCauseLabel } from '#domain/on-hold/day-cause.ts'
import { daysOfCauses, formatDayCount } from '#domain/ticket-days/ticket-days.ts'
import { api } from '#web/api/client.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { LazyContent } from '#web/ui/lazy-content.tsx'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import styles from './days-panel.module.css'

const DaysForm = lazy(() => import('./days-form.tsx').then(module => ({ default: module.DaysForm })))

const TONES: Readonly<Partial<Record<DayCause, string>>> = {
  work: 'pine',
  part: 'amber',
  customer: 'lake',
  authorization: 'plum',
  technician: 'brick',
  pickup: 'slate',
}

/** What each day from arrival to pickup went to; nothing before a day is over. */
export function DaysPanel({ ticketId }: { ticketId: number }) {
  const { data } = useQuery(api.ticketDays.get.queryOptions({ input: { ticketId } }))
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const [first, last] = [data?.spans[0], data?.spans.at(-1)]
  if (data === undefined || first === undefined || last === undefined) return null
  const causes = daysOfCauses(data.spans)
  const total = formatDayCount(causes.reduce((sum, { days }) => sum + days, 0))
  return (
    <Panel title="Days">
      <p className={styles.total}>
        {data.isHere ? `Here for ${total}, since ` : `Was here for ${total}, from `}
        {formatDay(first.firstDay)}
      </p>
      <div className={styles.strip} aria-hidden>
        {data.spans.map(({ cause, firstDay, days }) => (
          <span
            key={firstDay}
            data-tone={TONES[cause]}
            data-cause={cause}
            style={{ flexGrow: days }}
            title={`${dayCauseLabel(cause)}: ${formatDayCount(days)} from ${formatDay(firstDay)}`}
          />
        ))}
      </div>
      <ul className={styles.causes}>
        {causes.map(({ cause, days }) => (
          <li key={cause}>
            <span className={styles.mark} data-tone={TONES[cause]} data-cause={cause} aria-hidden />
            {dayCauseLabel(cause)}: {formatDayCount(days)}
          </li>
        ))}
      </ul>
      {isOpen ? (
        <LazyContent>
          <DaysForm ticketId={ticketId} first={first} last={last} onClose={() => setOpen(false)} />
        </LazyContent>
      ) : (
        <Button ref={opener} size="compact-md" mt="sm" onClick={ignoreDoubleClick(() => setOpen(true))}>
          Correct Days
        </Button>
      )}
    </Panel>
  )
}
