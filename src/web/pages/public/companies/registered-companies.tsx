import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { IconBuildingStore } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { SearchParams } from '#domain/companies/search-params.ts'
import { toAppError } from '#web/api/client.ts'
import { lazyPage } from '#web/api/lazy-page.ts'
import { BadgeLegend } from '#web/features/companies/badges.tsx'
import styles from '#web/pages/public/home.module.css'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ErrorState } from '#web/ui/feedback/error-state.tsx'
import { Section } from '#web/ui/layout/panel.tsx'
import { LazyContent } from '#web/ui/lazy-content.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { CompanyCard } from './company-card.tsx'
import type { CompanyMapProps } from './company-map.tsx'
import finding from './company-search.module.css'
import { CompanySearch } from './company-search.tsx'
import {
  type ChangeSearch,
  type DirectoryQuery,
  EMPTY_SEARCH,
  isSearching,
  useDirectory,
  useSearchParams,
} from './use-directory.ts'

// The summary of a search is loaded separately: most visitors don't search.
const loadSearchResultSummary = lazyPage(() => import('./search-result-summary.tsx'))
const SearchResultSummary = lazy(() =>
  loadSearchResultSummary().then(module => ({ default: module.SearchResultSummary })),
)

const CompaniesSkeleton = () => (
  <div role="status">
    <VisuallyHidden>Loading the companies…</VisuallyHidden>
    <div className={styles.cards} aria-hidden>
      {['first', 'second', 'third', 'fourth', 'fifth', 'sixth'].map(card => (
        <Skeleton key={card} height={128} radius={8} />
      ))}
    </div>
  </div>
)

function List({
  list,
  params,
  change,
}: {
  list: DirectoryQuery
  params: SearchParams
  change: ChangeSearch
}) {
  const { data, error, refetch, isPlaceholderData } = list
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = list
  if (data === undefined && error !== null) {
    const { message, requestId } = toAppError(error)
    return <ErrorState sentence={message} requestId={requestId} onRetry={() => void refetch()} />
  }
  if (data === undefined) return <CompaniesSkeleton />
  const companies = data.pages.flatMap(page => page.companies)
  if (companies.length === 0)
    return isSearching(params) ? (
      <EmptyState
        icon={IconBuildingStore}
        sentence="No companies found."
        next="Try fewer words or filters, or another location."
        action={<Button onClick={() => change(EMPTY_SEARCH)}>Show all companies</Button>}
      />
    ) : (
      <EmptyState
        icon={IconBuildingStore}
        sentence="No companies found."
        next="Be the first to register."
        action={<LinkButton to="/register">Register Your Company</LinkButton>}
      />
    )
  const content =
    params.view === 'map' ? (
      <LazyCompanyMap companies={companies} center={data.pages[0]?.place?.coordinates ?? null} />
    ) : (
      <ul className={styles.cards}>
        {companies.map(company => (
          <CompanyCard company={company} key={company.companyUUID} />
        ))}
      </ul>
    )
  return (
    <div className={isPlaceholderData ? finding.busy : undefined} aria-busy={isPlaceholderData}>
      {content}
      {hasNextPage && (
        <div className={styles.more}>
          <Button size="md" disabled={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {isFetchingNextPage ? 'Loading…' : 'Show more'}
          </Button>
          {isFetchNextPageError && <span role="alert">{toAppError(error).message}</span>}
        </div>
      )}
    </div>
  )
}

export function RegisteredCompanies() {
  const [params, change] = useSearchParams()
  const { list, locationError } = useDirectory(params)
  const isSearch = isSearching(params)
  return (
    <Section title="Registered Companies">
      <CompanySearch params={params} change={change} locationError={locationError} />
      <BadgeLegend />
      <div className={finding.resultSummary} data-search={isSearch || undefined}>
        <p role="status" className={finding.sentence}>
          {isSearch && (
            <LazyContent>
              <SearchResultSummary params={params} list={list} isLocationKnown={locationError === null} />
            </LazyContent>
          )}
        </p>
        {isSearch && (
          <Button size="xs" onClick={() => change(EMPTY_SEARCH)}>
            Clear
          </Button>
        )}
      </div>
      <List list={list} params={params} change={change} />
    </Section>
  )
}

const loadMap = lazyPage(() => import('./company-map.tsx'))
const CompanyMap = lazy(() => loadMap().then(module => ({ default: module.CompanyMap })))

const MapPlaceholder = () => (
  <div className={finding.mapLoading} role="status">
    Loading the map…
  </div>
)

/** The map, loaded when it is opened. It needs `window`, so the server renders a placeholder. */
function LazyCompanyMap(props: CompanyMapProps) {
  const [isVisible, setVisible] = useState(false)
  useEffect(() => setVisible(true), [])
  return (
    <Suspense fallback={<MapPlaceholder />}>
      {isVisible ? <CompanyMap {...props} /> : <MapPlaceholder />}
    </Suspense>
  )
}
