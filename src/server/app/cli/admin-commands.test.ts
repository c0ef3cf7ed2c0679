import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { auditSentence } from '#domain/audit/audit-sentences.ts'
import { adminSentence } from '#domain/platform-admin/admin-sentences.ts'
import { outboxRow } from '#server/mail/outbox.ts'
import { bluebonnet, june, PASSWORD, rosa } from '#server/seed/demo-accounts.ts'
import { waitUntilDelivered } from '../../../../test/support/database-dump.ts'
import { runAdmin } from '../../../../test/support/run-admin.ts'
import { signUp } from '../../../../test/support/signup.ts'
import { type SmtpServer, startSmtpServer } from '../../../../test/support/smtp-server.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'
import { totpCode } from '../../../../test/support/totp.ts'
import type { AdminContext } from './admin-arguments.ts'

let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
  // The sign-in library uses the real clock.
  app.now = new Date()
})
afterEach(() => app.close())

const admin = (args: readonly string[], changes?: Partial<AdminContext>) => runAdmin(app, args, changes)
const signIn = (email: string, password = PASSWORD) =>
  app.fetch('/api/auth/sign-in/email', { method: 'POST', json: { email, password } })
const founderLog = async () =>
  (await app.as('maya').platformAdmin.listAuditEntries({})).entries.map(adminSentence)
const companyLog = async () => (await app.as('dana').audit.list({})).entries.map(auditSentence)

test('companies and accounts are listed, all or by words', async () => {
  expect(await admin(['companies'])).toMatch(/Bluebonnet RV[\s\S]*Lone Star Mobile RV[\s\S]*Companies: 2$/)
  const [line = '', count] = (await admin(['companies', 'BLUEBONNET'])).split('\n')
  expect([line, count]).toEqual([expect.stringContaining(bluebonnet.email), 'Companies: 1'])
  expect(line).toContain(app.ids.dana)
  expect(await admin(['accounts', rosa.email])).toMatch(
    /Rosa Díaz {2}employee of Bluebonnet RV {2}sessions: 0/,
  )
  expect(await admin(['accounts', june.customerDetails.email])).toMatch(/no company/)
  expect(await admin(['accounts', app.ids.dana])).toMatch(/owner of Bluebonnet RV/)
  expect(await admin(['accounts', 'nobody'])).toBe('Accounts: 0')
})

test('a password is reset by a link that works once, after the person’s name was typed', async () => {
  const asked: string[] = []
  const ask = async (question: string) => {
    asked.push(question)
    return 'rosa díaz '
  }
  const printed = await admin(['reset-password', rosa.email.toUpperCase()], { ask })
  expect(asked.join()).toContain('Rosa Díaz (rosa@bluebonnet.example, employee of Bluebonnet RV)')
  const token = new RegExp(`${app.url}/reset-password\\?token=([\\w-]+)$`).exec(printed)?.[1]
  const reset = (newPassword: string) =>
    app.fetch('/api/auth/reset-password', { method: 'POST', json: { token, newPassword } })
  expect((await signIn(rosa.email)).status).toBe(200)
  expect((await reset('another-campground-2025')).status).toBe(200)
  expect((await reset('a-third-campground-2025')).ok).toBe(false)
  expect((await signIn(rosa.email, 'another-campground-2025')).status).toBe(200)
  expect((await companyLog())[0]).toBe('Operator of Rigwright made a password reset link for Rosa Díaz')
  expect((await founderLog())[0]).toBe('Operator made a password reset link for an account of Bluebonnet RV')
})

test('two-factor authentication is turned off, with every session, and the account hears of it', async () => {
  const cookie = await app.signIn(rosa.email)
  const post = (path: string, json: object) =>
    app.fetch(`/api/auth/two-factor/${path}`, { method: 'POST', json, headers: { cookie } })
  const { totpURI } = (await (await post('enable', { password: PASSWORD })).json()) as { totpURI: string }
  const key = new URL(totpURI).searchParams.get('secret') ?? ''
  expect((await post('verify-totp', { code: totpCode(key) })).status).toBe(200)
  expect(await (await signIn(rosa.email)).json()).toMatchObject({ twoFactorRedirect: true })
  expect(await admin(['accounts', rosa.email])).toContain('two-factor')
  await admin(['reset-two-factor', rosa.email, '--yes'])
  expect(await admin(['accounts', rosa.email])).toMatch(/ sessions: 0$/m)
  expect(await (await signIn(rosa.email)).json()).toEqual({ token: expect.any(String) })
  await waitUntilDelivered(app.database)
  expect(app.sentEmails.at(-1)).toMatchObject({
    recipient: rosa.email,
    subject: 'Two-factor authentication was turned off at Rigwright',
  })
  expect((await companyLog())[0]).toBe(
    'Operator of Rigwright turned off two-factor authentication for Rosa Díaz',
  )
  expect((await founderLog())[0]).toBe(
    'Operator turned off two-factor authentication for an account of Bluebonnet RV',
  )
})

