// What a search found, said in one sentence. Somebody who only listens knows from it what stands below.

import { printMiles } from '#domain/lib/distance.ts'
import type { CompanySort } from './search-params.ts'

/** What is on screen of an answer. `miles` is null for a company that is not on the map. */
export type Shown = {
  readonly companies: readonly { readonly miles?: number | null | undefined }[]
  readonly hasMore: boolean
  readonly sort: CompanySort
  /** What the place is called; null without a place. */
  readonly place: string | null
}

const counted = (count: number): string =>
  count === 1 ? '1 company' : `${count.toLocaleString('en-US')} companies`

/** `12 companies within 60 miles of Elkhart, IN 46516`. The miles are those to the furthest that is shown. */
export function printShown({ companies, hasMore, sort, place }: Shown): string {
  const all = companies.length
  const isNearest = hasMore && place !== null && sort === 'distance'
  const opening = hasMore ? `The ${isNearest ? 'nearest' : 'first'} ${counted(all)}` : counted(all)
  if (place === null || all === 0) return opening
  const away = companies.flatMap(({ miles }) => miles ?? [])
  const lost = all - away.length
  if (away.length === 0) return `${opening}, none of them on the map`
  const within = printMiles(Math.max(1, Math.ceil(Math.max(...away))))
  const onMap = lost === 0 ? opening : hasMore ? `The first ${counted(away.length)}` : counted(away.length)
  const rest = lost === 0 ? '' : `, and ${lost.toLocaleString('en-US')} that did not say where`
  return `${onMap} within ${within} of ${place}${rest}`
}
