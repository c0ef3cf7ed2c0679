// What the owner of a company is emailed about, as long as it waits.

import * as z from 'zod'
import { base, uuid } from './shared-schemas.ts'

const notice = z.object({
  noticeId: uuid,
  at: z.date(),
  ticketId: z.number().int(),
  sentence: z.string(),
})

export const notices = {
  listWaiting: base
    .route({
      method: 'GET',
      path: '/company/notices',
      summary: 'List what waits for the owner’s email to be confirmed, newest first; at most 100',
      tags: ['Companies'],
    })
    .output(
      z.object({
        /** The email that the owner logs in with. */
        email: z.string(),
        /** Once it is confirmed, nothing waits for it. */
        isConfirmed: z.boolean(),
        notices: z.array(notice).readonly(),
        hasMore: z.boolean(),
        timeZone: z.string(),
      }),
    ),
}
