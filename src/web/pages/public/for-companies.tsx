import type { Actor } from '#domain/account/actor.ts'
import { useLandingPage } from '#web/api/use-landing-page.ts'
import { LinkButton } from '#web/ui/links.tsx'
import forCompaniesStyles from './for-companies.module.css'

/** What Rigwright offers a shop, beside the public search. */
export function ForCompanies({ actor }: { actor: Actor | undefined }) {
  const landingPage = useLandingPage()
  const isSignedIn = actor !== undefined && actor.kind !== 'visitor'
  return (
    <aside className={forCompaniesStyles.card} aria-labelledby="for-companies">
      <h2 id="for-companies" className={forCompaniesStyles.title}>
        Run an RV shop?
      </h2>
      <ul className={forCompaniesStyles.points}>
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
