import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changeOwnerEmail } from '#server/features/platform-admin/operator-commands.ts'
import { createFakeTransport } from '#server/mail/mail-transport.ts'
import { PASSWORD, rosa } from '#server/seed/demo-accounts.ts'
import { START } from '../../../../test/support/global-setup.ts'
import {
  confirmationTokenIn,
  emailAfter,
  emailReleaseToken,
  registrationOf,
  releaseTokenIn,
  requestReset,
  signInStatus,
  signUp,
  unconfirmedCompany,
} from '../../../../test/support/signup.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

const HOUR_MS = 60 * 60 * 1000
const TAKEN = { code: 'INVALID', fields: { email: 'An account with this email already exists.' } }

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(() => {
  app.now = new Date(START)
})

const visitor = () => app.as('visitor')
const ownerOf = async (email: string) => app.withCookie(await app.signIn(email))
const isConfirmed = async (email: string) =>
  (await (await ownerOf(email)).companies.mine()).details?.isEmailConfirmed

/** An email that its mailbox has just freed from an employee of Dana's. */
async function freedEmail() {
  const token = await emailReleaseToken(app)
  const { email } = await visitor().account.previewEmailRelease({ token })
  const employee = (await app.as('dana').employees.list()).find(each => each.details?.email === email)
  await visitor().account.releaseEmail({ token })
  return { token, email, id: employee?.id ?? '' }
}

describe('a freed email is held for an hour', () => {
  test('and no company, its last one included, gets it meanwhile', async () => {
    const { email, id } = await freedEmail()
    const dana = app.as('dana')
    const hire = { ...rosa, email, password: PASSWORD }
    expect(await errorOf(dana.employees.register(hire))).toMatchObject(TAKEN)
    for (const each of [id, app.ids.rosa])
      expect(await errorOf(dana.employees.change({ id: each, email }))).toMatchObject(TAKEN)
    expect(await dana.imports.checkEmployees({ emails: [email] })).toEqual({ inUse: [email] })
    expect(await errorOf(visitor().companies.register(registrationOf(email)))).toMatchObject(TAKEN)
    const other = { ...registrationOf(email), emailToken: await emailReleaseToken(app) }
    expect(await errorOf(visitor().companies.register(other))).toMatchObject(TAKEN)
    // Its last employee, as any other field of theirs changes, reactivated or not.
    await dana.employees.change({ id, licenseNumber: 'IN-1' })
    await dana.employees.reactivate({ id })
    await dana.employees.change({ id, firstName: 'Ivy' })
    expect(await signInStatus(app, email)).toBe(401)
  })

  test('for the one who freed it, whose registration confirms it', async () => {
    const { email, token } = await freedEmail()
    const weak = { ...registrationOf(email), emailToken: token, password: 'password12' }
    const refused = await errorOf(visitor().companies.register(weak))
    expect(refused).toMatchObject({ fields: { password: expect.any(String) } })
    expect(refused).not.toMatchObject(TAKEN)
    const sent = app.sentEmails.length
    await visitor().companies.register({ ...registrationOf(email), emailToken: token })
    expect(await isConfirmed(email)).toBe(true)
    expect(app.sentEmails.slice(sent).filter(({ recipient }) => recipient === email)).toEqual([])
    expect((await errorOf(visitor().account.previewEmailRelease({ token }))).code).toBe('NOT_FOUND')
  })

  test('and confirms no other email, nor this one later: then anyone can use it', async () => {
    const { email, token } = await freedEmail()
    const other = `${randomUUID()}@mail.example`
    await visitor().companies.register({ ...registrationOf(other), emailToken: token })
    expect(await isConfirmed(other)).toBe(false)
    app.now = new Date(app.now.getTime() + HOUR_MS)
    const { text } = await emailAfter(app, email, () =>
      visitor().companies.register({ ...registrationOf(email), emailToken: token }),
    )
    expect(confirmationTokenIn(text)).not.toBe('')
    expect(await isConfirmed(email)).toBe(false)
  })

  test('but for a sign-up link, which its mailbox got', async () => {
    const { email } = await freedEmail()
    expect(await (await signUp(app, email)).me()).toMatchObject({ kind: 'rv-owner' })
  })

  test('and meanwhile its link says that it is free; a repeat changes nothing', async () => {
    const { email, token } = await freedEmail()
    expect(await visitor().account.previewEmailRelease({ token })).toEqual({
      email,
      companyName: null,
      isOwner: false,
    })
    expect(await visitor().account.releaseEmail({ token })).toEqual({ email })
    app.now = new Date(app.now.getTime() + HOUR_MS)
    expect((await errorOf(visitor().account.releaseEmail({ token }))).code).toBe('NOT_FOUND')
  })
})

