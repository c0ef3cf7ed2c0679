import { useQuery } from '@tanstack/react-query'
import { type Home, homeOf } from '#domain/account/permission.ts'
import { meQuery } from './session.ts'

const NAMES: Readonly<Record<Home, string>> = {
  dashboard: 'Dashboard',
  bay: 'Bay',
  profile: 'Profile',
  my: 'My Rigs',
  founders: 'Founders',
}

/** Where the day of whoever is signed in begins, for the way back to it. */
export function useHome(): { readonly to: `/${Home}`; readonly name: string } {
  const { data: actor } = useQuery(meQuery)
  const home = actor === undefined ? 'dashboard' : homeOf(actor)
  return { to: `/${home}`, name: NAMES[home] }
}
