import { IconHistoryOff } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { dayOf, printDayOfYear, printTime } from '#domain/lib/company-time.ts'
import { isStorableVin, mendVin } from '#domain/rigs/vin.ts'
import { api } from '#web/api/client.ts'
import { beforeOf, olderPages } from '#web/api/infinite-pages.ts'
import { MoreOfList, type PagedList } from '#web/api/load-more.tsx'
import { LoadFault } from '#web/api/query-error.tsx'
import { VinSearch } from '#web/features/rigs/vin-search.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { StandingClaim } from './active-claim.tsx'
import { Held } from './claim-holder.tsx'
import { CorrectVin } from './correct-vin.tsx'
import styles from './platform-admin.module.css'

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
  const query = useInfiniteQuery({
    ...api.founders.history.infiniteOptions({
      input: (before: string | undefined) => ({ vin, ...beforeOf(before) }),
      ...olderPages,
      // No stream tells founders what changes.
      staleTime: 0,
    }),
    enabled: isAsked,
  })
  const { data, error, refetch } = query
  if (isAsked && data === undefined)
    return error === null ? (
      <ListSkeleton rows={3} height={84} label="Looking the VIN up…" />
    ) : (
      <LoadFault error={error} onRetry={() => void refetch()} />
    )
  return (
    <Held label={`History of ${vin}`}>
      {data?.pages[0] !== undefined && <StandingClaim vin={vin} claim={data.pages[0].claim} />}
      <Recorded vin={vin} entries={data?.pages.flatMap(page => page.entries) ?? []} query={query} />
    </Held>
  )
}

type RecordedProps = { vin: string; entries: Seen['entries']; query: PagedList }

function Recorded({ vin, entries, query }: RecordedProps) {
  const list = useRef<HTMLUListElement>(null)
  if (entries.length === 0)
    return <EmptyState icon={IconHistoryOff} sentence={`No work is recorded under ${vin}.`} />
  return (
    <Panel title={`Work recorded under ${vin}`} {...(!query.hasNextPage && { count: entries.length })}>
      <ul ref={list} className={styles.reviews}>
        {entries.map(entry => (
          <li key={`${entry.companyUUID} ${entry.ticketId}`} className={styles.review}>
            <OneEntry entry={entry} />
            <CorrectVin vin={vin} entry={entry} />
          </li>
        ))}
      </ul>
      <MoreOfList query={query} list={list} label="Older entries" mt="md" />
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
        at {companyName ?? 'a company that has left'}
      </p>
      <p className={styles.soft}>
        Ticket {ticketId}, {technician}
      </p>
    </>
  )
}
