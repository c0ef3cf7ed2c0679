// A company's preferences in the database: one row, once it has chosen something.

import { DEFAULT_PREFERENCES, type Preferences } from '#domain/preferences/preferences.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'

/** The company's preferences; the defaults for what it never chose. */
export async function getPreferences(work: UnitOfWork): Promise<Preferences> {
  const row = await work.from('companyPreference').select(['changeHours', 'replyTo']).executeTakeFirst()
  return row ?? DEFAULT_PREFERENCES
}

export async function savePreferences(work: UnitOfWork, preferences: Preferences): Promise<void> {
  const { companyId } = work
  await work.database
    .insertInto('companyPreference')
    .values({ companyId, ...preferences })
    .onConflict(conflict => conflict.column('companyId').doUpdateSet(preferences))
    .execute()
  work.recordChange({ kind: 'company', id: companyId, verb: 'company.change-preferences', card: null })
}
