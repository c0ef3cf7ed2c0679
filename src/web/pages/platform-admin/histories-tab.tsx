import { IconHistoryOff } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { dayOf, formatDayWithYear, formatTime } from '#domain/lib/company-time.ts'
import { isStorableVin, normalizeVin } from '#domain/rigs/vin.ts'
import { api } from '#web/api/client.ts'
import { beforeInput, infinitePages } from '#web/api/infinite-pages.ts'
import { LoadMore, type PagedList } from '#web/api/load-more.tsx'
import { QueryError } from '#web/api/query-error.tsx'
import { VinSearch } from '#web/features/rigs/vin-search.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { ActiveClaim } from './active-claim.tsx'
import { CorrectVin } from './correct-vin.tsx'
import styles from './platform-admin.module.css'
import { RestoreFocusGroup } from './restore-focus-group.tsx'

type HistoryResult = Awaited<ReturnType<typeof api.platformAdmin.getHistory.call>>

/**
 * A work history with its companies: an entry under a mistyped VIN can be moved to the correct one. And the rig's
 * claim, which founders can end.
 */
export function HistoriesTab() {
  const search = useSearch({ from: '/signed-in/founders' })
  const navigate = useNavigate()
  const vin = normalizeVin(search.vin ?? '')
  return (
    <div className={styles.reading}>
      <VinSearch
        vin={vin}
        onSearch={next => navigate({ to: '/founders', search: { tab: 'histories', vin: next } })}
      />
      {vin !== '' && <LoadedHistory vin={vin} key={vin} />}
    </div>
  )
}

function LoadedHistory({ vin }: { vin: string }) {
  const isEnabled = isStorableVin(vin)
  const query = useInfiniteQuery({
    ...api.platformAdmin.getHistory.infiniteOptions({
      input: (before: string | undefined) => ({ vin, ...beforeInput(before) }),
      ...infinitePages,
      // Founders have no live stream.
      staleTime: 0,
    }),
    enabled: isEnabled,
  })
  const { data, error, refetch } = query
  if (isEnabled && data === undefined)
    return error === null ? (
      <ListSkeleton rows={3} height={84} label="Looking up the VIN…" />
    ) : (
      <QueryError error={error} onRetry={() => void refetch()} />
    )
  return (
    <RestoreFocusGroup label={`History of ${vin}`}>
      {data?.pages[0] !== undefined && <ActiveClaim vin={vin} claim={data.pages[0].claim} />}
      <HistoryEntries vin={vin} entries={data?.pages.flatMap(page => page.entries) ?? []} query={query} />
    </RestoreFocusGroup>
  )
}

type HistoryEntriesProps = { vin: string; entries: HistoryResult['entries']; query: PagedList }

function HistoryEntries({ vin, entries, query }: HistoryEntriesProps) {
  const list = useRef<HTMLUListElement>(null)
  if (entries.length === 0)
    return <EmptyState icon={IconHistoryOff} sentence={`No work is recorded under ${vin}.`} />
  return (
    <Panel title={`Work recorded under ${vin}`} {...(!query.hasNextPage && { count: entries.length })}>
      <ul ref={list} className={styles.reviews}>
        {entries.map(entry => (
          <li key={`${entry.companyUUID} ${entry.ticketId}`} className={styles.review}>
            <HistoryEntryItem entry={entry} />
            <CorrectVin vin={vin} entry={entry} />
          </li>
        ))}
      </ul>
      <LoadMore query={query} list={list} label="Older entries" mt="md" />
    </Panel>
  )
}

function HistoryEntryItem({ entry }: { entry: HistoryResult['entries'][number] }) {
  const { completedTimestamp, timeZone, companyName, ticketId, technician } = entry
  const day = formatDayWithYear(dayOf(completedTimestamp, timeZone))
  return (
    <>
      <p className={styles.text}>
        <strong>
          {day}, {formatTime(completedTimestamp, timeZone)}
        </strong>{' '}
        at {companyName ?? 'a company that has left'}
      </p>
      <p className={styles.muted}>
        Ticket {ticketId}, {technician}
      </p>
    </>
  )
}
