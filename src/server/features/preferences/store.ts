// A company's preferences in the database: one row, once it has chosen something.

import {
  DEFAULT_PREFERENCES,
  PREFERENCE_SWITCHES,
  type Preferences,
} from '#domain/preferences/preferences.ts'
import { statement } from '#server/db/statement.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'

const chosenPreferences = statement(scope =>
  scope
    .from('companyPreference')
    .select(['changeHours', 'statusUpdateDays', 'replyTo', 'notices', ...PREFERENCE_SWITCHES]),
)

/** The company's preferences; the defaults for what it never chose. */
export async function getPreferences(work: UnitOfWork): Promise<Preferences> {
  const row = await chosenPreferences(work).executeTakeFirst()
  return row === undefined
    ? DEFAULT_PREFERENCES
    : { ...row, notices: { ...DEFAULT_PREFERENCES.notices, ...row.notices } }
}

export function savePreferences(work: UnitOfWork, preferences: Preferences): void {
  const row = { ...preferences, notices: JSON.stringify(preferences.notices) }
  work.upsert('companyPreference', row, { key: [] })
  work.recordChange({ kind: 'company', id: work.companyId, verb: 'company.change-preferences', card: null })
}
