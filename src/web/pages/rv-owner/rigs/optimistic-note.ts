// What the holder of a rig writes on a visit, as it will stand there. That a dispute came is the server's to say: its
// company is told by letter.

import type { InferContractRouterInputs, InferContractRouterOutputs } from '@orpc/contract'
import type { Contract } from '#contract/index.ts'
import type { RigVisit } from '#web/features/work-history/rig-visits.tsx'

export type OwnRig = Omit<InferContractRouterOutputs<Contract>['myRigs']['get'], 'visits'> & {
  readonly visits: readonly RigVisit[]
}
type Written = InferContractRouterInputs<Contract>['myRigs']['note']

/** The rig once `written` is saved, in place of what its holder wrote there before. */
export function noteWritten(rig: OwnRig, written: Written, at: Date): OwnRig {
  const { companyUUID, ticketId, kind, words } = written
  const note = { kind, words: words.trim(), writtenAt: at, isMine: true, isComing: true } as const
  const withNote = (visit: RigVisit): RigVisit => {
    const place = visit.notes.findIndex(other => other.isMine && other.kind === kind)
    return { ...visit, notes: visit.notes.toSpliced(place === -1 ? visit.notes.length : place, 1, note) }
  }
  const isMeant = (visit: RigVisit) => visit.companyUUID === companyUUID && visit.ticketId === ticketId
  return { ...rig, visits: rig.visits.map(visit => (isMeant(visit) ? withNote(visit) : visit)) }
}
