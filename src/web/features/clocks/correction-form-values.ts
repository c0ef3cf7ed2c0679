// A typed correction: in the company's time zone, to the minute. Unchanged times are not sent, so they keep their
// seconds.

import type { FormErrors } from '@mantine/form'
import { correction } from '#contract/clocks.ts'
import { blockersForCorrecting } from '#domain/clocks/clock.ts'
import { localTimeOf, timestampOfLocalTime } from '#domain/lib/company-time.ts'
import { pageBlockerSentence } from '#domain/refusals/refusal.ts'
import { validateWithContract } from '#web/api/validate-with-contract.ts'

export type CorrectionFormValues = { clockInTime: string; clockOutTime: string; reason: string }

type Times = { readonly clockInTime: Date; readonly clockOutTime: Date | null }

/** The session's times; the clock-out is empty while it runs. */
export const toFormValues = (
  { clockInTime, clockOutTime }: Times,
  timeZone: string,
): CorrectionFormValues => ({
  clockInTime: localTimeOf(clockInTime, timeZone),
  clockOutTime: clockOutTime === null ? '' : localTimeOf(clockOutTime, timeZone),
  reason: '',
})

/** The input to send; an invalid time is sent unchanged, for the contract to refuse. */
export function toCorrection(session: Times, typed: CorrectionFormValues, timeZone: string) {
  const before = toFormValues(session, timeZone)
  const changed = (['clockInTime', 'clockOutTime'] as const).filter(field => typed[field] !== before[field])
  const times = changed.map(field => [field, timestampOfLocalTime(typed[field], timeZone) ?? typed[field]])
  return { ...Object.fromEntries(times), reason: typed.reason }
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
    return { ...errors, clockOutTime: 'Change a time, or press “Time is correct”.' }
  const parsedTimes = correction.safeParse({ ...sent, reason: 'not asked here' })
  if (!parsedTimes.success) return errors
  const { clockInTime = session.clockInTime } = parsedTimes.data
  const blockerErrors = blockersForCorrecting(session, parsedTimes.data, now).map(blocker => {
    const isClockIn = blocker.code === 'clock.in-the-future' && clockInTime > now
    return [isClockIn ? 'clockInTime' : 'clockOutTime', pageBlockerSentence(blocker, timeZone, now)]
  })
  return { ...errors, ...Object.fromEntries(blockerErrors) }
}
