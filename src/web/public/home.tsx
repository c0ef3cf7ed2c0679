import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { firstPageOf, readSearch } from '#domain/company-search.ts'
import type { SaidSearch } from '#domain/directory.ts'
import { useLiveDirectory } from '#web/live/use-live.ts'
import { useLost } from '#web/parts/use-lost.ts'
import { VinSearch } from '#web/parts/vin-search.tsx'
import { accountOf, meQuery } from '#web/session.ts'
import { OfflineBanner } from '#web/ui/offline-banner.tsx'
import { directoryQuery } from './directory.ts'
import { ForCompanies } from './for-companies.tsx'
import styles from './home.module.css'
import { RegisteredCompanies } from './registered-companies.tsx'

/** Asked for while somebody is on their way here. */
export const askAhead = (queries: QueryClient, said: SaidSearch): Promise<void> =>
  queries.prefetchInfiniteQuery(
    directoryQuery(firstPageOf(readSearch(name => said[name as keyof SaidSearch]))),
  )

export function HomePage() {
  const navigate = useNavigate()
  const { data: actor } = useQuery(meQuery)
  const isLost = useLost(useLiveDirectory())
  return (
    <>
      {/* For whoever works here the shell already says so. */}
      <OfflineBanner lost={isLost && accountOf(actor) === null} />
      <div className={styles.page}>
        <title>Rigwright · RV service companies and the history of every rig</title>
        <div className={styles.front}>
          <section>
            <h1 className={styles.title}>Every rig has a story. Here is who wrote it.</h1>
            <p className={styles.lead}>
              RV shops and mobile mechanics run their day on Rigwright. What they finish stays with the
              vehicle: when it was done, by whom, for how much. Type a VIN and read it.
            </p>
            <VinSearch onSearch={vin => navigate({ to: '/work-history', search: { vin } })} />
          </section>
          <ForCompanies actor={actor} />
        </div>
        <RegisteredCompanies />
      </div>
    </>
  )
}
