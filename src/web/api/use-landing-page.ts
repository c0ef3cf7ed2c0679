import { useQuery } from '@tanstack/react-query'
import { type LandingPage, landingPageOf } from '#domain/account/permission.ts'
import { meQuery } from './session.ts'

const PAGE_NAMES: Readonly<Record<LandingPage, string>> = {
  dashboard: 'Dashboard',
  bay: 'My Jobs',
  profile: 'Profile',
  my: 'My Rigs',
  founders: 'Founders',
}

/** The user's landing page, for links back to it. */
export function useLandingPage(): { readonly to: `/${LandingPage}`; readonly name: string } {
  const { data: actor } = useQuery(meQuery)
  const landingPage = actor === undefined ? 'dashboard' : landingPageOf(actor)
  return { to: `/${landingPage}`, name: PAGE_NAMES[landingPage] }
}
