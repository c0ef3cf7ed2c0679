// The customer on a ticket. A ticket keeps its own copy: a later change of phone number does not change old tickets.

export type Coordinates = { readonly latitude: number; readonly longitude: number }

export type CustomerDetails = {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly phone: string
  readonly address: string | null
  readonly coordinates: Coordinates | null
  readonly profileImageUrl: string | null
}

/** A ticket's label on every card (specification 2): `Park, June`. */
export const customerLabel = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${lastName}, ${firstName}`
