import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { resetPassword } from '#server/features/platform-admin/operator-commands.ts'
import { listAccounts } from '#server/features/platform-admin/operator-store.ts'
import { bluebonnet, PASSWORD, rosa } from '#server/seed/demo-accounts.ts'
import { dumpDatabase } from '../../../../test/support/database-dump.ts'
import { START } from '../../../../test/support/global-setup.ts'
import {
  emailAfter,
  registrationOf,
  releaseTokenIn,
  requestReset,
  signInStatus,
  signUp,
  unconfirmedCompany,
} from '../../../../test/support/signup.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(() => {
  app.now = new Date(START)
})

const visitor = () => app.as('visitor')
const resetIn = (text: string): string => /^http\S+\/reset-password\?token=([\w-]+)$/m.exec(text)?.[1] ?? ''
const askReset = (email: string) =>
  emailAfter(app, email, () => requestReset(app, email), '/reset-password?token=')

/** An employee whose email is another person's, as the company typed it. */
async function hire(email = `${randomUUID()}@mail.example`) {
  const { id } = await app
    .as('dana')
    .employees.register({ ...rosa, firstName: 'Ivy', email, password: PASSWORD })
  return { id, email }
}
const employeeOf = async (id: string) =>
  (await app.as('dana').employees.list()).find(employee => employee.id === id)

describe('the email of an account that its mailbox never confirmed', () => {
  test('is refused to others, and the email that resets its password has a link to free it', async () => {
    const { email, id } = await hire()
    expect(await errorOf(visitor().companies.register(registrationOf(email)))).toMatchObject({
      fields: { email: 'An account with this email already exists.' },
    })
    const token = releaseTokenIn((await askReset(email)).text)
    expect(token).not.toBe('')
    const before = await dumpDatabase(app.database)
    expect(await visitor().account.previewEmailRelease({ token })).toEqual({
      email,
      companyName: 'Bluebonnet RV',
      isOwner: false,
    })
    expect(await dumpDatabase(app.database)).toBe(before)
    expect(await employeeOf(id)).toMatchObject({ isActive: true })
    expect(await signInStatus(app, email)).toBe(200)
  })

  test('is refused as a confirmed one is, and a refused registration sends and stores nothing', async () => {
    const { email } = await hire()
    const confirmed = `${randomUUID()}@mail.example`
    await signUp(app, confirmed)
    const before = await dumpDatabase(app.database)
    const [refused, other] = [
      await errorOf(visitor().companies.register(registrationOf(email))),
      await errorOf(visitor().companies.register(registrationOf(confirmed))),
    ]
    expect(refused).toEqual(other)
    expect(await dumpDatabase(app.database)).toBe(before)
  })

  test('is free by that link: the employee is deactivated, the company is notified, and history keeps the name', async () => {
    const { email, id } = await hire()
    const ivy = app.withCookie(await app.signIn(email))
    const ticketId = await app.createTicket()
    await app.as('dana').tickets.assign({ ticketId, employeeId: id })
    await ivy.tickets.clockIn({ ticketId, jobNumber: 1 })
    const token = releaseTokenIn((await askReset(email)).text)

    const notice = await emailAfter(app, bluebonnet.email, () => visitor().account.releaseEmail({ token }))
    expect(notice.subject).toBe('Ivy Díaz was deactivated')
    expect(notice.text).toContain(email)
    expect(await employeeOf(id)).toMatchObject({ firstName: 'Ivy', isActive: false })
    expect((await ivy.me()).kind).toBe('visitor')
    expect(await signInStatus(app, email)).toBe(401)
    const { jobs } = await app.as('dana').tickets.get({ ticketId })
    expect(jobs[0]?.sessions).toMatchObject([{ technician: 'Ivy Díaz', clockOutTime: app.now }])
    const { entries } = await app.as('dana').audit.list({})
    expect(JSON.stringify(entries)).toContain('employee.release-email')
    expect(JSON.stringify(entries)).not.toContain(email)

    await visitor().companies.register({ ...registrationOf(email), emailToken: token })
    expect(await signInStatus(app, email)).toBe(200)
    expect((await errorOf(visitor().account.releaseEmail({ token }))).code).toBe('NOT_FOUND')
    // Reactivated, they are who they were, with another email.
    await app.as('dana').employees.reactivate({ id })
    await app.as('dana').employees.change({ id, lastName: 'Moss' })
    expect(await employeeOf(id)).toMatchObject({ lastName: 'Moss', isActive: true })
    const next = `${randomUUID()}@mail.example`
    await app.as('dana').employees.change({ id, email: next })
    expect(await signInStatus(app, next)).toBe(200)
  })

  test('is free for an RV owner too', async () => {
    const { email } = await hire()
    await visitor().account.releaseEmail({ token: releaseTokenIn((await askReset(email)).text) })
    expect(await (await signUp(app, email)).me()).toMatchObject({ kind: 'rv-owner' })
  })

  test('of a company’s owner is free as well: nobody can log in as them, and the company stays', async () => {
    const { email, companyUUID } = await unconfirmedCompany(app)
    const token = releaseTokenIn((await askReset(email)).text)
    expect(await visitor().account.previewEmailRelease({ token })).toMatchObject({ isOwner: true })
    await visitor().account.releaseEmail({ token })
    expect(await signInStatus(app, email)).toBe(401)
    expect((await visitor().companies.get({ companyId: companyUUID })).companyName).toBe('Hilltop RV')
    const theirs = { ...registrationOf(email), emailToken: token }
    expect((await visitor().companies.register(theirs)).companyUUID).not.toBe(companyUUID)
  })
})

