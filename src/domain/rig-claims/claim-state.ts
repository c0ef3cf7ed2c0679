// How the claim of a rig stands, for its owner.

/**
 * `confirmed`: the whole history is open. `unconfirmed`: the code was for another customer's visit, and details are open
 * from that one on. `disputed`: either, and the owner disputes a visit.
 */
export const CLAIM_STATES = ['confirmed', 'unconfirmed', 'disputed'] as const
export type ClaimState = (typeof CLAIM_STATES)[number]

type ActiveClaim = { readonly openedFrom: Date | null; readonly hasDispute: boolean }

export function claimStateOf({ openedFrom, hasDispute }: ActiveClaim): ClaimState {
  if (hasDispute) return 'disputed'
  return openedFrom === null ? 'confirmed' : 'unconfirmed'
}

/** How a claim ended. */
export type ClaimEnd = 'transfer' | 'released' | 'corrected' | 'founder' | 'superseded' | 'no-vin'

const ENDED: Readonly<Record<ClaimEnd, string>> = {
  transfer: 'your transfer code was used',
  released: 'you removed the rig from your list',
  corrected: 'its VIN was corrected',
  founder: 'the founders of Rigwright ended it',
  superseded: 'the customer of its first visit claimed it',
  'no-vin': 'only an RV with a 17-character VIN can be claimed',
}

/** Why a rig is not on an account's list; `end`: how its last claim ended, null if there was none. */
export const notClaimedSentence = (end: ClaimEnd | null): string =>
  end === null ? 'This rig isn’t on your list.' : `Your claim of this rig has ended: ${ENDED[end]}.`