test.each([
  [rosa.email, 'an account of Bluebonnet RV'],
  [june.customerDetails.email, 'an account without a company'],
])('the sessions of %s end, and no other', async (email, account) => {
  const [ended, kept] = [await app.signIn(email), await app.signIn(bluebonnet.email)]
  await admin(['end-sessions', email, '--yes'])
  expect(await app.withCookie(ended).me()).toEqual({ kind: 'visitor' })
  expect(await app.withCookie(kept).me()).toMatchObject({ kind: 'owner' })
  expect((await founderLog())[0]).toBe(`Operator logged out ${account} on every device`)
})

test('an owner’s email changes for sign-in and company; both addresses hear of it, old links end', async () => {
  const newEmail = 'new@bluebonnet.example'
  const link = await admin(['reset-password', bluebonnet.email, '--yes'])
  app.now = new Date(app.now.getTime() + 1000)
  await admin(['change-owner-email', bluebonnet.companyName, 'New@Bluebonnet.example', '--yes'])
  expect((await signIn(newEmail)).status).toBe(200)
  expect((await signIn(bluebonnet.email)).status).toBe(401)
  const token = /token=([\w-]+)/.exec(link)?.[1]
  const json = { token, newPassword: 'another-campground-2025' }
  expect((await app.fetch('/api/auth/reset-password', { method: 'POST', json })).ok).toBe(false)
  const detail = await app.as('maya').platformAdmin.getCompany({ companyUUID: app.ids.dana })
  expect(detail.email).toBe(newEmail)
  await waitUntilDelivered(app.database)
  expect(
    app.sentEmails
      .slice(-3)
      .map(({ recipient }) => recipient)
      .sort(),
  ).toEqual([bluebonnet.email, newEmail, newEmail])
  expect(
    (await app.withCookie(await app.signIn(newEmail)).audit.list({})).entries.map(auditSentence)[0],
  ).toBe('Operator of Rigwright changed the company’s email')
  expect((await founderLog())[0]).toBe('Operator changed the email of Bluebonnet RV')
})

test('a company is closed with its sessions, and opened again as it was', async () => {
  const cookie = await app.signIn(rosa.email)
  const close = ['close-company', app.ids.dana, '--yes', '--reason', 'Asked by the owner']
  const listed = () => app.as('visitor').companies.list({})
  const before = await listed()
  await admin(close)
  expect(await app.withCookie(cookie).me()).toEqual({ kind: 'visitor' })
  expect((await signIn(rosa.email)).status).toBe(403)
  expect((await listed()).companies).toHaveLength(1)
  expect(await admin(['companies', 'bluebonnet'])).toContain('closed')
  await expect(admin(close)).rejects.toThrow(/^This company has been suspended since /)
  app.now = new Date(app.now.getTime() + 1000)
  await admin(['reopen-company', app.ids.dana, '--yes', '--reason', 'Asked again'])
  expect(await listed()).toEqual(before)
  expect((await founderLog()).slice(0, 2)).toEqual([
    'Operator restored Bluebonnet RV: Asked again',
    'Operator suspended Bluebonnet RV: Asked by the owner',
  ])
})

describe('queued emails', () => {
  const queue = async (changes: object) => {
    const email = { recipient: 'june@mail.example', subject: 'Your rig is ready', text: 'Come and get it.\n' }
    const context = { url: () => app.url, canDeliver: false, contactEmail: null, wake: () => {} }
    const row = { ...outboxRow(email, app.ids.dana, context, app.now), ...changes }
    await app.database.insertInto('emailOutbox').values(row).execute()
    return row
  }
  const later = () => new Date(app.now.getTime() + 3_600_000)

  test('that wait or were given up are listed, shown and logged; sent ones are not listed', async () => {
    await waitUntilDelivered(app.database)
    const waiting = await queue({ nextAttemptAt: later(), attempts: 2, lastError: 'connect ECONNREFUSED' })
    const failed = await queue({ nextAttemptAt: null, attempts: 70, text: '', lastError: 'No such user' })
    await queue({ nextAttemptAt: null, attempts: 1, sentAt: app.now, text: '' })
    await queue({ nextAttemptAt: null, text: '' })
    const listed = await admin(['mails'])
    expect(listed).toMatch(/\nEmails that wait or were given up: 2$/)
    expect(listed).toMatch(new RegExp(`${waiting.emailId} .*waiting, next attempt .*: connect ECONNREFUSED`))
    expect(listed).toMatch(new RegExp(`${failed.emailId} .*given up after 70 attempts: No such user`))
    expect(listed).not.toContain('Come and get it.')
    expect(await admin(['show-mail', waiting.emailId])).toContain('Come and get it.')
    expect((await founderLog())[0]).toBe('Operator read a queued email')
    expect(await admin(['show-mail', failed.emailId])).toContain('Its text was erased')
    await expect(admin(['resend-mail', failed.emailId, '--yes'])).rejects.toThrow(
      /^It cannot be sent again: /,
    )
  })

  test('that wait are sent by the running server at once', async () => {
    await waitUntilDelivered(app.database)
    const { emailId } = await queue({ nextAttemptAt: later() })
    await admin(['resend-mail', emailId, '--yes'])
    await waitUntilDelivered(app.database)
    expect(app.sentEmails.at(-1)).toMatchObject({ subject: 'Your rig is ready' })
    expect((await founderLog())[0]).toBe('Operator sent a waiting email again')
    await expect(admin(['resend-mail', emailId, '--yes'])).rejects.toThrow(/: sent /)
  })
})

