import { maya, PASSWORD } from '#server/seed/demo-accounts.ts'
import {
  ANYONE,
  byHand,
  byId,
  DELETABLE,
  type Examples,
  freshEmail,
  JUNES,
  open,
  own,
  posted,
  RV_OWNER,
} from '../../../../test/support/examples/example.ts'
import { newOwnerDetails, signupTokenFor } from '../../../../test/support/signup.ts'

export const examples: Examples = {
  // Everyone gets the same response and an email, and no company is affected.
  'rvOwners.requestSignup': { ...posted(() => ({ email: freshEmail() })), isUnlogged: true },
  'rvOwners.preview': open(async ({ app }) => ({ token: await signupTokenFor(app) })),
  'rvOwners.confirmSignup': byHand(ANYONE, async ({ app }) => ({
    token: await signupTokenFor(app),
    ...newOwnerDetails,
  })),
  'rvOwners.listTickets': own(RV_OWNER),
  'rvOwners.openTicket': byId(JUNES, async ({ app }) => ({
    companyUUID: app.ids.dana,
    ticketId: await app.createTicket('rosa'),
  })),
  'rvOwners.getDetails': own(RV_OWNER),
  // What the founder among the outsiders has there already.
  'rvOwners.changeDetails': own(RV_OWNER, { phone: maya.phone }),
  'rvOwners.deleteAccount': byHand(DELETABLE, { password: PASSWORD }),
}
