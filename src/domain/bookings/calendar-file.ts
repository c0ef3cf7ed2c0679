// An appointment as a calendar file (RFC 5545), which phones and mail programs add to the calendar.

export type CalendarEvent = {
  /** The same for every version of the event. */
  readonly uid: string
  /** Higher for each later version: a calendar that has the event moves it. */
  readonly sequence: number
  /** Whether a calendar that has the event removes it. */
  readonly isCanceled: boolean
  readonly writtenAt: Date
  readonly at: Date
  readonly title: string
  readonly location: string
  readonly description: string
  readonly url: string
}

/** Octets in a line, without its end. */
const MAX_LINE_OCTETS = 75
/** Nobody knows how long a visit takes, but calendars hide an event without a duration. */
const DURATION = 'PT1H'

/** `20251124T153000Z` */
const formatUtc = (at: Date): string =>
  at
    .toISOString()
    .replace(/\.\d{3}/, '')
    .replace(/[-:]/g, '')

const escapeText = (text: string): string =>
  text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a file may have no others.
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')

/** In UTF-8. */
function octetsOf(character: string): number {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80) return 1
  if (code < 0x800) return 2
  return code < 0x10000 ? 3 : 4
}

/** Long lines continue on lines that begin with a space; a character is never split. */
function foldLine(line: string): string {
  const lines = ['']
  let octets = 0
  for (const character of line) {
    const size = octetsOf(character)
    if (octets + size > MAX_LINE_OCTETS) {
      lines.push(' ')
      octets = 1
    }
    lines[lines.length - 1] += character
    octets += size
  }
  return lines.join('\r\n')
}

/** What a calendar does with the event: also part of the file's content type. */
export const methodOf = ({ isCanceled }: Pick<CalendarEvent, 'isCanceled'>): 'CANCEL' | 'PUBLISH' =>
  isCanceled ? 'CANCEL' : 'PUBLISH'

/** The file's text. */
export const calendarFile = (event: CalendarEvent): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Rigwright//Appointments//EN',
    `METHOD:${methodOf(event)}`,
    'BEGIN:VEVENT',
    `UID:${escapeText(event.uid)}`,
    `SEQUENCE:${event.sequence}`,
    `STATUS:${event.isCanceled ? 'CANCELLED' : 'CONFIRMED'}`,
    `DTSTAMP:${formatUtc(event.writtenAt)}`,
    `DTSTART:${formatUtc(event.at)}`,
    `DURATION:${DURATION}`,
    `SUMMARY:${escapeText(event.title)}`,
    `LOCATION:${escapeText(event.location)}`,
    `DESCRIPTION:${escapeText(event.description)}`,
    `URL:${event.url}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]
    .map(foldLine)
    .join('\r\n')
