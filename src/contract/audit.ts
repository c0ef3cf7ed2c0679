// Who did what in a company and who came in, newest first. `trailSentence` and `signInSentence` of
// the domain tell a line.

import * as z from 'zod'
import { SIGN_IN_EVENTS } from '#domain/audit/entry.ts'
import { activityDetail } from './activity.ts'
import { base, uuid } from './schema.ts'

const beforeCursor = z.object({ before: z.string().max(300).optional() })
/** Whose days and hours the lines are printed in. */
const timeZone = z.string()
const nextCursor = z.string().nullable()

const auditEntry = z.object({
  version: z.number().int(),
  /** Counts what one command did, from 1; with the version it names the line. */
  seq: z.number().int(),
  at: z.date(),
  by: z.object({ id: z.string(), name: z.string() }),
  kind: z.string(),
  id: z.string(),
  verb: z.string(),
  detail: activityDetail.extend({ employee: z.string().optional() }).nullable(),
})

const signIn = z.object({
  id: uuid,
  name: z.string(),
  event: z.enum(SIGN_IN_EVENTS),
  at: z.date(),
  /** The network address that it came from. */
  address: z.string(),
  /** What the browser said of itself. */
  device: z.string(),
})

export const audit = {
  list: base
    .route({ method: 'GET', path: '/company/trail', summary: 'List company activity', tags: ['Companies'] })
    .input(beforeCursor)
    .output(z.object({ deeds: z.array(auditEntry).readonly(), timeZone, next: nextCursor })),
  listSignIns: base
    .route({ method: 'GET', path: '/company/sign-ins', summary: 'List logins', tags: ['Companies'] })
    .input(beforeCursor)
    .output(z.object({ signIns: z.array(signIn).readonly(), timeZone, next: nextCursor })),
}
