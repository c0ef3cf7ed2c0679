import type { Actor } from '#domain/account/actor.ts'
import { useLandingPage } from '#web/api/use-landing-page.ts'
import { LinkButton } from '#web/ui/links.tsx'
import styles from './for-companies.module.css'

/** The shop's own tag, beside what the public came for. */
export function ForCompanies({ actor }: { actor: Actor | undefined }) {
  const landingPage = useLandingPage()
  const isSignedIn = actor !== undefined && actor.kind !== 'visitor'
  return (
    <aside className={styles.tag} aria-labelledby="for-companies">
      <h2 id="for-companies" className={styles.title}>
        You mend RVs?
      </h2>
      <ul className={styles.points}>
        <li>Every ticket on one board, from the first call to the finished bill.</li>
        <li>Technicians, parts and time on any phone in the bay or at the campsite.</li>
        <li>Work that is done right stays on record, with your name on it.</li>
      </ul>
      {isSignedIn ? (
        <LinkButton to={landingPage.to}>{landingPage.name}</LinkButton>
      ) : (
        <LinkButton to="/register">Register Your Company</LinkButton>
      )}
    </aside>
  )
}
