// A company's activity and logins, newest first. `auditSentence` and `signInSentence` in domain write an entry.

import * as z from 'zod'
import { SIGN_IN_EVENTS } from '#domain/audit/audit-sentences.ts'
import { SPREADSHEET_KINDS } from '#domain/spreadsheet-import/import-run.ts'
import { activityDetail } from './activity.ts'
import { proceduresTagged } from './procedure/procedure.ts'
import { uuid } from './shared-schemas.ts'

const procedure = proceduresTagged('Companies')

const beforeCursor = z.object({ before: z.string().max(300).optional() })
/** The time zone for printing entries. */
const timeZone = z.string()
const nextCursor = z.string().nullable()

const auditEntry = z.object({
  version: z.number().int(),
  /** Numbers the effects of one command from 1; unique with the version. */
  seq: z.number().int(),
  at: z.date(),
  by: z.object({ id: z.string(), name: z.string() }),
  kind: z.string(),
  id: z.string(),
  verb: z.string(),
  detail: activityDetail
    .extend({
      employee: z.string().optional(),
      /** Of an import. */
      spreadsheet: z.object({ kind: z.enum(SPREADSHEET_KINDS), file: z.string() }).optional(),
      rows: z.number().int().optional(),
    })
    .nullable(),
})

const signIn = z.object({
  id: uuid,
  name: z.string(),
  event: z.enum(SIGN_IN_EVENTS),
  at: z.date(),
  /** The client's IP address. */
  address: z.string(),
  /** The browser's user agent as text. */
  device: z.string(),
})

export const audit = {
  list: procedure({ permission: 'audit.see', rateLimit: 'none' })
    .route({ method: 'GET', path: '/company/activity', summary: 'List company activity' })
    .input(beforeCursor)
    .output(z.object({ entries: z.array(auditEntry).readonly(), timeZone, next: nextCursor })),
  listSignIns: procedure({ permission: 'audit.see', rateLimit: 'none' })
    .route({ method: 'GET', path: '/company/sign-ins', summary: 'List logins' })
    .input(beforeCursor)
    .output(z.object({ signIns: z.array(signIn).readonly(), timeZone, next: nextCursor })),
}
