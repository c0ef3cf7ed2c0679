import { afterAll, beforeAll, expect, test } from 'vitest'
import { PASSWORD } from '#server/seed/demo-accounts.ts'
import { createReview } from '../../../../test/support/customer-fixtures.ts'
import { claimRigOf, createRigOwner, createVisit } from '../../../../test/support/rig-owner-fixtures.ts'
import { sharedVin } from '../../../../test/support/shared-vin.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

const ADDRESS = 'hello@rigwright.example'

let withAddress: TestApp
let without: TestApp
beforeAll(async () => {
  withAddress = await createTestApp({ contactEmail: ADDRESS })
  without = await createTestApp()
})
afterAll(async () => {
  await withAddress.close()
  await without.close()
})

const reason = 'That ticket was made up'
const later = (app: TestApp) => {
  app.now = new Date(app.now.getTime() + 60_000)
}

/** What founders’ actions make people read: refusals, the answer to logging in, and emails by subject. */
async function textsOf(app: TestApp): Promise<readonly string[]> {
  const founders = app.as('maya').platformAdmin
  const { vin, code } = await claimRigOf(app)
  const other = await createRigOwner(app)
  const taken = await errorOf(other.client.rigClaims.claim({ vin, code }))
  await founders.endClaim({ vin, reason })
  const ended = await errorOf(app.as('june').rigClaims.claim({ vin, code }))

  later(app)
  const hers = await createVisit(app, { vin: sharedVin('SUPERSEDED-1') })
  later(app)
  const madeUp = await createVisit(app, { vin: hers.vin, at: 'ray', customer: { email: other.email } })
  later(app)
  await other.client.rigClaims.claim({ vin: hers.vin, code: madeUp.code })
  later(app)
  await app.as('june').rigClaims.claim({ vin: hers.vin, code: hers.code })

  const mistyped = await claimRigOf(app)
  const { companyUUID, ticketId } = mistyped
  await founders.correctVin({
    vin: mistyped.vin,
    companyUUID,
    ticketId,
    newVin: sharedVin('CORRECTED-1'),
    reason,
  })
  await founders.removeReview({ companyUUID, ticketId: await createReview(app), reason })
  await founders.suspend({ companyUUID, reason })
  const json = { email: 'dana@bluebonnet.example', password: PASSWORD }
  const login = await app.fetch('/api/auth/sign-in/email', { method: 'POST', json })
  const { message } = (await login.json()) as { message: string }
  const textTo = async (subject: RegExp): Promise<string> => {
    const find = () => app.sentEmails.find(email => subject.test(email.subject))?.text
    await expect.poll(find).toBeDefined()
    return find() ?? ''
  }
  return [
    taken.message,
    ended.message,
    message,
    await textTo(/^Your claim of a rig has ended/),
    await textTo(/^A rig is no longer on your list/),
    await textTo(/^The VIN of your rig was corrected/),
    await textTo(/^Your review of .* was removed/),
    await textTo(/is suspended at Rigwright$/),
  ]
}

test('who can write to the founders reads where, in each refusal and email', async () => {
  const texts = await textsOf(withAddress)
  for (const text of texts) {
    expect(text).toMatch(/write to (the founders|them)/i)
    expect(text).toContain(ADDRESS)
  }
  expect(texts.slice(0, 3)).toEqual([
    `This RV is already claimed. Ask the seller for a transfer code, or write to the founders at ${ADDRESS} if it was always yours.`,
    `The founders ended your claim to this RV, so its codes no longer work for you. If you think this is wrong, write to them at ${ADDRESS}.`,
    `Your company is suspended: ${reason}. Write to the founders: ${ADDRESS}`,
  ])
})

test('without CONTACT_EMAIL, nobody is asked to write to the founders', async () => {
  const texts = await textsOf(without)
  for (const text of texts) {
    expect(text).not.toMatch(/write to|contact/i)
    expect(text).not.toMatch(/null|undefined|\n\n\n| $/)
  }
})
