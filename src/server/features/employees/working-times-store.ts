// When employees work, in the database.

import { sql } from 'kysely'
import type { WeekdayHours } from '#domain/companies/opening-times.ts'
import type { WorkingTimes } from '#domain/employees/working-times.ts'
import type { DaysOff } from '#domain/lib/days-off.ts'
import { statement } from '#server/db/statement.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'

type TimeOff = DaysOff & { readonly timeOffId: string }
type StoredTimes = WorkingTimes & { readonly timeOff: readonly TimeOff[] }
type OfEmployee = { readonly employeeId: string }

// One question: lists that hardly any company has.
const workingTimesFrom = statement((scope, { day }: { day: string }) => {
  const hours = sql<readonly (WeekdayHours & OfEmployee)[]>`
    coalesce(json_agg(json_build_object(
      'employeeId', employee_id, 'weekday', weekday, 'opens', opens, 'closes', closes) order by weekday), '[]')`
  const timeOff = sql<readonly (TimeOff & OfEmployee)[]>`
    coalesce(json_agg(json_build_object(
      'employeeId', employee_id, 'timeOffId', time_off_id, 'firstDay', first_day, 'lastDay', last_day,
      'reason', reason) order by first_day), '[]')`
  return scope
    .from('company')
    .select(scope.from('workingHours').select(hours.as('all')).$asScalar().as('hours'))
    .select(
      scope.from('timeOff').select(timeOff.as('all')).where('lastDay', '>=', day).$asScalar().as('timeOff'),
    )
})

const NONE = { hours: [], timeOff: [] } as const

/** The working times of each employee; time off that is not over on that day, by date. */
export async function listWorkingTimes(
  work: UnitOfWork,
  day: string,
): Promise<(employeeId: string) => StoredTimes> {
  const { hours, timeOff } = (await workingTimesFrom(work, { day }).executeTakeFirst()) ?? NONE
  return id => {
    const isOwn = ({ employeeId }: OfEmployee): boolean => employeeId === id
    return {
      workingHours: hours.filter(isOwn).map(({ employeeId: _, ...each }) => each),
      timeOff: timeOff.filter(isOwn).map(({ employeeId: _, ...each }) => each),
    }
  }
}

const timeOffFrom = statement((scope, { employeeId, day }: { employeeId: string; day: string }) =>
  scope
    .from('timeOff')
    .select(['firstDay', 'lastDay', 'reason', 'enteredAt'])
    .where('employeeId', '=', employeeId)
    .where('lastDay', '>=', day)
    .orderBy('firstDay'),
)

/** An employee's time off that is not over on that day, by date. */
export const listTimeOff = (work: UnitOfWork, employeeId: string, day: string) =>
  timeOffFrom(work, { employeeId, day }).execute()

/** Saves an employee's hours of some weekdays. */
export function saveWorkingHours(work: UnitOfWork, employeeId: string, hours: readonly WeekdayHours[]): void {
  for (const ofDay of hours)
    work.upsert('workingHours', { employeeId, ...ofDay }, { key: ['employeeId', 'weekday'] })
}

/** Removes an employee's hours of a weekday. */
export async function removeWorkingHours(
  work: UnitOfWork,
  employeeId: string,
  weekday: number,
): Promise<void> {
  await work
    .remove('workingHours')
    .where('employeeId', '=', employeeId)
    .where('weekday', '=', weekday)
    .execute()
}

/** Whether it was there to remove. */
export async function removeTimeOff(
  work: UnitOfWork,
  employeeId: string,
  timeOffId: string,
): Promise<boolean> {
  const { numDeletedRows } = await work
    .remove('timeOff')
    .where('employeeId', '=', employeeId)
    .where('timeOffId', '=', timeOffId)
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** Removes all that is stored of an employee's working times. */
export async function deleteWorkingTimes(work: UnitOfWork, employeeId: string): Promise<void> {
  await work.remove('workingHours').where('employeeId', '=', employeeId).execute()
  await work.remove('timeOff').where('employeeId', '=', employeeId).execute()
}
