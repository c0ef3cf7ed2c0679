import { mayEmailOwner } from '#domain/mail/owner-email.ts'
import { noticeSentence } from '#domain/notices/notice.ts'
import { getPreferences } from '#server/features/preferences/store.ts'
import { getOwnerMailbox } from '#server/mail/owner-mail.ts'
import { query } from '#server/rpc/procedures.ts'
import { listNotices } from './store.ts'

/** The maximum number of notices in the list: the newest. */
const MAX_NOTICES = 100

export const listWaitingNotices = query.notices.listWaiting.handler(async ({ context: { work } }) => {
  const mailbox = await getOwnerMailbox(work)
  const { email } = mailbox
  const { timeZone } = work
  if (mayEmailOwner('notice', mailbox))
    return { email, isConfirmed: true, notices: [], hasMore: false, timeZone }
  const rows = await listNotices(work, (await getPreferences(work)).notices, MAX_NOTICES + 1)
  const notices = rows.slice(0, MAX_NOTICES).map(({ noticeId, at, ...notice }) => ({
    noticeId,
    at,
    ticketId: notice.ticketId,
    sentence: noticeSentence(notice),
  }))
  return { email, isConfirmed: false, notices, hasMore: rows.length > MAX_NOTICES, timeZone }
})
