import { useQuery } from '@tanstack/react-query'
import { type Action, may, type Subject } from '#domain/account/permission.ts'
import { meQuery } from './session.ts'

/** Checks the permission table for the current user; nothing is allowed before that is known. */
export function usePermission(): (action: Action, subject?: Subject) => boolean {
  const { data: actor } = useQuery(meQuery)
  return (action, subject) => actor !== undefined && may(actor, action, subject)
}
