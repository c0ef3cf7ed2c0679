// Who may call an operation, in words, from its permission.

import { PROCEDURES, ROUTES } from '#contract/index.ts'
import type { ProcedureMeta } from '#contract/procedure/procedure.ts'
import type { Role } from '#domain/account/actor.ts'
import { type Action, grantsOf, may, type Reach } from '#domain/account/permission.ts'

/** Customers have operations of their own, by link. */
type Caller = Exclude<Role, 'customer'>

const PEOPLE: Readonly<Record<Caller, string>> = {
  owner: 'company owners',
  writer: 'service writers',
  technician: 'technicians',
  flagless: 'employees without a role',
  rvOwner: 'RV owners',
  founder: 'founders',
  public: 'anyone',
}

const WITHIN: Readonly<Partial<Record<Reach, string>>> = {
  allowed: ' (if the owner allowed them)',
  assigned: ' (for tickets assigned to them)',
  worksOn: ' (for tickets that they work on)',
}

const PERMISSIONS = new Map<string, ProcedureMeta['permission']>([
  ...Object.entries(PROCEDURES).map(
    ([name, procedure]) => [name, procedure['~orpc'].meta.permission] as const,
  ),
  ...Object.entries(ROUTES).map(([name, { permission }]) => [name, permission] as const),
])

function describe(action: Action): string {
  const { customer: _, ...grants } = grantsOf(action)
  const callers = Object.entries(grants) as [Caller, Reach][]
  return new Intl.ListFormat('en-US').format(
    callers.map(([role, reach]) => `${PEOPLE[role]}${WITHIN[reach] ?? ''}`),
  )
}

/** Whether it needs no session. */
export function isPublic(operationId: string): boolean {
  const permission = PERMISSIONS.get(operationId)
  if (permission === undefined) return false
  return typeof permission === 'object' || permission === 'public' || may({ kind: 'visitor' }, permission)
}

/** `Allowed for company owners and service writers.` `isOpen`: it needs no session. */
export function allowedCallers(operationId: string, isOpen: boolean): string {
  const permission = PERMISSIONS.get(operationId)
  if (typeof permission === 'object') return 'Allowed for anyone who has the link.'
  if (permission !== undefined && permission !== 'public') return `Allowed for ${describe(permission)}.`
  return isOpen ? 'Allowed for anyone.' : 'Allowed for everyone who is logged in.'
}
