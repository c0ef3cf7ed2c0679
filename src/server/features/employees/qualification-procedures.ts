// What a technician's name rests on: they enter it themselves, and customers read it where their name is.

import { isDeepStrictEqual } from 'node:util'
import { certificatesOf, NO_QUALIFICATION } from '#domain/employees/qualification.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { invalid } from '#server/lib/api-errors.ts'
import { command } from '#server/rpc/procedures.ts'
import { findQualification, saveQualification } from './qualification-store.ts'
import { lockEmployee, recordEmployeeChange } from './store.ts'

/** The actor's own. Empty removes it. */
export const setQualification = command.employees.setQualification.handler(
  async ({ input: { sinceYear, certificates }, context: { work } }) => {
    const thisYear = Number(dayOf(work.now, work.timeZone).slice(0, 4))
    if (sinceYear !== null && sinceYear > thisYear)
      throw invalid({ sinceYear: `Enter a year up to ${thisYear}.` })
    const employee = await lockEmployee(work, work.by.id)
    const wanted = { sinceYear, certificates: certificatesOf({ certificates }).join('\n') }
    const before = (await findQualification(work, employee.id)) ?? NO_QUALIFICATION
    if (isDeepStrictEqual(wanted, before)) return { done: true }
    saveQualification(work, employee.id, isDeepStrictEqual(wanted, NO_QUALIFICATION) ? null : wanted)
    recordEmployeeChange(work, employee, 'set-qualification')
    return { done: true }
  },
)