describe('an email stays with its account', () => {
  const expectNoLink = async (token: string) => {
    for (const procedure of ['previewEmailRelease', 'releaseEmail'] as const)
      expect(await errorOf(visitor().account[procedure]({ token }))).toMatchObject({
        code: 'NOT_FOUND',
        message: 'This link is expired, already used, or incomplete, or the email is confirmed by now.',
      })
  }

  test('once a new password was chosen by an emailed link, until the email changes', async () => {
    // The authentication library uses the real clock.
    app.now = new Date()
    const { email, id } = await hire()
    const { text } = await askReset(email)
    const reset = { token: resetIn(text), newPassword: 'gravel-and-pine-7' }
    expect((await app.fetch('/api/auth/reset-password', { method: 'POST', json: reset })).status).toBe(200)
    await expectNoLink(releaseTokenIn(text))
    expect(releaseTokenIn((await askReset(email)).text)).toBe('')
    const next = `${randomUUID()}@mail.example`
    await app.as('dana').employees.change({ id, email: next })
    expect(releaseTokenIn((await askReset(next)).text)).not.toBe('')
  })

  test('after an hour, for a damaged link, and for one that the operator handed over', async () => {
    const { email } = await hire()
    const token = releaseTokenIn((await askReset(email)).text)
    for (const damaged of ['x', token.slice(1), `${token}A`]) await expectNoLink(damaged)
    const operator = {
      database: app.database,
      mailContext: { url: () => app.url, canDeliver: true, contactEmail: null, wake: () => {} },
      founders: [],
      now: () => app.now,
    }
    const [account] = await listAccounts(app.database, email, app.now)
    if (account === undefined) throw new Error('no account')
    const handed = await resetPassword(operator, account)
    await expectNoLink(handed.split('token=')[1] ?? '')
    app.now = new Date(app.now.getTime() + 60 * 60 * 1000)
    await expectNoLink(token)
  })

  test('of an RV owner, who has confirmed it', async () => {
    const email = `${randomUUID()}@mail.example`
    await signUp(app, email)
    expect(releaseTokenIn((await askReset(email)).text)).toBe('')
  })
})
