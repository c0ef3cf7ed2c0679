// A typed correction: in the company's time zone, to the minute. Unchanged times are not sent, so they keep their
// seconds.

import type { FormErrors } from '@mantine/form'
import { correction } from '#contract/clocks.ts'
import { blockersForCorrecting } from '#domain/clocks/clock.ts'
import { formatTime, localTimeOf, timestampsOfLocalTime, zoneAbbreviation } from '#domain/lib/company-time.ts'
import { formatDuration } from '#domain/lib/hours.ts'
import { pageBlockerSentence } from '#domain/refusals/page-blocker.ts'
import { validateWithContract } from '#web/api/validate-with-contract.ts'

export type CorrectionFormValues = {
  clockInTime: string
  clockOutTime: string
  /** In an hour that comes twice, which of the two: `0` or `1`. */
  clockInOccurrence: string
  clockOutOccurrence: string
  reason: string
}

type Times = { readonly clockInTime: Date; readonly clockOutTime: Date | null }

const MINUTE_MS = 60_000

function toFields(at: Date, timeZone: string): { time: string; occurrence: string } {
  const time = localTimeOf(at, timeZone)
  const instants = timestampsOfLocalTime(time, timeZone)
  const index = instants.findIndex(instant => Math.abs(at.getTime() - instant.getTime()) < MINUTE_MS)
  return { time, occurrence: String(Math.max(0, index)) }
}

/** The session's times; the clock-out is empty while it runs. */
export function toFormValues({ clockInTime, clockOutTime }: Times, timeZone: string): CorrectionFormValues {
  const start = toFields(clockInTime, timeZone)
  const end = clockOutTime === null ? { time: '', occurrence: '0' } : toFields(clockOutTime, timeZone)
  return {
    clockInTime: start.time,
    clockOutTime: end.time,
    clockInOccurrence: start.occurrence,
    clockOutOccurrence: end.occurrence,
    reason: '',
  }
}

/** What a typed time can be in an hour that comes twice: `1:40 AM EDT` and `1:40 AM EST`; empty for others. */
export function occurrencesOf(localTime: string, timeZone: string): { value: string; label: string }[] {
  const instants = timestampsOfLocalTime(localTime, timeZone)
  if (instants.length < 2) return []
  return instants.map((at, index) => ({
    value: String(index),
    label: `${formatTime(at, timeZone)} ${zoneAbbreviation(timeZone, at)}`,
  }))
}

const TIME_FIELDS = [
  ['clockInTime', 'clockInOccurrence'],
  ['clockOutTime', 'clockOutOccurrence'],
] as const

/** The input to send; an invalid time is sent unchanged, for the contract to refuse. Without a session both times. */
export function toCorrection(session: Times | null, typed: CorrectionFormValues, timeZone: string) {
  const before = session === null ? null : toFormValues(session, timeZone)
  const times = TIME_FIELDS.filter(fields => fields.some(field => typed[field] !== before?.[field])).map(
    ([field, occurrence]) => {
      const instants = timestampsOfLocalTime(typed[field], timeZone)
      return [field, instants[Number(typed[occurrence])] ?? instants[0] ?? typed[field]]
    },
  )
  return { ...Object.fromEntries(times), reason: typed.reason }
}

/** How long the session is with the typed times, `1h20m`; null while it runs or while they are not valid. */
export function correctedLength(
  session: Times,
  typed: CorrectionFormValues,
  timeZone: string,
): string | null {
  const { clockInTime, clockOutTime } = { ...session, ...toCorrection(session, typed, timeZone) }
  if (!(clockInTime instanceof Date && clockOutTime instanceof Date) || clockOutTime <= clockInTime)
    return null
  return formatDuration(clockOutTime.getTime() - clockInTime.getTime())
}

const validateContract = validateWithContract<object>(correction)

/** A form field to its error. */
export function validateCorrection(
  session: Times,
  typed: CorrectionFormValues,
  timeZone: string,
  now: Date,
): FormErrors {
  const sent = toCorrection(session, typed, timeZone)
  const errors = validateContract(sent)
  if (!('clockInTime' in sent) && !('clockOutTime' in sent))
    return { ...errors, clockOutTime: 'Change a time, or tap “Time is correct”.' }
  const parsedTimes = correction.safeParse({ ...sent, reason: 'not asked here' })
  if (!parsedTimes.success) return errors
  const { clockInTime = session.clockInTime } = parsedTimes.data
  const blockerErrors = blockersForCorrecting(session, parsedTimes.data, now).map(blocker => {
    const isClockIn = blocker.code === 'clock.in-the-future' && clockInTime > now
    return [isClockIn ? 'clockInTime' : 'clockOutTime', pageBlockerSentence(blocker, timeZone, now)]
  })
  return { ...errors, ...Object.fromEntries(blockerErrors) }
}
