// The customer as the ticket knew them on that day. A ticket keeps its own copy: a later change of
// phone number never rewrites what an old ticket says.

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

/** How a ticket is labelled on every card (specification 2): `Park, June`. */
export const customerLabel = ({ firstName, lastName }: { firstName: string; lastName: string }): string =>
  `${lastName}, ${firstName}`
