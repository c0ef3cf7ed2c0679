import { formatResultSummary } from '#domain/companies/result-summary.ts'
import type { SearchParams } from '#domain/companies/search-params.ts'
import { sortOf } from '#domain/companies/search-params.ts'
import styles from './company-search.module.css'
import type { DirectoryQuery } from './use-directory.ts'

/** Shown for coordinates without a name. */
const CHOSEN_LOCATION = 'the chosen location'

const FILTER_LABELS = [
  ['comes', 'mobile service'],
  ['open', 'open now'],
  ['trusted', 'Trusted'],
  ['verified', 'Verified'],
] as const

type SearchResultSummaryProps = { params: SearchParams; list: DirectoryQuery; isLocationKnown: boolean }

/** A sentence that sums up the results; screen readers announce it when it changes. */
export function SearchResultSummary({ params, list, isLocationKnown }: SearchResultSummaryProps) {
  const { data, hasNextPage } = list
  const activeFilters: string[] = FILTER_LABELS.flatMap(([name, label]) =>
    params[name] === undefined || (name === 'comes' && !isLocationKnown) ? [] : label,
  )
  const [first] = data?.pages ?? []
  const location = first?.place === undefined ? null : (first.place.name ?? params.near ?? CHOSEN_LOCATION)
  const companies = data?.pages.flatMap(page => page.companies) ?? []
  if (data === undefined) return null
  if (params.sort === 'rating') activeFilters.push('best rated first')
  return (
    <>
      <span>
        {formatResultSummary({ companies, hasMore: hasNextPage, sort: sortOf(params), place: location })}
      </span>
      {activeFilters.length > 0 && (
        <span className={styles.filterList}>{` · ${activeFilters.join(' · ')}`}</span>
      )}
    </>
  )
}
