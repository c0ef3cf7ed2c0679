import { useQuery } from '@tanstack/react-query'
import { type Action, may, type Subject } from '#domain/account/permission.ts'
import { meQuery } from './session.ts'

/** Asks the table of rights for whoever is signed in; before that is known, nothing is allowed. */
export function usePermission(): (action: Action, subject?: Subject) => boolean {
  const { data: actor } = useQuery(meQuery)
  return (action, subject) => actor !== undefined && may(actor, action, subject)
}
