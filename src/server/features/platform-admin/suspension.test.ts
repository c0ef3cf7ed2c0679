import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { auditSentence } from '#domain/audit/audit-sentences.ts'
import { COMPANY_SUSPENDED } from '#domain/companies/suspended-message.ts'
import { bluebonnet, june, PASSWORD, rosa, walt } from '#server/seed/demo-accounts.ts'
import { bookingInputOf, sendBooking, toFormData } from '../../../../test/support/booking-fixtures.ts'
import { createLinkFor, createReview, customerOfLink } from '../../../../test/support/customer-fixtures.ts'
import { dumpDatabase, waitUntilDelivered } from '../../../../test/support/database-dump.ts'
import { createTestApp, errorOf, type TestApp } from '../../../../test/support/test-app.ts'
import { createAuthenticator } from '../../../../test/support/test-authenticator.ts'

const REASON = 'Three customers never got their rigs back'

// A separate app for each: a suspension ends sessions.
let app: TestApp
beforeEach(async () => {
  app = await createTestApp()
})
afterEach(() => app.close())

const founders = () => app.as('maya').platformAdmin
const at = () => ({ companyUUID: app.ids.dana })
const companyId = () => app.ids.dana
const suspend = () => founders().suspend({ ...at(), reason: REASON })
const restore = () => founders().restore({ ...at(), reason: 'They all have them now.' })

/** A stream's output, and whether it is still open. */
async function follow(path: string, headers: Record<string, string> = {}) {
  const stop = new AbortController()
  const answer = await app.fetch(path, { headers, signal: stop.signal })
  const heard = { text: '', hasEnded: false, stop: () => stop.abort() }
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>)
      heard.text += decoder.decode(chunk, { stream: true })
  }
  read()
    .catch(() => {})
    .finally(() => {
      heard.hasEnded = true
    })
  await expect.poll(() => heard.text).toContain('event: ready')
  return heard
}

const signInAt = (email: string) =>
  app.fetch('/api/auth/sign-in/email', { method: 'POST', json: { email, password: PASSWORD } })
const SHUT_OUT = `Your company is suspended: ${REASON}.`

describe('suspending is refused', () => {
  test.each(['dana', 'walt', 'rosa', 'ray', 'june', 'visitor'] as const)('to %s', async person => {
    const before = await dumpDatabase(app.database)
    for (const act of [app.as(person).platformAdmin.suspend, app.as(person).platformAdmin.restore])
      expect((await errorOf(act({ ...at(), reason: 'x' }))).code).toBe(
        person === 'visitor' ? 'UNAUTHORIZED' : 'FORBIDDEN',
      )
    expect(await dumpDatabase(app.database)).toBe(before)
  })

  test('without a reason, for no company, twice, and restoring one that is not suspended', async () => {
    const bare = await errorOf(founders().suspend({ ...at(), reason: ' ' }))
    expect(bare).toMatchObject({ code: 'INVALID', fields: { reason: 'Required.' } })
    const nobody = founders().suspend({ companyUUID: app.ids.june, reason: 'x' })
    expect((await errorOf(nobody)).code).toBe('NOT_FOUND')
    expect((await errorOf(restore())).message).toBe('This company is not suspended.')
    await suspend()
    expect((await errorOf(suspend())).message).toMatch(/^This company has been suspended since /)
  })
})

