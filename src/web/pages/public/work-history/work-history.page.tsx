import { Button } from '@mantine/core'
import type { InferContractRouterOutputs } from '@orpc/contract'
import { IconDownload, IconHistory, IconHistoryOff, IconPrinter } from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'
import type { Contract } from '#contract/index.ts'
import { PAGES } from '#contract/pages/page-routes.ts'
import { isStorableVin, normalizeVin } from '#domain/rigs/vin.ts'
import { formatPublicEntry, groupByRig } from '#domain/work-history/format-public-entry.ts'
import { api, toAppError } from '#web/api/client.ts'
import { lazyPage } from '#web/api/lazy-page.ts'
import { historyQuery } from '#web/api/paged-queries.ts'
import { useLazyModule } from '#web/api/use-lazy-module.ts'
import { LoadMore } from '#web/features/panels/load-more.tsx'
import { VinSearch } from '#web/features/rigs/vin-search.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { MoneyText, Numbers } from '#web/ui/numbers.tsx'
import styles from './work-history.module.css'

const importCsv = lazyPage(() => import('./history-csv.ts'))

function HistoryResult({ vin }: { vin: string }) {
  // A VIN that cannot be stored has no history: same answer, without a request.
  const isEnabled = isStorableVin(vin)
  const { isLoading, load } = useLazyModule(importCsv)
  const list = useRef<HTMLDivElement>(null)
  const query = useInfiniteQuery({ ...historyQuery(vin), enabled: isEnabled })
  const { data, error, refetch } = query
  if (isEnabled && data === undefined && error === null)
    return <ListSkeleton rows={3} height={84} label="Looking up the VIN…" />
  if (data === undefined && error !== null) {
    const { message, requestId } = toAppError(error)
    return <ErrorState sentence={message} requestId={requestId} onRetry={() => void refetch()} />
  }
  const entriesOf = (pages: typeof data) => pages?.pages.flatMap(page => page.entries) ?? []
  const shown = entriesOf(data)
  if (shown.length > 0) {
    const save = async () => {
      // The file has all of them.
      let all: Pick<typeof query, 'data' | 'hasNextPage' | 'isFetchNextPageError'> = query
      while (all.hasNextPage && !all.isFetchNextPageError) all = await query.fetchNextPage()
      if (!all.hasNextPage) await load(({ downloadHistory }) => downloadHistory(vin, entriesOf(all.data)))
    }
    return (
      <>
        <div className={styles.downloads}>
          <Button leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => print()}>
            Print
          </Button>
          <Button
            leftSection={<IconDownload size={18} aria-hidden />}
            loading={isLoading}
            onClick={() => void save()}
          >
            Download CSV
          </Button>
        </div>
        <div ref={list}>
          <HistoryList entries={shown} />
        </div>
        <LoadMore query={query} list={list} label="Show older visits" mt="md" />
      </>
    )
  }
  return (
    <EmptyState
      icon={IconHistoryOff}
      sentence="Your RV is not Monitored by Rigwright."
      next="No completed work on file. Double-check the VIN by the entry door, on the frame or on the title."
    />
  )
}

export function WorkHistoryPage() {
  const search = useSearch({ from: '/work-history' })
  const navigate = useNavigate()
  const queries = useQueryClient()
  const vin = normalizeVin(search.vin ?? '')

  /** Asks again, also for the VIN that is shown. */
  function lookUp(next: string) {
    void queries.invalidateQueries({ queryKey: api.workHistory.get.key({ input: { vin: next } }) })
    void navigate({ to: '/work-history', search: { vin: next } })
  }

  return (
    <Page
      title={PAGES.workHistory.title}
      tabTitle={vin === '' ? 'Work History' : `Work History ${vin}`}
      width="reading"
      lead="Work completed by shops on Rigwright. Owner information is never shown."
    >
      <div className={styles.search}>
        <VinSearch vin={vin} onSearch={lookUp} />
      </div>
      {vin !== '' && (
        <div className={styles.results} aria-live="polite">
          <h2 className={styles.heading}>
            Work History for VIN: <span className={styles.vin}>{vin}</span>
          </h2>
          <HistoryResult vin={vin} key={vin} />
        </div>
      )}
    </Page>
  )
}

type Entry = InferContractRouterOutputs<Contract>['workHistory']['get']['entries'][number]

function Stamp({ at, text }: { at: Date | null; text: string }) {
  if (at === null) return text
  return (
    <time dateTime={at.toISOString()}>
      <Numbers strong>{text}</Numbers>
    </time>
  )
}

function Visit({ entry }: { entry: Entry }) {
  const { completed, technician, totalBalance, note } = formatPublicEntry(entry)
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
const HistoryList = ({ entries }: { entries: readonly Entry[] }) =>
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