describe('an employee whose email was freed', () => {
  test('has none, and gets no link to reset a password', async () => {
    const { email, id } = await freedEmail()
    const dana = app.as('dana')
    await dana.employees.reactivate({ id })
    const [employee] = (await dana.employees.list()).filter(each => each.id === id)
    expect(employee?.details?.email).toBe('')
    const queued = () =>
      app.database.selectFrom('emailOutbox').select('emailId').where('recipient', '=', email).execute()
    const before = await queued()
    expect(await errorOf(dana.employees.sendReset({ id }))).toMatchObject({
      code: 'REFUSED',
      message: 'Rosa Díaz has no email. Enter one first.',
    })
    expect(await queued()).toEqual(before)
  })

  test('gets it back as the owner enters it again after the hour, and logs in', async () => {
    const { email, id } = await freedEmail()
    app.now = new Date(app.now.getTime() + HOUR_MS)
    const dana = app.as('dana')
    await dana.employees.reactivate({ id })
    await dana.employees.change({ id, firstName: 'Ivy' })
    expect(await signInStatus(app, email)).toBe(401)
    const notice = await emailAfter(app, email, () => dana.employees.change({ id, email }))
    expect(notice.text).toContain(`Dana Reyes changed it to ${email}.`)
    expect(await signInStatus(app, email)).toBe(200)
  })

  test('does not get it while another account has it, and its mailbox hears of no other', async () => {
    const { email, id, token } = await freedEmail()
    await visitor().companies.register({ ...registrationOf(email), emailToken: token })
    app.now = new Date(app.now.getTime() + HOUR_MS)
    const dana = app.as('dana')
    expect(await errorOf(dana.employees.change({ id, email }))).toMatchObject(TAKEN)
    const next = `${randomUUID()}@mail.example`
    await dana.employees.change({ id, email: next })
    const { rows } =
      await sql`select 1 from email_outbox where recipient = ${email} and text like ${`%${next}%`}`.execute(
        app.database,
      )
    expect(rows).toEqual([])
  })
})

test('nobody logs in as the owner whose email was freed, until the operator enters another', async () => {
  const { email, companyUUID } = await unconfirmedCompany(app)
  const { text } = await emailAfter(app, email, () => requestReset(app, email))
  await visitor().account.releaseEmail({ token: releaseTokenIn(text) })
  expect(await signInStatus(app, `${companyUUID}@released.invalid`)).toBe(401)
  const operator = {
    database: app.database,
    mailContext: { url: () => app.url, canDeliver: true, contactEmail: null, wake: () => {} },
    founders: [],
    now: () => app.now,
  }
  // The authentication library uses the real clock.
  app.now = new Date()
  const next = `${randomUUID()}@mail.example`
  await changeOwnerEmail(operator, { companyUUID, email: next })
  const reset = await emailAfter(app, next, () => requestReset(app, next), '/reset-password?token=')
  const token = /\?token=([\w-]+)$/m.exec(reset.text)?.[1] ?? ''
  const json = { token, newPassword: PASSWORD }
  expect((await app.fetch('/api/auth/reset-password', { method: 'POST', json })).status).toBe(200)
  expect((await (await ownerOf(next)).companies.mine()).companyName).toBe('Hilltop RV')
})

test('a company whose owner’s email is unconfirmed is told of five freed emails a day', async () => {
  const mailTransport = createFakeTransport(true)
  const own = await createTestApp({ mailTransport, rateLimits: true })
  try {
    const owner = `${randomUUID()}@mail.example`
    await own.as('visitor').companies.register(registrationOf(owner))
    const office = own.withCookie(await own.signIn(owner))
    const sentTo = (email: string) => mailTransport.sent.filter(({ recipient }) => recipient === email)
    for (let count = 0; count < 6; count += 1) {
      const email = `${randomUUID()}@mail.example`
      await office.employees.register({ ...rosa, email, password: PASSWORD })
      await requestReset(own, email)
      await expect.poll(() => sentTo(email)).toHaveLength(1)
      const token = releaseTokenIn(sentTo(email)[0]?.text ?? '')
      await own.as('visitor').account.releaseEmail({ token })
    }
    const toOwner = () => sentTo(owner).filter(({ subject }) => subject.endsWith('was deactivated'))
    await expect.poll(toOwner).toHaveLength(5)
    const queued = own.database.selectFrom('emailOutbox').select('subject').where('recipient', '=', owner)
    const subjects = (await queued.execute()).map(({ subject }) => subject)
    expect(subjects.filter(subject => subject.endsWith('was deactivated'))).toHaveLength(5)
    const { entries } = await office.audit.list({})
    expect(entries.filter(({ verb }) => verb === 'employee.release-email')).toHaveLength(6)
  } finally {
    await own.close()
  }
})
