import { useQuery } from '@tanstack/react-query'
import { meQuery } from './session.ts'

/** The current account; null without one, or while unknown. */
export function useAccount(): string | null {
  const { data: actor } = useQuery(meQuery)
  return actor !== undefined && 'id' in actor ? actor.id : null
}