describe('a suspended company', () => {
  test('is removed from the list with page, reviews, image and booking, and is restored unchanged', async () => {
    await createReview(app)
    const visitor = app.as('visitor')
    const before = [await visitor.companies.list({}), await visitor.companies.get({ companyId: companyId() })]
    const directory = await follow('/api/live/directory')
    await suspend()
    await expect
      .poll(() => directory.text)
      .toContain(`data: {"kind":"directory","id":"${companyId()}","card":null}`)
    expect((await visitor.companies.list({})).companies.map(({ companyUUID }) => companyUUID)).toEqual([
      app.ids.ray,
    ])
    for (const search of [{ q: 'bluebonnet' }, { near: { latitude: 41.5, longitude: -85.8 } }])
      expect(JSON.stringify(await visitor.companies.list(search))).not.toContain(bluebonnet.companyName)
    const gone = [
      () => visitor.companies.get({ companyId: companyId() }),
      () => visitor.reviews.list({ companyId: companyId() }),
    ]
    for (const call of gone)
      expect(await errorOf(call())).toMatchObject({ code: 'NOT_FOUND', message: COMPANY_SUSPENDED })
    expect((await app.fetch(`/api/images/company_images/${companyId()}`)).status).toBe(404)
    expect((await sendBooking(app, toFormData(bookingInputOf(app.now)), { at: companyId() })).status).toBe(
      404,
    )
    expect((await founders().listCompanies({ q: 'bluebonnet' })).companies[0]).toMatchObject({
      suspendedAt: app.now,
    })
    await restore()
    const after = [await visitor.companies.list({}), await visitor.companies.get({ companyId: companyId() })]
    expect(after).toEqual(before)
    await expect.poll(() => directory.text).toContain(`"companyName":"${bluebonnet.companyName}"`)
    directory.stop()
  })

  test('accepts no unconfirmed bookings', async () => {
    const token = await app.unconfirmedBooking()
    await suspend()
    const { preview, confirm } = app.as('visitor').bookings
    for (const call of [preview, confirm])
      expect(await errorOf(call({ token }))).toMatchObject({ code: 'NOT_FOUND', message: COMPANY_SUSPENDED })
    await restore()
    expect(await app.as('visitor').bookings.confirm({ token })).toMatchObject({ status: 'confirmed' })
  })

  test('loses all sessions and streams at once, and no other company does', async () => {
    const emails = [bluebonnet.email, walt.email, rosa.email]
    const cookies = await Promise.all(emails.map(email => app.signIn(email)))
    const rival = await app.signIn('ray@lonestar.example')
    const streams = await Promise.all(cookies.map(cookie => follow('/api/live', { cookie })))
    const theirs = await follow('/api/live', { cookie: rival })
    await suspend()
    await expect.poll(() => streams.map(({ hasEnded }) => hasEnded)).toEqual([true, true, true])
    expect(theirs.hasEnded).toBe(false)
    theirs.stop()
    for (const cookie of cookies) expect(await app.withCookie(cookie).me()).toEqual({ kind: 'visitor' })
    expect(await app.withCookie(rival).me()).toMatchObject({ kind: 'owner' })
    expect(await app.as('maya').me()).toMatchObject({ kind: 'founder' })
  })

  test('has no access even for a session created while it was suspended', async () => {
    const cookie = await app.signIn(walt.email)
    await app.database
      .updateTable('company')
      .set({ suspendedAt: app.now, suspendedBecause: REASON })
      .where('companyId', '=', companyId())
      .execute()
    expect(await app.withCookie(cookie).me()).toMatchObject({ kind: 'unaffiliated' })
    expect((await errorOf(app.withCookie(cookie).tickets.board())).code).toBe('FORBIDDEN')
  })

  test('allows no login by password, passkey or after a reset, and says why', async () => {
    const cookie = await app.signIn(bluebonnet.email)
    const device = createAuthenticator(app.url)
    const post = (path: string, json: object, held = cookie) =>
      app.fetch(`/api/auth/${path}`, { method: 'POST', json, headers: { cookie: held, origin: app.url } })
    const asked = async (ceremony: string, held: string) => {
      const answer = await app.fetch(`/api/auth/passkey/generate-${ceremony}-options`, {
        headers: { cookie: held },
      })
      const cookies = answer.headers.getSetCookie().map(each => each.split(';')[0])
      const { challenge } = (await answer.json()) as { challenge: string }
      return { challenge, held: [held, ...cookies].filter(each => each !== '').join('; ') }
    }
    const adding = await asked('register', cookie)
    const added = { response: device.register(adding), name: 'Phone' }
    expect((await post('passkey/verify-registration', added, adding.held)).status).toBe(200)
    // The library uses the real clock.
    app.now = new Date()
    await post('request-password-reset', { email: walt.email }, '')
    await suspend()

    const refusals = [await signInAt(bluebonnet.email), await signInAt(rosa.email)]
    const opening = await asked('authenticate', '')
    const response = device.signIn(opening)
    refusals.push(await post('passkey/verify-authentication', { response }, opening.held))
    await waitUntilDelivered(app.database)
    const email = app.sentEmails.findLast(({ recipient }) => recipient === walt.email)
    const token = /token=([\w-]+)/.exec(email?.text ?? '')?.[1]
    const reset = { token, newPassword: 'another-campground-2025' }
    expect((await post('reset-password', reset, '')).status).toBe(200)
    const again = { email: walt.email, password: reset.newPassword }
    refusals.push(await post('sign-in/email', again, ''))
    for (const refusal of refusals)
      expect([refusal.status, ((await refusal.json()) as { message: string }).message]).toEqual([
        403,
        SHUT_OUT,
      ])
    await restore()
    expect((await signInAt(rosa.email)).status).toBe(200)
  })

  test('keeps its customers’ links, histories and reviews, and deletes nothing', async () => {
    const ticketId = await createReview(app)
    const token = await createLinkFor(app, ticketId)
    const { client } = await customerOfLink(app, token)
    const rows = () => app.database.selectFrom('ticket').select('ticketId').orderBy('ticketId').execute()
    const before = [await rows(), await app.as('visitor').workHistory.get({ vin: june.customerRV.vin })]
    await suspend()
    expect(await client.customerView.get({ token })).toMatchObject({ ticketId })
    expect([await rows(), await app.as('visitor').workHistory.get({ vin: june.customerRV.vin })]).toEqual(
      before,
    )
    expect((await founders().listReviews(at())).reviews.length).toBeGreaterThan(0)
    await restore()
    const cookie = await app.signIn(bluebonnet.email)
    const file = await app.fetch('/api/company/export', { headers: { cookie } })
    expect(await file.text()).toContain(String(ticketId))
  })

  test('gets the reason by email and in its log, and so for its restoration', async () => {
    await suspend()
    await restore()
    await waitUntilDelivered(app.database)
    const emails = app.sentEmails.filter(({ recipient }) => recipient === bluebonnet.email).slice(-2)
    expect(emails.map(({ subject }) => subject)).toEqual([
      'Bluebonnet RV is suspended at Rigwright',
      'Bluebonnet RV is restored at Rigwright',
    ])
    expect(emails[0]?.text).toContain(`${REASON}.`)
    expect(emails[1]?.text).toContain(`They all have them now.`)
    const cookie = await app.signIn(bluebonnet.email)
    const { entries: actions } = await app.withCookie(cookie).audit.list({})
    expect(actions.slice(0, 2).map(auditSentence)).toEqual([
      'Maya of Rigwright restored the company: They all have them now.',
      `Maya of Rigwright suspended the company: ${REASON}`,
    ])
  })
})
