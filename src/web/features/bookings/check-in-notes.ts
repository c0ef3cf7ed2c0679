import type { CheckIn } from '#domain/tickets/ticket.ts'

/** What the shop notes of an RV that is here. */
export const CHECK_IN_NOTES = [
  { field: 'broughtBy', label: 'Brought By' },
  { field: 'keys', label: 'Keys' },
  { field: 'lot', label: 'Where It Stands' },
] as const satisfies readonly { readonly field: keyof CheckIn; readonly label: string }[]

export const CHECK_IN_FIELDS = CHECK_IN_NOTES.map(({ field }) => field)

/** Those that were made. */
export const checkInNotesOf = (checkIn: CheckIn) =>
  CHECK_IN_NOTES.map(({ field, label }) => ({ field, label, value: checkIn[field] })).filter(
    ({ value }) => value !== '',
  )