describe('a test email', () => {
  let server: SmtpServer
  beforeEach(async () => {
    server = await startSmtpServer()
  })

  test('goes to the mail server at once and is logged', async () => {
    const printed = await admin(['test-mail', 'ops@mail.example'], { mailTransport: () => server.transport })
    expect(printed).toBe('The mail server accepted an email to ops@mail.example.')
    expect((await server.emails(1))[0]).toMatchObject({
      to: ['ops@mail.example'],
      subject: 'Test email from Rigwright',
    })
    expect((await founderLog())[0]).toBe('Operator sent a test email')
    await server.close()
  })

  test('that the mail server refuses says why, and is not logged', async () => {
    await server.close()
    const sending = admin(['test-mail', 'ops@mail.example'], { mailTransport: () => server.transport })
    await expect(sending).rejects.toThrow(/^The email was not sent: .*ECONNREFUSED/)
    expect(await founderLog()).toEqual([])
  })
})

test('the operator is nobody to other people’s logs, and their entries cannot be read by a company', async () => {
  await admin(['end-sessions', rosa.email, '--yes'])
  const { rows } = await sql<{ actorKind: string; detail: object }>`
    select actor_kind, detail from platform_audit`.execute(app.database)
  expect(rows).toEqual([
    { actorKind: 'operator', detail: { account: app.ids.rosa, companyName: bluebonnet.companyName } },
  ])
  expect((await errorOf(app.as('dana').platformAdmin.listAuditEntries({}))).code).toBe('FORBIDDEN')
})

test('a database user who is not a superuser can do all of it', async () => {
  const { connection } = inject('postgres')
  const name = `plain_${randomUUID().replaceAll('-', '')}`
  const superuser = new pg.Client(connection)
  await superuser.connect()
  await superuser.query(
    `CREATE ROLE ${name} LOGIN CREATEROLE; GRANT rigwright_app, rigwright_definer, rigwright_eraser TO ${name}`,
  )
  // As the first migration grants it.
  await superuser.query(`
    DO $$ BEGIN
      EXECUTE 'GRANT rigwright_backup TO ${name}'
        || CASE WHEN current_setting('server_version_num')::int >= 160000 THEN ' WITH INHERIT FALSE, SET TRUE' ELSE '' END;
    END $$`)
  await superuser.query(`CREATE DATABASE ${name} OWNER ${name}`)
  await superuser.end()
  const plain = await createTestApp({
    connection: { ...connection, user: name, database: name },
  })
  plain.now = app.now
  const [email, newEmail] = ['ann@hilltop.example', 'bea@hilltop.example']
  await plain
    .as('visitor')
    .companies.register({ companyName: 'Hilltop', email, password: PASSWORD, companyPhone: '(574) 555-0188' })
  const { database } = plain
  const run = (...args: string[]) => admin([...args, '--yes'], { database, now: () => plain.now })
  await sql`update auth_user set two_factor_enabled = true`.execute(database)
  await run('reset-password', email)
  await run('reset-two-factor', email)
  await plain.signIn(email)
  await run('end-sessions', email)
  expect(await run('accounts')).toContain('sessions: 0')
  await run('change-owner-email', 'Hilltop', newEmail)
  const desk = plain.withCookie(await plain.signIn(newEmail))
  const { ticketId } = await desk.tickets.create({ ...june, jobs: [{ problem: 'Leak', estimatedTime: 1 }] })
  await desk.tickets.finalize({ ticketId })
  await desk.tickets.complete({ ticketId })
  const { firstName, lastName, phone } = june.customerDetails
  await signUp(plain, june.customerDetails.email, { firstName, lastName, phone })
  expect(await run('forget-person', june.customerDetails.email)).toContain(
    'tickets: 1, companies: 1, accounts: 1',
  )
  await run('close-company', 'Hilltop', '--reason', 'Asked')
  expect(await run('companies')).toContain('closed')
  await run('reopen-company', 'Hilltop', '--reason', 'Asked')
  const { companyId } = await database.selectFrom('directory').select('companyId').executeTakeFirstOrThrow()
  const context = { url: () => plain.url, canDeliver: false, contactEmail: null, wake: () => {} }
  const queued = outboxRow(
    { recipient: email, subject: 'Later', text: 'Later.\n' },
    companyId,
    context,
    plain.now,
  )
  const nextAttemptAt = new Date(plain.now.getTime() + 3_600_000)
  await database
    .insertInto('emailOutbox')
    .values({ ...queued, nextAttemptAt })
    .execute()
  expect(await run('mails')).toContain(queued.emailId)
  expect(await run('show-mail', queued.emailId)).toContain('Later.')
  await run('resend-mail', queued.emailId)
  await waitUntilDelivered(database)
  expect(plain.sentEmails.map(({ subject }) => subject)).toContain('Later')
  await plain.close()
})
