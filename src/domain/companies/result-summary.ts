// What a search found, said in one sentence. Somebody who only listens knows from it what stands below.

import { formatMiles } from '#domain/lib/distance.ts'
import type { CompanySort } from './search-params.ts'

/** What is on screen of an answer. `miles` is null for a company that is not on the map. */
type CompanyResults = {
  readonly companies: readonly { readonly miles?: number | null | undefined }[]
  readonly hasMore: boolean
  readonly sort: CompanySort
  /** What the place is called; null without a place. */
  readonly place: string | null
}

const formatCount = (count: number): string =>
  count === 1 ? '1 company' : `${count.toLocaleString('en-US')} companies`

/** `12 companies within 60 miles of Elkhart, IN 46516`. The miles are those to the furthest that is shown. */
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
