import * as z from 'zod'
import { weekdayHours } from '#contract/companies.ts'
import { newQualification } from '#contract/employees.ts'
import { day } from '#contract/shared-schemas.ts'
import { weekdayHoursError } from '#domain/companies/opening-times.ts'
import { type RecordSet, recordSet } from '#server/db/record-set.ts'
import { at, orNull, uuid, words } from '#server/db/record-values.ts'

const { weekday, opens, closes } = weekdayHours.shape
const workingHours = z
  .object({ employeeId: uuid, weekday, opens: orNull(opens), closes: orNull(closes) })
  .refine(hours => weekdayHoursError(hours) === null)
const timeOff = z
  .object({
    timeOffId: uuid,
    employeeId: uuid,
    firstDay: day,
    lastDay: day,
    reason: words(60),
    enteredAt: at,
  })
  .refine(({ firstDay, lastDay }) => firstDay <= lastDay)

/** Also of deleted employees: their names are still on tickets. */
export const RECORD_SETS: readonly RecordSet[] = [
  recordSet(z.object({ employeeId: uuid, firstName: words(80) }), {
    ...{ name: 'firstNameOnly', fileName: 'first-name-only', table: 'firstNameOnly' },
    ...{ id: null, key: ['employeeId'] },
  }),
  recordSet(newQualification.extend({ employeeId: uuid }), {
    ...{ name: 'qualifications', fileName: 'qualifications', table: 'qualification' },
    ...{ id: null, key: ['employeeId'], refersTo: { employeeId: 'employee' } },
  }),
  recordSet(workingHours, {
    ...{ name: 'workingHours', fileName: 'working-hours', table: 'workingHours' },
    ...{ id: null, key: ['employeeId', 'weekday'], refersTo: { employeeId: 'employee' } },
  }),
  recordSet(timeOff, {
    ...{ name: 'timeOff', fileName: 'time-off', table: 'timeOff' },
    ...{ id: 'timeOffId', key: ['timeOffId'], time: 'enteredAt', refersTo: { employeeId: 'employee' } },
  }),
]
