import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditSentence } from '#domain/audit/audit-sentences.ts'
import {
  changeOwnerEmail,
  resetPassword,
  resetTwoFactor,
} from '#server/features/platform-admin/operator-commands.ts'
import { listAccounts } from '#server/features/platform-admin/operator-store.ts'
import { maya, PASSWORD } from '#server/seed/demo-accounts.ts'
import { dumpDatabase } from '../../../../test/support/database-dump.ts'
import { START } from '../../../../test/support/global-setup.ts'
import { claimRigOf } from '../../../../test/support/rig-owner-fixtures.ts'
import {
  confirmationTokenIn,
  emailAfter,
  requestReset,
  unconfirmedCompany,
} from '../../../../test/support/signup.ts'
import { type Client, createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NEW_PASSWORD = 'gravel-and-pine-7'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(() => {
  app.now = new Date(START)
})

const visitor = () => app.as('visitor').account
const ownerOf = async (email: string, password = PASSWORD): Promise<Client> =>
  app.withCookie(await app.signIn(email, password))
const isConfirmed = async (owner: Client) => (await owner.companies.mine()).details?.isEmailConfirmed
const operator = () => ({
  database: app.database,
  mailContext: { url: () => app.url, canDeliver: true, contactEmail: null, wake: () => {} },
  founders: [maya.email],
  now: () => app.now,
})

describe('an unusable confirmation link', () => {
  test('says so, however it is damaged, and changes nothing', async () => {
    const { token } = await unconfirmedCompany(app)
    const before = await dumpDatabase(app.database)
    for (const damaged of ['x', token.slice(1), `${token}A`, token.toLowerCase(), randomUUID()])
      for (const procedure of ['previewConfirmation', 'confirmEmail'] as const)
        expect(await errorOf(visitor()[procedure]({ token: damaged }))).toMatchObject({
          code: 'NOT_FOUND',
          message: 'This link is expired, incomplete, or for an email that has changed since.',
        })
    expect(await dumpDatabase(app.database)).toBe(before)
  })

  test('is one that is older than a week', async () => {
    const { token, email } = await unconfirmedCompany(app)
    app.now = new Date(app.now.getTime() + 7 * DAY_MS)
    expect(await visitor().previewConfirmation({ token })).toEqual({ email, status: 'expired' })
    expect(await visitor().confirmEmail({ token })).toEqual({ email, status: 'expired' })
    expect(await isConfirmed(await ownerOf(email))).toBe(false)
  })

  test('is one for an email that was changed; the new email gets its own', async () => {
    const { token, email, companyUUID } = await unconfirmedCompany(app)
    await visitor().confirmEmail({ token })
    const next = `${randomUUID()}@mail.example`
    await changeOwnerEmail(operator(), { companyUUID, email: next })
    expect((await errorOf(visitor().confirmEmail({ token }))).code).toBe('NOT_FOUND')
    const owner = await ownerOf(next)
    expect(await isConfirmed(owner)).toBe(false)
    const queued = await app.database.selectFrom('emailOutbox').select(['recipient', 'text']).execute()
    // The text of an email that was sent meanwhile is erased.
    const [link = ''] = [...queued, ...app.sentEmails]
      .filter(({ recipient }) => recipient === next)
      .map(({ text }) => confirmationTokenIn(text))
      .filter(found => found !== '')
    expect(await visitor().confirmEmail({ token: link })).toEqual({ email: next, status: 'confirmed' })
    expect(await isConfirmed(owner)).toBe(true)
    expect(email).not.toBe(next)
  })

  test('opens nothing else, and no other link confirms', async () => {
    const { token, email } = await unconfirmedCompany(app)
    const reset = await app.fetch('/api/auth/reset-password', {
      method: 'POST',
      json: { token, newPassword: NEW_PASSWORD },
    })
    expect(reset.status).toBe(400)
    expect((await errorOf(app.as('visitor').rvOwners.preview({ token }))).code).toBe('NOT_FOUND')
    await requestReset(app, email)
    expect(await isConfirmed(await ownerOf(email))).toBe(false)
  })
})

describe('the email to a new owner', () => {
  test('repeats nothing that was typed into the form except the address', async () => {
    const { text, email } = await unconfirmedCompany(app)
    expect(text).toContain(email)
    expect(text).not.toMatch(/Hilltop|555-0101/)
  })

  test('has a link that confirms when it is tapped, not when it is opened, and logs it once', async () => {
    const { token, email } = await unconfirmedCompany(app)
    const owner = await ownerOf(email)
    for (let looks = 0; looks < 3; looks += 1) {
      expect(await visitor().previewConfirmation({ token })).toEqual({ email, status: 'unconfirmed' })
      expect((await app.fetch(`/confirm-email/${token}`)).status).toBe(404)
    }
    expect(await isConfirmed(owner)).toBe(false)
    for (let taps = 0; taps < 3; taps += 1)
      expect(await visitor().confirmEmail({ token })).toEqual({ email, status: 'confirmed' })
    expect(await visitor().previewConfirmation({ token })).toEqual({ email, status: 'confirmed' })
    expect(await isConfirmed(owner)).toBe(true)
    const { entries } = await owner.audit.list({})
    expect(entries.map(auditSentence)).toEqual([
      'Hilltop confirmed the company’s email',
      'A visitor registered the company',
    ])
  })

  test('keeps its link while the password changes', async () => {
    const { token, email } = await unconfirmedCompany(app)
    const json = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
    const headers = { cookie: await app.signIn(email) }
    expect((await app.fetch('/api/auth/change-password', { method: 'POST', json, headers })).status).toBe(200)
    expect(await visitor().confirmEmail({ token })).toEqual({ email, status: 'confirmed' })
  })

  test('is sent again when the owner asks, until it is confirmed', async () => {
    const { email } = await unconfirmedCompany(app)
    const owner = await ownerOf(email)
    const { text } = await emailAfter(app, email, async () => {
      expect(await owner.account.sendConfirmation()).toEqual({ canMail: false })
    })
    await visitor().confirmEmail({ token: confirmationTokenIn(text) })
    const before = await dumpDatabase(app.database)
    expect(await errorOf(owner.account.sendConfirmation())).toMatchObject({
      code: 'REFUSED',
      message: 'Your email is already confirmed.',
    })
    expect(await dumpDatabase(app.database)).toBe(before)
  })
})

describe('a password reset', () => {
  const choose = (token: string) =>
    app.fetch('/api/auth/reset-password', { method: 'POST', json: { token, newPassword: NEW_PASSWORD } })
  // The authentication library uses the real clock.
  beforeEach(() => {
    app.now = new Date()
  })

  test('by an emailed link confirms the email, once the password is chosen', async () => {
    const { email } = await unconfirmedCompany(app)
    const { text } = await emailAfter(app, email, () => requestReset(app, email))
    const token = /token=([\w-]+)$/m.exec(text)?.[1] ?? ''
    const tooShort = { token, newPassword: 'short' }
    expect((await app.fetch('/api/auth/reset-password', { method: 'POST', json: tooShort })).status).toBe(400)
    expect(await isConfirmed(await ownerOf(email))).toBe(false)
    expect((await choose(token)).status).toBe(200)
    expect(await isConfirmed(await ownerOf(email, NEW_PASSWORD))).toBe(true)
  })

  test('by a link that the operator handed over does not', async () => {
    const { email } = await unconfirmedCompany(app)
    const [account] = await listAccounts(app.database, email, app.now)
    if (account === undefined) throw new Error('no account')
    const link = await resetPassword(operator(), account)
    expect((await choose(new URL(link).searchParams.get('token') ?? '')).status).toBe(200)
    expect(await isConfirmed(await ownerOf(email, NEW_PASSWORD))).toBe(false)
  })
})

describe('whether the email is confirmed', () => {
  test('is visible to the owner and to founders', async () => {
    const { companyUUID, token, email } = await unconfirmedCompany(app)
    const founder = async () =>
      (await app.as('maya').platformAdmin.getCompany({ companyUUID })).isEmailConfirmed
    expect(await founder()).toBe(false)
    await visitor().confirmEmail({ token })
    expect(await founder()).toBe(true)
    expect(await isConfirmed(await ownerOf(email))).toBe(true)
    expect((await app.as('walt').companies.mine()).details).toBeNull()
  })

  test('does not change what the public sees of the company', async () => {
    const { companyUUID } = await unconfirmedCompany(app)
    const { companies } = await app.as('visitor').companies.list({ limit: 200 })
    expect(companies.map(company => company.companyUUID)).toContain(companyUUID)
  })
})

describe('of all emails that the product sends an owner', () => {
  /** Their subjects. */
  async function sendEveryKind(isConfirmedBefore: boolean): Promise<readonly string[]> {
    const { dana } = app.ids
    const email = 'dana@bluebonnet.example'
    await sql`update auth_user set email_verified = ${isConfirmedBefore} where id = ${dana}`.execute(
      app.database,
    )
    const [account] = await listAccounts(app.database, email, app.now)
    if (account === undefined) throw new Error('no account')
    const { vin, companyUUID, ticketId } = await claimRigOf(app)
    const words = 'It still leaks'
    await app.as('june').rigClaims.saveNote({ vin, companyUUID, ticketId, kind: 'dispute', words })
    await app
      .as('dana')
      .account.sendConfirmation()
      .catch(() => {})
    await requestReset(app, email)
    const json = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
    await app.fetch('/api/auth/change-password', { as: 'dana', method: 'POST', json })
    await resetTwoFactor(operator(), account)
    const reason = 'A complaint'
    await app.as('maya').platformAdmin.suspend({ companyUUID: dana, reason })
    await app.as('maya').platformAdmin.restore({ companyUUID: dana, reason })
    await changeOwnerEmail(operator(), { companyUUID: dana, email: 'dana.reyes@bluebonnet.example' })
    const emails = app.database.selectFrom('emailOutbox').select('subject').where('recipient', '=', email)
    return (await emails.execute()).map(({ subject }) => subject).toSorted()
  }

  const ACCOUNT_EMAILS = [
    'Bluebonnet RV is restored at Rigwright',
    'Bluebonnet RV is suspended at Rigwright',
    'Choose a new password for Rigwright',
    'Two-factor authentication was turned off at Rigwright',
    'Your email was changed at Rigwright',
    'Your password was changed at Rigwright',
  ]
  beforeEach(async () => {
    await app.close()
    app = await createTestApp()
  })

  test('those about the account itself go to an unconfirmed address', async () => {
    expect(await sendEveryKind(false)).toEqual(
      ['Confirm your email for Rigwright', ...ACCOUNT_EMAILS].toSorted(),
    )
  })

  // What customers did waits for its own email (send-notices.test.ts).
  test('a confirmed one gets no confirmation', async () => {
    expect(await sendEveryKind(true)).toEqual(ACCOUNT_EMAILS)
  })
})
