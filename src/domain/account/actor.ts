// Who is asking. Everything a person does in the product is done as one of these, and what each
// may do stands in one table (permission.ts).

/** Nobody we know: reads public pages, registers a company. */
type Visitor = { readonly kind: 'visitor' }

/** Signed in, but no longer (or not yet) part of any company. */
type UnaffiliatedUser = { readonly kind: 'stranger'; readonly id: string; readonly name: string }

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

/** Whoever holds one ticket's link and has answered its question. */
export type Customer = {
  readonly kind: 'customer'
  readonly id: string
  readonly name: string
  readonly companyId: string
  readonly ticketId: number
}

/** Owns rigs, and has an account of their own whose email is confirmed. Belongs to no company. */
type RvOwner = { readonly kind: 'rv-owner'; readonly id: string; readonly name: string }

/** Runs the platform: an account of no company whose confirmed email is named in FOUNDERS. May own rigs as well. */
type Founder = { readonly kind: 'founder'; readonly id: string; readonly name: string }

export type Staff = Owner | EmployeeActor
export type Actor = Visitor | UnaffiliatedUser | Owner | EmployeeActor | Customer | RvOwner | Founder

/** A person as the trail remembers them. */
export type Signature = { readonly id: string; readonly name: string }

/** Whoever came without an account signs with a name that has no first part. */
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

/** Every role an actor has. Everybody is also the public. */
export function rolesOf(actor: Actor): readonly Role[] {
  switch (actor.kind) {
    case 'visitor':
    case 'stranger':
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
