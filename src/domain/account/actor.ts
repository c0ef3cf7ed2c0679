// Actors: everything in the product is done by one of these; permission.ts has their permissions.

/** Unknown: reads public pages, registers a company. */
type Visitor = { readonly kind: 'visitor' }

/** Logged in, but without a company. */
type UnaffiliatedUser = { readonly kind: 'unaffiliated'; readonly id: string; readonly name: string }

/** The company account. Its id is the company's id (specification 3). */
export type Owner = {
  readonly kind: 'owner'
  readonly id: string
  readonly name: string
  readonly companyId: string
}

/** An employee of one company; service writer, technician, both or neither. */
export type EmployeeActor = {
  readonly kind: 'employee'
  readonly id: string
  readonly name: string
  readonly companyId: string
  readonly isServiceWriter: boolean
  readonly isTechnician: boolean
}

/** The customer of one ticket's link, who has answered its question. */
export type Customer = {
  readonly kind: 'customer'
  readonly id: string
  readonly name: string
  readonly companyId: string
  readonly ticketId: number
}

/** Has an account without a company, with a confirmed email, and may own rigs. */
type RvOwner = { readonly kind: 'rv-owner'; readonly id: string; readonly name: string }

/** Runs the platform: an account without a company whose confirmed email is in FOUNDERS. May own rigs as well. */
type Founder = { readonly kind: 'founder'; readonly id: string; readonly name: string }

/** Runs the server, and acts at its command line, without an account. */
type Operator = { readonly kind: 'operator'; readonly id: string; readonly name: string }

/** The logs show this name. */
export const OPERATOR = {
  kind: 'operator',
  id: '00000000-0000-0000-0000-000000000000',
  name: 'Operator',
} as const satisfies Operator

export type Staff = Owner | EmployeeActor
export type Actor =
  | Visitor
  | UnaffiliatedUser
  | Owner
  | EmployeeActor
  | Customer
  | RvOwner
  | Founder
  | Operator

/** A person in logs. */
export type Signature = { readonly id: string; readonly name: string }

/** Someone without an account signs with their full name. */
export const firstNameOf = ({ id, name }: Signature): string =>
  id === 'public' ? name : (name.split(' ')[0] ?? name)

/** The columns of the permission table. */
export type Role =
  | 'owner'
  | 'writer'
  | 'technician'
  | 'flagless'
  | 'customer'
  | 'rvOwner'
  | 'founder'
  | 'public'

export const isStaff = (actor: Actor): actor is Staff => actor.kind === 'owner' || actor.kind === 'employee'

/** Every role of an actor. Everyone is also the public. */
export function rolesOf(actor: Actor): readonly Role[] {
  switch (actor.kind) {
    case 'visitor':
    case 'unaffiliated':
    case 'operator':
      return ['public']
    case 'owner':
    case 'customer':
      return [actor.kind, 'public']
    case 'rv-owner':
      return ['rvOwner', 'public']
    case 'founder':
      return ['founder', 'rvOwner', 'public']
    case 'employee': {
      const roles: Role[] = ['public']
      if (actor.isServiceWriter) roles.push('writer')
      if (actor.isTechnician) roles.push('technician')
      if (roles.length === 1) roles.push('flagless')
      return roles
    }
  }
}
