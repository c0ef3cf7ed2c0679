import { IconHistoryOff } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import { dayOf, formatDayWithYear, formatTime } from '#domain/lib/company-time.ts'
import { isStorableVin, normalizeVin } from '#domain/rigs/vin.ts'
import { api, client } from '#web/api/client.ts'
import { beforeInput, infinitePages } from '#web/api/infinite-pages.ts'
import { useBrowserTimeZone } from '#web/api/use-browser-time-zone.ts'
import { LoadMore, type PagedList } from '#web/features/panels/load-more.tsx'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { VinSearch } from '#web/features/rigs/vin-search.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { KeyValues } from '#web/ui/layout/key-values.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { CorrectVin } from './correct-vin.tsx'
import styles from './platform-admin.module.css'
import { ReasonForm } from './reason-form.tsx'
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

type Claim = Awaited<ReturnType<typeof api.platformAdmin.getHistory.call>>['claim']
type ActiveClaimProps = { vin: string; claim: Claim }

/** The rig's claim and how it was made; founders do not see whose it is. */
function ActiveClaim({ vin, claim }: ActiveClaimProps) {
  return (
    <Panel title="Claim">
      {claim === null ? (
        <p className={styles.text}>No one has claimed this RV.</p>
      ) : (
        <div className={styles.stack}>
          <ClaimFacts claim={claim} />
          <ReasonForm
            isDestructive
            label="End Claim"
            description={`The owner reads it, so don’t name anyone. This can’t be undone: their notes on visits are deleted, and they can never claim this RV with one of its codes again${claim.how === 'code' ? ', and no one can use the code named above' : ''}.`}
            action={client.platformAdmin.endClaim}
            input={{ vin, claimId: claim.claimId }}
            successMessage={`The claim on ${vin} has ended.`}
          />
        </div>
      )}
    </Panel>
  )
}

function ClaimFacts({ claim }: { claim: NonNullable<Claim> }) {
  const timeZone = useBrowserTimeZone()
  const { claimedAt, how, companyName, ticketId, openedFrom } = claim
  const origin = `${ticketId} of ${companyName ?? 'a company that has left'}`
  const from = openedFrom === null ? null : formatDayWithYear(dayOf(openedFrom, timeZone))
  return (
    <KeyValues
      rows={[
        { label: 'Claimed since', value: formatDayWithYear(dayOf(claimedAt, timeZone)) },
        {
          label: 'Claimed with',
          value: how === 'code' ? `Ticket ${origin}` : `Transfer code. First claimed with ticket ${origin}`,
        },
        { label: 'Sees', value: from === null ? 'The whole history' : `Work from ${from} on` },
      ]}
    />
  )
}
