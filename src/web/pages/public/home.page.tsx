import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { PAGES } from '#contract/pages/page-routes.ts'
import type { Actor } from '#domain/account/actor.ts'
import { useLiveDirectory } from '#web/api/live/use-live.ts'
import { accountOf, meQuery } from '#web/api/session.ts'
import { useDelayedOffline } from '#web/api/use-delayed-offline.ts'
import { useLandingPage } from '#web/api/use-landing-page.ts'
import { VinSearch } from '#web/features/rigs/vin-search.tsx'
import { RegisteredCompanies } from '#web/pages/public/companies/registered-companies.tsx'
import { OfflineBanner } from '#web/ui/feedback/offline-banner.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import styles from './home.module.css'

export function HomePage() {
  const navigate = useNavigate()
  const { data: actor } = useQuery(meQuery)
  const isOffline = useDelayedOffline(useLiveDirectory())
  return (
    <>
      {/* For company users, the app shell shows it. */}
      <OfflineBanner isOffline={isOffline && accountOf(actor) === null} />
      <div className={styles.page}>
        <title>{PAGES.home.title}</title>
        <div className={styles.hero}>
          <section>
            <h1 className={styles.title}>Look up any RV’s service history.</h1>
            <p className={styles.lead}>
              RV shops and mobile mechanics run their day on Rigwright. Every completed job stays with the RV:
              date, technician and total. Enter a VIN to see it.
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

/** What Rigwright offers a shop, beside the public search. */
function ForCompanies({ actor }: { actor: Actor | undefined }) {
  const landingPage = useLandingPage()
  const isSignedIn = actor !== undefined && actor.kind !== 'visitor'
  return (
    <aside className={styles.companyCard} aria-labelledby="for-companies">
      <h2 id="for-companies" className={styles.companyTitle}>
        Run an RV shop?
      </h2>
      <ul className={styles.companyPoints}>
        <li>Every ticket on one board, from first call to final invoice.</li>
        <li>Technicians, parts and time on any phone, in the bay or at the campsite.</li>
        <li>Your completed work stays on record under your shop’s name.</li>
      </ul>
      {isSignedIn ? (
        <LinkButton to={landingPage.to}>{landingPage.name}</LinkButton>
      ) : (
        <LinkButton to="/register">Register Your Company</LinkButton>
      )}
    </aside>
  )
}
