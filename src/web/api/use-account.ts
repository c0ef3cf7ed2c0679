import { useQuery } from '@tanstack/react-query'
import { meQuery } from './session.ts'

/** The account of whoever is signed in; null while nobody is, or it is not known yet. */
export function useAccount(): string | null {
  const { data: actor } = useQuery(meQuery)
  return actor !== undefined && 'id' in actor ? actor.id : null
}
