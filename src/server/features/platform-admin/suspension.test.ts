import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { trailSentence } from '#domain/audit/entry.ts'
import { COMPANY_AWAY } from '#domain/companies/suspended-message.ts'
import { bluebonnet, june, PASSWORD, rosa, walt } from '#server/seed/demo-accounts.ts'
import { formOf, sendBooking, wishOf } from '../../../../test/support/booking-fixtures.ts'
import { answering, linkOf, reviewed } from '../../../../test/support/customer-fixtures.ts'
import { allDelivered, everyRow } from '../../../../test/support/database-dump.ts'
import { openWorld, refusalOf, type World } from '../../../../test/support/test-app.ts'
import { authenticator } from '../../../../test/support/webauthn.ts'

const REASON = 'Three customers never got their rigs back'

// A world for each: a suspension signs out whoever was signed in.
let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.close())

const founders = () => world.as('maya').founders
const at = () => ({ companyUUID: world.ids.dana })
const companyId = () => world.ids.dana
const suspend = () => founders().suspend({ ...at(), reason: REASON })
const restore = () => founders().restore({ ...at(), reason: 'They all have them now.' })

/** What a stream says, and whether it still does. */
async function follow(path: string, headers: Record<string, string> = {}) {
  const stop = new AbortController()
  const answer = await world.fetch(path, { headers, signal: stop.signal })
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
  await vi.waitFor(() => expect(heard.text).toContain('event: ready'))
  return heard
}

const signInAt = (email: string) =>
  world.fetch('/api/auth/sign-in/email', { method: 'POST', json: { email, password: PASSWORD } })
const SHUT_OUT = `Your company is suspended: ${REASON}. Write to the founders.`

describe('a suspension is refused', () => {
  test.each(['dana', 'walt', 'rosa', 'ray', 'june', 'visitor'] as const)('to %s', async person => {
    const before = await everyRow(world.database)
    for (const act of [world.as(person).founders.suspend, world.as(person).founders.restore])
      expect((await refusalOf(act({ ...at(), reason: 'x' }))).code).toBe(
        person === 'visitor' ? 'UNAUTHORIZED' : 'FORBIDDEN',
      )
    expect(await everyRow(world.database)).toBe(before)
  })

  test('without a reason, of no company, twice, and a restoration of what stands', async () => {
    const bare = await refusalOf(founders().suspend({ ...at(), reason: ' ' }))
    expect(bare).toMatchObject({ code: 'INVALID', fields: { reason: 'Fill this in.' } })
    const nobody = founders().suspend({ companyUUID: world.ids.june, reason: 'x' })
    expect((await refusalOf(nobody)).code).toBe('NOT_FOUND')
    expect((await refusalOf(restore())).message).toBe('This company is not suspended.')
    await suspend()
    expect((await refusalOf(suspend())).message).toMatch(/^This company is suspended since /)
  })
})

