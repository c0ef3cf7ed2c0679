// The conversation on screen: its reader is not notified of new messages.

let visibleTicketId: number | null = null

/** Sets the visible conversation; returns how to unset it. */
export function setVisibleThread(ticketId: number): () => void {
  visibleTicketId = ticketId
  return () => {
    if (visibleTicketId === ticketId) visibleTicketId = null
  }
}

export const isThreadVisible = (ticketId: number): boolean =>
  visibleTicketId === ticketId && document.visibilityState === 'visible'
