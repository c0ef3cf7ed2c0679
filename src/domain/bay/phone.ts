// What the desk is told of technicians' phones, which have no connection for hours: when they were last heard of, and
// what they have not sent.

import { formatWhen } from '#domain/lib/company-time.ts'

/** All phones of one technician together, as they said of themselves last. */
export type PhoneReport = {
  readonly lastHeardAt: Date
  /** How many commands, photos and texts are only on them, refused ones too. */
  readonly notSent: number
  readonly isClockedIn: boolean
}

const SILENT_MS = 15 * 60 * 1000

/** Whether the desk should know: something waits, or a phone is silent while its technician is clocked in. */
export const isPhoneNoteworthy = ({ lastHeardAt, notSent, isClockedIn }: PhoneReport, now: Date): boolean =>
  notSent > 0 || (isClockedIn && now.getTime() - lastHeardAt.getTime() >= SILENT_MS)

/** `Phone last online 10:42 AM · 3 not sent`; with the date on another day of the company. */
export function phoneSentence({ lastHeardAt, notSent }: PhoneReport, timeZone: string, now: Date): string {
  const heard = `Phone last online ${formatWhen(lastHeardAt, timeZone, now)}`
  return notSent === 0 ? heard : `${heard} · ${notSent.toLocaleString('en-US')} not sent`
}
