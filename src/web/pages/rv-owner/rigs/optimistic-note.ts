// Optimistic update for a rig owner's note on a visit. Disputes wait for the server, because they email the company.

import type { InferContractRouterInputs, InferContractRouterOutputs } from '@orpc/contract'
import type { Contract } from '#contract/index.ts'
import type { RigVisit } from '#web/features/work-history/rig-visits.tsx'

export type MyRig = Omit<InferContractRouterOutputs<Contract>['rigClaims']['get'], 'visits'> & {
  readonly visits: readonly RigVisit[]
}
type SaveNoteInput = InferContractRouterInputs<Contract>['rigClaims']['saveNote']

/** The rig with `saved` in place of the owner's earlier note of that kind. */
export function noteSaved(rig: MyRig, saved: SaveNoteInput, at: Date): MyRig {
  const { companyUUID, ticketId, kind, words } = saved
  const note = { kind, words: words.trim(), writtenAt: at, isMine: true, isSaving: true } as const
  const withNote = (visit: RigVisit): RigVisit => {
    const index = visit.notes.findIndex(other => other.isMine && other.kind === kind)
    return { ...visit, notes: visit.notes.toSpliced(index === -1 ? visit.notes.length : index, 1, note) }
  }
  const isVisit = (visit: RigVisit) => visit.companyUUID === companyUUID && visit.ticketId === ticketId
  return { ...rig, visits: rig.visits.map(visit => (isVisit(visit) ? withNote(visit) : visit)) }
}
