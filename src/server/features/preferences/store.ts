// A company's preferences in the database: one row, once it has chosen something.

import { DEFAULT_PREFERENCES, type Preferences } from '#domain/preferences/preferences.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'

/** The company's preferences; the defaults for what it never chose. */
export async function getPreferences(work: UnitOfWork): Promise<Preferences> {
  const row = await work
    .from('companyPreference')
    .select(['changeHours', 'replyTo', 'notices'])
    .executeTakeFirst()
  return row === undefined
    ? DEFAULT_PREFERENCES
    : { ...row, notices: { ...DEFAULT_PREFERENCES.notices, ...row.notices } }
}

export async function savePreferences(work: UnitOfWork, preferences: Preferences): Promise<void> {
  const { companyId } = work
  const columns = { ...preferences, notices: JSON.stringify(preferences.notices) }
  await work.database
    .insertInto('companyPreference')
    .values({ companyId, ...columns })
    .onConflict(conflict => conflict.column('companyId').doUpdateSet(columns))
    .execute()
  work.recordChange({ kind: 'company', id: companyId, verb: 'company.change-preferences', card: null })
}
