// Who corrects what was billed: refunds, voided payments, credit notes, and discounts above the limit. The owner does, and
// the service writers to whom the owner gave it.

import { may } from '#domain/account/permission.ts'
import { Refusal } from '#domain/refusals/refusal.ts'
import { fullName } from '#domain/tickets/assignment.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { lockEmployee } from '#server/features/employees/store.ts'
import { forbidden } from '#server/lib/api-errors.ts'
import { command } from '#server/rpc/procedures.ts'
import { getOpenSettings } from './store.ts'

/**
 * Whether the actor may correct what was billed. Read in the transaction that writes: changes of this permission wait for
 * the actor's own commands, and the other way round.
 */
export async function mayCorrect(work: UnitOfWork): Promise<boolean> {
  const { actor } = work
  if (actor.kind !== 'employee') return may(actor, 'billing.correct')
  const row = await work
    .from('employee')
    .select('correctsBilling')
    .where('employeeId', '=', actor.id)
    .executeTakeFirst()
  return may(actor, 'billing.correct', { isAllowed: row?.correctsBilling ?? false })
}

/** The first check of a command that corrects. @throws FORBIDDEN for a service writer who was not given it. */
export async function authorizeCorrection(work: UnitOfWork): Promise<void> {
  if (!(await mayCorrect(work))) throw forbidden()
}

/** The service writers who can log in, by name, and whether each may correct. */
export async function listWriters(work: UnitOfWork) {
  const rows = await work
    .from('employee')
    .select(['employeeId', 'firstName', 'lastName', 'correctsBilling as mayCorrect'])
    .where('isServiceWriter', '=', true)
    .where('deactivatedAt', 'is', null)
    .orderBy('lastName')
    .orderBy('firstName')
    .orderBy('employeeId')
    .execute()
  return rows.map(({ employeeId, mayCorrect: isGiven, ...names }) => ({
    employeeId,
    name: fullName(names),
    mayCorrect: isGiven,
  }))
}

export const setCorrections = command.billing.setCorrections.handler(async ({ input, context: { work } }) => {
  await getOpenSettings(work)
  const employee = await lockEmployee(work, input.employeeId)
  if (!employee.roles.isServiceWriter)
    throw new Refusal([{ code: 'corrections.no-writer', name: fullName(employee) }])
  const { mayCorrect: correctsBilling } = input
  const changed = await work
    .update('employee')
    .set({ correctsBilling })
    .where('employeeId', '=', employee.id)
    .where('correctsBilling', '<>', correctsBilling)
    .returning('employeeId')
    .execute()
  if (changed.length > 0)
    work.recordChange({
      kind: 'company',
      id: work.companyId,
      verb: correctsBilling ? 'company.allow-corrections' : 'company.end-corrections',
      card: null,
      detail: { employee: fullName(employee) },
    })
  return { done: true }
})
