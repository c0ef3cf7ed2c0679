// What Check In asks for and notes: by the desk, or by the technician at the rig, whose phone may send it later.

import { SELECT_AXLE_AMOUNT } from '#domain/rigs/rig.ts'
import { assertActive, type CheckIn, type State, type Ticket } from './ticket.ts'

/**
 * What specification 5 requires of a new ticket, and an appointment had no need of: a sentence for each field that is
 * missing.
 */
export const missingForCheckIn = ({
  vin,
  axleAmount,
}: {
  readonly vin: string
  readonly axleAmount: string | null
}): Readonly<Record<string, string>> => ({
  ...(vin === '' && { 'customerRV.vin': 'Required.' }),
  ...(!axleAmount && { 'customerRV.axleAmount': SELECT_AXLE_AMOUNT }),
})

/**
 * Whether someone else has checked in the same rig meanwhile, so that a Check In which waited for a connection has
 * nothing left to do. `vin`: as typed for it, if it was.
 */
export const isCheckedInAlready = (
  { state, checkIn, customerRV }: Ticket,
  vin: string = customerRV.vin,
): boolean => state === 'active' && checkIn !== null && vin === customerRV.vin

/** A change of the notes; omitted ones stay. */
export type CheckInChanges = { readonly [Field in keyof CheckIn]?: CheckIn[Field] | undefined }

const NO_NOTES: CheckIn = { broughtBy: '', keys: '', lot: '' }

/** The notes of two who checked in the same rig: what `first` has stays. */
export const mergeCheckIns = (first: CheckIn | null, { broughtBy, keys, lot }: CheckIn): CheckIn => ({
  broughtBy: first?.broughtBy || broughtBy,
  keys: first?.keys || keys,
  lot: first?.lot || lot,
})

const STATES_WITH_RIG: readonly State[] = ['active', 'approval', 'completed']

/** Whether the rig is here, as far as its ticket knows: from Check In until the ticket is completed or closed. */
export const isRigHere = ({ state }: { readonly state: State }): boolean => STATES_WITH_RIG.includes(state)

/** Changes the notes while the rig is here. The same ticket if they are as before. */
export function changeCheckIn<T extends Ticket>(ticket: T, changes: CheckInChanges): T {
  if (!isRigHere(ticket)) assertActive(ticket)
  const before = ticket.checkIn ?? NO_NOTES
  const { broughtBy = before.broughtBy, keys = before.keys, lot = before.lot } = changes
  const isSame = broughtBy === before.broughtBy && keys === before.keys && lot === before.lot
  return isSame ? ticket : { ...ticket, checkIn: { broughtBy, keys, lot } }
}
