import { keptText } from './kept-text.ts'
import type { JobView } from './ticket-view.ts'

type Finding = 'cause' | 'correction'

/** The field's name among all texts that are kept in this tab. */
export const placeOfField = (ticketId: number, jobNumber: number, field: Finding): string =>
  `${ticketId} ${jobNumber} ${field}`

/** Whether something was typed into a job line's fields that has not reached the server yet. */
export function hasKeptText(ticketId: number, { jobNumber, cause, correction }: JobView): boolean {
  return (
    keptText(placeOfField(ticketId, jobNumber, 'cause'), cause) !== null ||
    keptText(placeOfField(ticketId, jobNumber, 'correction'), correction) !== null
  )
}
