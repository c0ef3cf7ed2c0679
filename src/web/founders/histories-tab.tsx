import { IconHistoryOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { dayOf, printDayOfYear, printTime } from '#domain/calendar.ts'
import { isStorableVin, mendVin } from '#domain/vin.ts'
import { api } from '#web/api.ts'
import { LoadFault } from '#web/parts/load-fault.tsx'
import { VinSearch } from '#web/parts/vin-search.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { ListSkeleton } from '#web/ui/skeletons.tsx'
import { CorrectVin } from './correct-vin.tsx'
import styles from './founders.module.css'
import { StandingClaim } from './standing-claim.tsx'

type Seen = Awaited<ReturnType<typeof api.founders.history.call>>

/**
 * A history with whose entries they are: one under a VIN that was typed wrong is moved to the right one. And by which
 * claim somebody holds the rig, which is ended where it is not theirs.
 */
export function HistoriesTab() {
  const search = useSearch({ from: '/signed-in/founders' })
  const navigate = useNavigate()
  const vin = mendVin(search.vin ?? '')
  return (
    <div className={styles.reading}>
      <VinSearch
        vin={vin}
        onSearch={next => navigate({ to: '/founders', search: { tab: 'histories', vin: next } })}
      />
      {vin !== '' && <Entries vin={vin} key={vin} />}
    </div>
  )
}

function Entries({ vin }: { vin: string }) {
  const isAsked = isStorableVin(vin)
  const { data, error, refetch } = useQuery({
    // No stream tells founders what changes.
    ...api.founders.history.queryOptions({ input: { vin }, staleTime: 0 }),
    enabled: isAsked,
  })
  if (isAsked && data === undefined)
    return error === null ? (
      <ListSkeleton rows={3} height={84} label="Looking the VIN up…" />
    ) : (
      <LoadFault error={error} onRetry={() => void refetch()} />
    )
  return (
    <>
      {data !== undefined && <StandingClaim vin={vin} claim={data.claim} />}
      <Recorded vin={vin} entries={data?.entries ?? []} />
    </>
  )
}

type RecordedProps = { vin: string; entries: Seen['entries'] }

function Recorded({ vin, entries }: RecordedProps) {
  if (entries.length === 0)
    return <EmptyState icon={IconHistoryOff} sentence={`No work is recorded under ${vin}.`} />
  return (
    <Panel title={`Work recorded under ${vin}`} count={entries.length}>
      <ul className={styles.reviews}>
        {entries.map(entry => (
          <li key={`${entry.companyUUID} ${entry.ticketId}`} className={styles.review}>
            <OneEntry entry={entry} />
            <CorrectVin vin={vin} entry={entry} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function OneEntry({ entry }: { entry: Seen['entries'][number] }) {
  const { completedTimestamp, timeZone, companyName, ticketId, technician } = entry
  const day = printDayOfYear(dayOf(completedTimestamp, timeZone))
  return (
    <>
      <p className={styles.text}>
        <strong>
          {day}, {printTime(completedTimestamp, timeZone)}
        </strong>{' '}
        at {companyName}
      </p>
      <p className={styles.soft}>
        Ticket {ticketId}, {technician}
      </p>
    </>
  )
}
