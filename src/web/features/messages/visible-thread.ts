// The talk that is on screen just now: whoever reads it there is not told as well that something was written.

let inSight: number | null = null

/** Says that the talk of a ticket came into sight; answers with what takes it out again. */
export function bringIntoSight(ticketId: number): () => void {
  inSight = ticketId
  return () => {
    if (inSight === ticketId) inSight = null
  }
}

export const isInSight = (ticketId: number): boolean =>
  inSight === ticketId && document.visibilityState === 'visible'
