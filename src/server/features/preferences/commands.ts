import { isDeepStrictEqual } from 'node:util'
import { NOTICE_KINDS, type NoticeKind, type NoticeTiming } from '#domain/notices/notice.ts'
import type { Preferences } from '#domain/preferences/preferences.ts'
import { lockCompany } from '#server/features/companies/store.ts'
import { command, query } from '#server/rpc/procedures.ts'
import { getPreferences, savePreferences } from './store.ts'

export const getOwnPreferences = query.preferences.get.handler(({ context: { work } }) =>
  getPreferences(work),
)

export const changePreferences = command.preferences.change.handler(async ({ input, context: { work } }) => {
  // Of two owners' changes at once, the second keeps the first.
  await lockCompany(work)
  const before = await getPreferences(work)
  const notices: Record<NoticeKind, NoticeTiming> = { ...before.notices }
  for (const kind of NOTICE_KINDS) notices[kind] = input.notices?.[kind] ?? notices[kind]
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  const preferences: Preferences = { ...before, ...given, notices }
  if (!isDeepStrictEqual(preferences, before)) savePreferences(work, preferences)
  return { done: true }
})
