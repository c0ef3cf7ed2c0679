import type { SaidSearch } from '#domain/companies/directory.ts'
import { printShown } from '#domain/companies/result-summary.ts'
import { sortedBy } from '#domain/companies/search-params.ts'
import styles from './company-search.module.css'
import type { List } from './use-directory.ts'

/** What a spot without a name is called, whoever's it is. */
const SPOT = 'the chosen spot'

const WISHES = [
  ['comes', 'comes to you'],
  ['open', 'open now'],
  ['trusted', 'Trusted'],
  ['verified', 'Verified'],
] as const

type ShownProps = { said: SaidSearch; list: List; isPlaceKnown: boolean }

/** What stands below, in a sentence that is read out whenever it changes. */
export function ShownCompanies({ said, list, isPlaceKnown }: ShownProps) {
  const { data, hasNextPage } = list
  const wishes: string[] = WISHES.flatMap(([name, words]) =>
    said[name] === undefined || (name === 'comes' && !isPlaceKnown) ? [] : words,
  )
  const [first] = data?.pages ?? []
  const place = first?.place === undefined ? null : (first.place.name ?? said.near ?? SPOT)
  const companies = data?.pages.flatMap(page => page.companies) ?? []
  if (data === undefined) return null
  if (said.sort === 'rating') wishes.push('best rated first')
  return (
    <>
      {printShown({ companies, hasMore: hasNextPage, sort: sortedBy(said), place })}
      {wishes.length > 0 && <span className={styles.wishes}> · {wishes.join(' · ')}</span>}
    </>
  )
}
