// The talk that is on screen just now: whoever reads it there is not told as well that something was written.

let visibleTicketId: number | null = null

/** Says that the talk of a ticket came into sight; answers with what takes it out again. */
export function setVisibleThread(ticketId: number): () => void {
  visibleTicketId = ticketId
  return () => {
    if (visibleTicketId === ticketId) visibleTicketId = null
  }
}

export const isThreadVisible = (ticketId: number): boolean =>
  visibleTicketId === ticketId && document.visibilityState === 'visible'
