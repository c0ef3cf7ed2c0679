// Whether a pending ticket is a request, or an appointment that both sides have agreed to.

/** `confirmedAt`: of a booking; missing on a ticket that an earlier version stored on a phone. */
export type WithConfirmation = {
  readonly state: string
  readonly confirmedAt: Date | string | null | undefined
}

/** Whether a booking waits for the company's answer. */
export const isRequest = ({ state, confirmedAt }: WithConfirmation): boolean =>
  state === 'pending' && !confirmedAt

/** An accepted booking, or an appointment that the desk made, is pending until its rig is here. */
export const isConfirmed = ({ state, confirmedAt }: WithConfirmation): boolean =>
  state === 'pending' && Boolean(confirmedAt)
