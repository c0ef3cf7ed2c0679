// A rig's meters and dates on its ticket, and who may still type them, by its state.

import { RIG_VISIT_FIELDS, type RigVisit } from './rig-visit-fields.ts'
import { assertActive, type State, type Ticket } from './ticket.ts'

const STATES: readonly State[] = ['active', 'approval', 'completed', 'recorded']

/** Whether the rig is here or was: from Check In on, unless its ticket was closed. */
export const hasRigVisit = ({ state }: { readonly state: State }): boolean => STATES.includes(state)

/** A change; omitted fields stay. */
type RigVisitChanges = { readonly [Field in keyof RigVisit]?: RigVisit[Field] | undefined }

/** Changes what is known of the rig's visit. The same ticket if that is as before. @throws Refusal before Check In. */
export function changeRigVisit<T extends Ticket>(ticket: T, changes: RigVisitChanges): T {
  if (!hasRigVisit(ticket)) assertActive(ticket)
  const before = ticket.rigVisit
  const {
    odometer = before.odometer,
    generatorHours = before.generatorHours,
    arrivedOn = before.arrivedOn,
    departedOn = before.departedOn,
  } = changes
  const rigVisit = { odometer, generatorHours, arrivedOn, departedOn }
  return RIG_VISIT_FIELDS.every(field => rigVisit[field] === before[field]) ? ticket : { ...ticket, rigVisit }
}

/** Adds the meters that nobody has typed yet: of two who check in the same rig, the first stays. */
export const addMeters = <T extends Ticket>(ticket: T, { odometer, generatorHours }: RigVisitChanges): T =>
  changeRigVisit(ticket, {
    odometer: ticket.rigVisit.odometer ?? odometer,
    generatorHours: ticket.rigVisit.generatorHours ?? generatorHours,
  })
