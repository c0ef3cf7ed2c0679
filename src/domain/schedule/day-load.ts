// How much of a technician's day is promised, against how long they work.

import {
  AS_COMPANY,
  absenceOn,
  type ShopTimes,
  type WorkingTimes,
  workingHoursOn,
} from '#domain/employees/working-times.ts'
import { formatHours, toHundredths } from '#domain/lib/hours.ts'

export type DayLoad = {
  /** The estimated hours of the day's tickets. */
  readonly promised: number
  /** How many hours the technician works; 0 on a closed day. */
  readonly open: number
  /** Whether they are off, though the company may be open. */
  readonly isOff: boolean
}

const sumHours = (hours: readonly number[]): number =>
  hours.reduce((sum, each) => sum + toHundredths(each), 0) / 100

/** The load of `day` (`YYYY-MM-DD`, the company's date) of a technician with tickets of these estimated hours. */
export function dayLoadOf(
  day: string,
  estimates: readonly number[],
  shop: ShopTimes,
  times: WorkingTimes = AS_COMPANY,
): DayLoad {
  return {
    promised: sumHours(estimates),
    open: workingHoursOn(times, day, shop),
    isOff: absenceOn(times, day) !== null,
  }
}

/** Whether more is promised than they work. */
export const isOverbooked = ({ promised, open }: DayLoad): boolean => promised > open

/** The hours that a technician works and that are not promised yet. */
export const freeHoursOf = ({ promised, open }: Omit<DayLoad, 'isOff'>): number =>
  Math.max(0, toHundredths(open) - toHundredths(promised)) / 100

/**
 * The hours of all technicians that are not promised yet. What has no technician yet takes from them; what one has too
 * much does not take from the others.
 */
export const totalFreeHours = (loads: readonly DayLoad[], estimatesOfNobody: readonly number[]): number =>
  freeHoursOf({ promised: sumHours(estimatesOfNobody), open: sumHours(loads.map(freeHoursOf)) })

/** Whether the company has said when who works, so that free hours mean something. */
export const areWorkingTimesSet = (
  { weekdayHours }: Pick<ShopTimes, 'weekdayHours'>,
  technicians: readonly WorkingTimes[],
): boolean => weekdayHours.length > 0 || technicians.some(({ workingHours }) => workingHours.length > 0)

/** `12h30m free` */
export const formatFreeHours = (hours: number): string => `${formatShortHours(hours)} free`

/** Hours where there is little room, whole ones without minutes: `2h`, `1h15m`. */
export const formatShortHours = (hours: number): string => formatHours(hours).replace(/h00m$/, 'h')

/** `5h30m of 10h`; `Closed` or `Off`, or what is promised all the same: `2h on a closed day`. */
export function formatDayLoad({ promised, open, isOff }: DayLoad): string {
  if (open > 0) return `${formatShortHours(promised)} of ${open}h`
  if (promised === 0) return isOff ? 'Off' : 'Closed'
  return `${formatShortHours(promised)} on a ${isOff ? 'day off' : 'closed day'}`
}