describe('a suspended company', () => {
  test('goes from the list, its page, its reviews, its picture and booking, and comes back as it was', async () => {
    await reviewed(world)
    const visitor = world.as('visitor')
    const before = [await visitor.companies.list({}), await visitor.companies.get({ companyId: companyId() })]
    const directory = await follow('/api/live/directory')
    await suspend()
    await vi.waitFor(() =>
      expect(directory.text).toContain(`data: {"kind":"directory","id":"${companyId()}","card":null}`),
    )
    expect((await visitor.companies.list({})).companies.map(({ companyUUID }) => companyUUID)).toEqual([
      world.ids.ray,
    ])
    for (const search of [{ q: 'bluebonnet' }, { near: { latitude: 41.5, longitude: -85.8 } }])
      expect(JSON.stringify(await visitor.companies.list(search))).not.toContain(bluebonnet.companyName)
    const gone = [
      () => visitor.companies.get({ companyId: companyId() }),
      () => visitor.reviews.list({ companyId: companyId() }),
    ]
    for (const call of gone)
      expect(await refusalOf(call())).toMatchObject({ code: 'NOT_FOUND', message: COMPANY_AWAY })
    expect((await world.fetch(`/api/pictures/company_images/${companyId()}`)).status).toBe(404)
    expect((await sendBooking(world, formOf(wishOf(world.now)), { at: companyId() })).status).toBe(404)
    expect((await founders().companies({ q: 'bluebonnet' })).companies[0]).toMatchObject({
      suspendedAt: world.now,
    })
    await restore()
    const after = [await visitor.companies.list({}), await visitor.companies.get({ companyId: companyId() })]
    expect(after).toEqual(before)
    await vi.waitFor(() => expect(directory.text).toContain(`"companyName":"${bluebonnet.companyName}"`))
    directory.stop()
  })

  test('takes no booking that waits for its letter to be answered', async () => {
    const token = await world.unconfirmed()
    await suspend()
    const { look, confirm } = world.as('visitor').bookings
    for (const call of [look, confirm])
      expect(await refusalOf(call({ token }))).toMatchObject({ code: 'NOT_FOUND', message: COMPANY_AWAY })
    await restore()
    expect(await world.as('visitor').bookings.confirm({ token })).toMatchObject({ standing: 'confirmed' })
  })

  test('signs everybody of it out at once, also where they only listen, and nobody else', async () => {
    const emails = [bluebonnet.email, walt.email, rosa.email]
    const cookies = await Promise.all(emails.map(email => world.signIn(email)))
    const rival = await world.signIn('ray@lonestar.example')
    const streams = await Promise.all(cookies.map(cookie => follow('/api/live', { cookie })))
    const theirs = await follow('/api/live', { cookie: rival })
    await suspend()
    await vi.waitFor(() => expect(streams.map(({ hasEnded }) => hasEnded)).toEqual([true, true, true]), 5000)
    expect(theirs.hasEnded).toBe(false)
    theirs.stop()
    for (const cookie of cookies) expect(await world.withCookie(cookie).me()).toEqual({ kind: 'visitor' })
    expect(await world.withCookie(rival).me()).toMatchObject({ kind: 'owner' })
    expect(await world.as('maya').me()).toMatchObject({ kind: 'founder' })
  })

  test('is nobody’s company, even for a session that began as it was suspended', async () => {
    const cookie = await world.signIn(walt.email)
    await world.database
      .updateTable('company')
      .set({ suspendedAt: world.now, suspendedBecause: REASON })
      .where('companyId', '=', companyId())
      .execute()
    expect(await world.withCookie(cookie).me()).toMatchObject({ kind: 'stranger' })
    expect((await refusalOf(world.withCookie(cookie).tickets.board())).code).toBe('FORBIDDEN')
  })

  test('lets nobody in by password, by passkey or after choosing a new password, and says why', async () => {
    const cookie = await world.signIn(bluebonnet.email)
    const device = authenticator(world.url)
    const post = (path: string, json: object, held = cookie) =>
      world.fetch(`/api/auth/${path}`, { method: 'POST', json, headers: { cookie: held, origin: world.url } })
    const asked = async (ceremony: string, held: string) => {
      const answer = await world.fetch(`/api/auth/passkey/generate-${ceremony}-options`, {
        headers: { cookie: held },
      })
      const cookies = answer.headers.getSetCookie().map(each => each.split(';')[0])
      const { challenge } = (await answer.json()) as { challenge: string }
      return { challenge, held: [held, ...cookies].filter(each => each !== '').join('; ') }
    }
    const adding = await asked('register', cookie)
    const added = { response: device.register(adding), name: 'Phone' }
    expect((await post('passkey/verify-registration', added, adding.held)).status).toBe(200)
    // The library looks at the clock on the wall.
    world.now = new Date()
    await post('request-password-reset', { email: walt.email }, '')
    await suspend()

    const refusals = [await signInAt(bluebonnet.email), await signInAt(rosa.email)]
    const opening = await asked('authenticate', '')
    const response = device.signIn(opening)
    refusals.push(await post('passkey/verify-authentication', { response }, opening.held))
    await allDelivered(world.database)
    const letter = world.letters.findLast(({ recipient }) => recipient === walt.email)
    const token = /token=([\w-]+)/.exec(letter?.text ?? '')?.[1]
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

  test('keeps its customers’ links, its histories and its reviews, and deletes nothing', async () => {
    const ticketId = await reviewed(world)
    const token = await linkOf(world, ticketId)
    const { client } = await answering(world, token)
    const rows = () => world.database.selectFrom('ticket').select('ticketId').orderBy('ticketId').execute()
    const kept = [await rows(), await world.as('visitor').workHistory.get({ vin: june.customerRV.vin })]
    await suspend()
    expect(await client.follow.get({ token })).toMatchObject({ ticketId })
    expect([await rows(), await world.as('visitor').workHistory.get({ vin: june.customerRV.vin })]).toEqual(
      kept,
    )
    expect((await founders().reviews(at())).reviews.length).toBeGreaterThan(0)
    await restore()
    const cookie = await world.signIn(bluebonnet.email)
    const file = await world.fetch('/api/company/export', { headers: { cookie } })
    expect(await file.text()).toContain(String(ticketId))
  })

  test('is told why by letter and in its own trail, and so is its restoration', async () => {
    await suspend()
    await restore()
    await allDelivered(world.database)
    const letters = world.letters.filter(({ recipient }) => recipient === bluebonnet.email).slice(-2)
    expect(letters.map(({ subject }) => subject)).toEqual([
      'Bluebonnet RV is suspended at Rigwright',
      'Bluebonnet RV is restored at Rigwright',
    ])
    expect(letters[0]?.text).toContain(`${REASON}.`)
    expect(letters[1]?.text).toContain(`They all have them now.`)
    const cookie = await world.signIn(bluebonnet.email)
    const { deeds } = await world.withCookie(cookie).trail.deeds({})
    expect(deeds.slice(0, 2).map(trailSentence)).toEqual([
      'Maya of Rigwright restored the company: They all have them now.',
      `Maya of Rigwright suspended the company: ${REASON}`,
    ])
  })
})
