import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import {
  ANYONE,
  byHand,
  byId,
  type Examples,
  OWN_OFFICE,
  open,
  own,
  SIGNED_IN,
} from '../../../../test/support/examples/example.ts'
import { emailReleaseToken, unconfirmedCompany } from '../../../../test/support/signup.ts'

export const examples: Examples = {
  me: own(ANYONE),
  'account.get': own(SIGNED_IN),
  'account.wasDeleted': open({ account: randomUUID() }),
  'account.sessions': own(SIGNED_IN),
  'account.endOtherSessions': own(SIGNED_IN),
  'account.endSession': byId(SIGNED_IN, async ({ app }) => {
    await app.signIn('dana@bluebonnet.example')
    const all = await app.as('dana').account.sessions()
    return { sessionId: all.find(({ isCurrent }) => !isCurrent)?.id ?? '' }
  }),
  'account.sendConfirmation': own(OWN_OFFICE, async ({ app }) => {
    const { dana, ray } = app.ids
    await sql`update auth_user set email_verified = false where id in (${dana}, ${ray})`.execute(app.database)
    return {}
  }),
  // JSON without a name: an account is on no row of a company.
  'account.setName': own(OWN_OFFICE, { firstName: undefined }),
  'account.previewConfirmation': open(async ({ app }) => ({ token: (await unconfirmedCompany(app)).token })),
  'account.confirmEmail': byHand(ANYONE, async ({ app }) => ({
    token: (await unconfirmedCompany(app)).token,
  })),
  'account.previewEmailRelease': open(async ({ app }) => ({ token: await emailReleaseToken(app) })),
  'account.releaseEmail': byHand(ANYONE, async ({ app }) => ({ token: await emailReleaseToken(app) })),
}
