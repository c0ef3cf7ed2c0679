// A correction as the desk types it: on the company's clock, to the minute. What is not changed is
// not sent, so the seconds that the clock wrote stay.

import type { FormErrors } from '@mantine/form'
import { correction } from '#contract/clocks.ts'
import { obstaclesToCorrecting } from '#domain/clocks/clock.ts'
import { momentOfWallTime, wallTimeOf } from '#domain/lib/company-time.ts'
import { sentence } from '#domain/lib/refusal.ts'
import { validateWith } from '#web/api/validate-with-contract.ts'

export type TypedCorrection = { clockInTime: string; clockOutTime: string; reason: string }

type Times = { readonly clockInTime: Date; readonly clockOutTime: Date | null }

/** The session's own times; the clock-out is empty while it runs. */
export const typedTimes = ({ clockInTime, clockOutTime }: Times, timeZone: string): TypedCorrection => ({
  clockInTime: wallTimeOf(clockInTime, timeZone),
  clockOutTime: clockOutTime === null ? '' : wallTimeOf(clockOutTime, timeZone),
  reason: '',
})

/** What is sent of it; a time that cannot be read is sent as it is, for the contract to refuse. */
export function sentCorrection(session: Times, typed: TypedCorrection, timeZone: string) {
  const before = typedTimes(session, timeZone)
  const changed = (['clockInTime', 'clockOutTime'] as const).filter(field => typed[field] !== before[field])
  const times = changed.map(field => [field, momentOfWallTime(typed[field], timeZone) ?? typed[field]])
  return { ...Object.fromEntries(times), reason: typed.reason }
}

const contractFaults = validateWith<object>(correction)

/** A field of the form to the sentence beside it. */
export function correctionFaults(
  session: Times,
  typed: TypedCorrection,
  timeZone: string,
  now: Date,
): FormErrors {
  const sent = sentCorrection(session, typed, timeZone)
  const faults = contractFaults(sent)
  if (!('clockInTime' in sent) && !('clockOutTime' in sent))
    return { ...faults, clockOutTime: 'Change a time, or say that it is right as it is.' }
  const read = correction.safeParse({ ...sent, reason: 'not asked here' })
  if (!read.success) return faults
  const { clockInTime = session.clockInTime } = read.data
  const told = obstaclesToCorrecting(session, read.data, now).map(obstacle => {
    const isClockIn = obstacle.code === 'clock.in-the-future' && clockInTime > now
    return [isClockIn ? 'clockInTime' : 'clockOutTime', sentence(obstacle, timeZone, now)]
  })
  return { ...faults, ...Object.fromEntries(told) }
}
