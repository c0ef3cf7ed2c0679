// The results summary, one sentence that also works for screen readers.

import { formatMiles } from '#domain/lib/distance.ts'
import type { CompanySort } from './search-params.ts'

/** The shown results. `miles` is null for a company without a location. */
type CompanyResults = {
  readonly companies: readonly { readonly miles?: number | null | undefined }[]
  readonly hasMore: boolean
  readonly sort: CompanySort
  /** The location's name; null without one. */
  readonly place: string | null
}

const formatCount = (count: number): string =>
  count === 1 ? '1 company' : `${count.toLocaleString('en-US')} companies`

/** `12 companies within 60 miles of Elkhart, IN 46516`. The distance is that of the furthest one shown. */
export function formatResultSummary({ companies, hasMore, sort, place }: CompanyResults): string {
  const all = companies.length
  const isNearest = hasMore && place !== null && sort === 'distance'
  const opening = hasMore ? `The ${isNearest ? 'nearest' : 'first'} ${formatCount(all)}` : formatCount(all)
  if (place === null || all === 0) return opening
  const distances = companies.flatMap(({ miles }) => miles ?? [])
  const unmapped = all - distances.length
  if (distances.length === 0) return `${opening}, none of them on the map`
  const within = formatMiles(Math.max(1, Math.ceil(Math.max(...distances))))
  const summary =
    unmapped === 0
      ? opening
      : hasMore
        ? `The first ${formatCount(distances.length)}`
        : formatCount(distances.length)
  const unmappedNote = unmapped === 0 ? '' : `, and ${unmapped.toLocaleString('en-US')} without a location`
  return `${summary} within ${within} of ${place}${unmappedNote}`
}
