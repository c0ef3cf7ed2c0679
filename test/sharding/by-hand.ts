// The paths that test/walls leaves to tests of their own, each walked by whoever it is for: customers by their link,
// people at the door of the sign-in, and whoever keeps a stream open.

import { randomUUID } from 'node:crypto'
import { PASSWORD } from '#server/cast/people.ts'
import { authenticator } from '../authenticator.ts'
import { answering, DIGITS, doneTicket, linkedTicket, reviewed, tokenIn } from '../customers.ts'
import { joinTokenFor, letterAfter, newOwner as newcomer } from '../joining.ts'
import { oneTimeCode } from '../one-time-code.ts'
import { phoneAt, saidBy } from '../push-service.ts'
import { newOwner, visited } from '../rig-owners.ts'
import { type Ask, claimOf } from '../walls/paths.ts'
import { send, type Who } from '../walls/send.ts'
import type { Shop } from '../walls/shop.ts'
import { openWorld, type World } from '../world.ts'

export type Walk = {
  /** Brings everything to where the path can be walked; answers with the way along it. */
  readonly prepare: (shop: Shop, name: string) => Promise<() => Promise<Response>>
  /** What is asked on the way, if it is walked to its end. */
  readonly signs: readonly RegExp[]
}

type Request = readonly [Ask, Who]

const walking = (sign: RegExp, prepare: (shop: Shop) => Promise<Request>): Walk => ({
  signs: [sign],
  prepare: async (shop, name) => {
    const [ask, who] = await prepare(shop)
    return () => send(shop.world, name, ask, who)
  },
})

type Linked = Awaited<ReturnType<typeof linkedTicket>>

/** By the answered link of a ticket of June's, once `before` was done. */
const byLink = (
  sign: RegExp,
  before: (linked: Linked, shop: Shop) => Promise<Ask> = async () => ({}),
): Walk =>
  walking(sign, async shop => {
    const linked = await linkedTicket(shop.world)
    const { at, ...ask } = await before(linked, shop)
    return [{ ...ask, at: { token: linked.token, ...at } }, { headers: { cookie: linked.cookie } }]
  })

/** The same once the work is done. */
const byDoneLink = (sign: RegExp, json?: object): Walk =>
  walking(sign, async ({ world }) => {
    const { token } = await doneTicket(world)
    const { cookie } = await answering(world, token)
    return [{ at: { token }, ...(json && { json }) }, { headers: { cookie } }]
  })

async function questionOf({ ticketId, token, client }: Linked, { world }: Shop) {
  await world.as('dana').approvals.ask({ ticketId, jobNumbers: [1] })
  const [line] = (await client.follow.questions({ token })).lines
  if (line === undefined) throw new Error('Nothing is asked.')
  return line
}

const phone = () => saidBy(phoneAt('https://push.example'))

/** The report of a rig that June holds, with a photo in it. */
async function reportOf(shop: Shop) {
  const vin = `REPORT-${randomUUID().slice(0, 8)}`.toUpperCase()
  const ticketId = await shop.ticket(vin)
  const photoId = await shop.photo(ticketId)
  await claimOf(shop, vin, ticketId)
  const { report } = await shop.world.as('june').myRigs.share({ vin })
  return { token: tokenIn(report.path), companyUUID: shop.world.ids.dana, photoId, size: 'small' }
}

const NEW_PASSWORD = 'gravel-and-pine-7'

const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map(cookie => cookie.split(';')[0] ?? '')
    .filter(cookie => !cookie.endsWith('='))
    .join('; ')

const holding = (...cookies: readonly string[]): Who => ({
  headers: { cookie: cookies.filter(cookie => cookie !== '').join('; ') },
})

/** Somebody with an account of their own, signed in. */
async function somebody(world: World): Promise<{ email: string; cookie: string }> {
  const { email } = await newOwner(world)
  return { email, cookie: await world.signIn(email) }
}

const door = async (world: World, path: string, cookie: string, json: object): Promise<Response> => {
  const answer = await send(world, `POST /auth/${path}`, { json }, { headers: { cookie, origin: world.url } })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer
}

/** Of somebody who is signed in. */
const signedIn = (sign: RegExp, json: object): Walk =>
  walking(sign, async ({ world }) => [{ json }, holding((await somebody(world)).cookie)])

/** Somebody on their way to a second step. */
async function beginning(world: World) {
  const { email, cookie } = await somebody(world)
  const answer = await door(world, 'two-factor/enable', cookie, { password: PASSWORD })
  const { totpURI, backupCodes } = (await answer.json()) as { totpURI: string; backupCodes: string[] }
  return { email, cookie, code: oneTimeCode(new URL(totpURI).searchParams.get('secret') ?? ''), backupCodes }
}

/** Somebody with a second step. */
async function careful(world: World) {
  const { email, cookie, code, backupCodes } = await beginning(world)
  const answer = await door(world, 'two-factor/verify-totp', cookie, { code })
  return { email, cookie: cookiesOf(answer), backupCode: backupCodes[0] }
}

const ofCareful = (sign: RegExp, json: object): Walk =>
  walking(sign, async ({ world }) => [{ json }, holding((await careful(world)).cookie)])

async function questionOfPasskeys(world: World, ceremony: 'register' | 'authenticate', cookie = '') {
  const path = `/api/auth/passkey/generate-${ceremony}-options`
  const answer = await world.fetch(path, { headers: { cookie } })
  const { challenge } = (await answer.json()) as { challenge: string }
  return { challenge, held: holding(cookie, cookiesOf(answer)) }
}

const fromHere = (world: World, who: Who): Who => ({ headers: { ...who.headers, origin: world.url } })

/** Somebody with a passkey on this device. */
async function keyed(world: World) {
  const { cookie } = await somebody(world)
  const device = authenticator(world.url)
  const { challenge, held } = await questionOfPasskeys(world, 'register', cookie)
  const json = { response: device.register({ challenge }), name: 'My phone' }
  await door(world, 'passkey/verify-registration', held.headers?.cookie ?? '', json)
  const [passkey] = (await world.withCookie(cookie).account.get()).passkeys
  return { cookie, device, id: passkey?.id ?? '' }
}

type Watching = {
  readonly at?: Ask['at']
  readonly cookie?: string
  readonly change: (there: World) => unknown
}

/** Reads on in a stream until `sign` has come. */
function readerOf(stream: Response): { until: (sign: string) => Promise<void>; end: () => Promise<void> } {
  const reader = (stream.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream()).getReader()
  let heard = ''
  return {
    until: async sign => {
      while (!heard.includes(sign)) {
        const { done, value } = await reader.read()
        if (done) throw new Error(`The stream ended before ${sign}: ${heard}`)
        heard += value
      }
      heard = ''
    },
    end: () => reader.cancel(),
  }
}

/**
 * Opens a stream, resuming from long ago, and lets `change` happen at another server on the same database: this one
 * has to read of it. Answers once the stream has told of it.
 */
const watching = (
  told: string,
  signs: readonly RegExp[],
  prepare: (shop: Shop) => Promise<Watching>,
): Walk => ({
  signs,
  prepare: async (shop, name) => {
    const { at = {}, cookie = '', change } = await prepare(shop)
    const there = await openWorld({ connection: shop.world.connection })
    return async () => {
      const stream = await send(shop.world, name, { at }, { headers: { cookie, 'Last-Event-ID': '0' } })
      const { until, end } = readerOf(stream)
      try {
        await until('event: ready')
        await change(there)
        await until(told)
      } finally {
        await end()
        await there.close()
      }
      return stream
    }
  },
})

export const BY_HAND: Readonly<Record<string, Walk>> = {
  'GET /follow/{token}': byLink(/from "ticket_link"/),
  'POST /follow/{token}/answer': byLink(/from "ticket_link" .* for update/, async () => ({
    json: { digits: DIGITS },
  })),
  'GET /follow/{token}/ticket': byLink(/from "ticket_waiting"/),
  'GET /follow/{token}/messages': byLink(/from "ticket_message"/),
  'POST /follow/{token}/messages': byLink(/insert into "ticket_message"/, async () => ({
    json: { text: 'When will it be done?' },
  })),
  'POST /follow/{token}/phones': byLink(/insert into "push_subscription"/, async () => ({ json: phone() })),
  'POST /follow/{token}/phones/stop': byLink(/delete from "push_subscription"/, async ({ token, client }) => {
    const json = phone()
    await client.follow.tellPhone({ token, ...json })
    return { json }
  }),
  'GET /follow/{token}/questions': byLink(/from "approval_line"/, async (linked, shop) => {
    await questionOf(linked, shop)
    return {}
  }),
  'POST /follow/{token}/questions/{requestId}/{jobNumber}': byLink(
    /update "approval_line"/,
    async (linked, shop) => {
      const { requestId, jobNumber, version } = await questionOf(linked, shop)
      return { at: { requestId, jobNumber }, json: { version, answer: 'approved' } }
    },
  ),
  'GET /follow/{token}/review': byDoneLink(/from "review"/),
  'POST /follow/{token}/review': byDoneLink(/insert into "review"/, { stars: 5, words: 'Dry again.' }),
  'GET /follow/{token}/paper.pdf': byDoneLink(/ended_papers/),
  'GET /pictures/follow/{token}/photos/{photoId}': byLink(/from "photo"/, async ({ ticketId }, shop) => ({
    at: { photoId: await shop.photo(ticketId) },
  })),
  'GET /companies/{companyId}/reviews': walking(/"review"/, async ({ world }) => {
    await reviewed(world)
    return [{ at: { companyId: world.ids.dana } }, {}]
  }),
  'PUT /tickets/{ticketId}/review/answer': walking(/update "review"/, async ({ world }) => [
    { at: { ticketId: await reviewed(world) }, json: { words: 'Thank you.' } },
    { as: 'dana' },
  ]),

  'POST /my/join/{token}': walking(/create_joined_account/, async ({ world }) => [
    { at: { token: await joinTokenFor(world) }, json: newcomer },
    {},
  ]),
  'POST /my/rigs': walking(/insert into "rig_claim"/, async ({ world }) => {
    const { vin, code } = await visited(world, { vin: 'BY-HAND-1' })
    return [{ json: { vin, code } }, { as: 'june' }]
  }),
  'POST /my/leave': walking(/delete_own_account/, async ({ world }) => {
    const { email, client } = await newOwner(world)
    const { vin, code } = await visited(world, { vin: 'BY-HAND-2', customer: { email } })
    await client.myRigs.claim({ vin, code })
    return [{ json: { password: PASSWORD } }, holding(await world.signIn(email))]
  }),
  'GET /rig-reports/{token}': walking(/rig_record/, async shop => [{ at: await reportOf(shop) }, {}]),
  'GET /rig-reports/{token}/photos/{companyUUID}/{photoId}/{size}': walking(/rig_photo/, async shop => [
    { at: await reportOf(shop) },
    {},
  ]),

  'POST /auth/sign-in/email': walking(/insert into "auth_session"/, async ({ world }) => [
    { json: { email: (await somebody(world)).email, password: PASSWORD } },
    {},
  ]),
  'POST /auth/sign-out': signedIn(/delete from "auth_session"/, {}),
  'POST /auth/request-password-reset': walking(/insert into auth_verification/, async ({ world }) => [
    { json: { email: (await somebody(world)).email } },
    {},
  ]),
  'POST /auth/reset-password': walking(/update "auth_credential"/, async ({ world }) => {
    const { email } = await somebody(world)
    const asking = () => door(world, 'request-password-reset', '', { email })
    // The sign-in library looks at the clock on the wall.
    world.now = new Date()
    const { text } = await letterAfter(world, email, asking)
    return [{ json: { token: /token=([\w-]+)/.exec(text)?.[1] ?? '', newPassword: NEW_PASSWORD } }, {}]
  }),
  'POST /auth/change-password': signedIn(/update "auth_credential"/, {
    currentPassword: PASSWORD,
    newPassword: NEW_PASSWORD,
  }),
  'POST /auth/two-factor/enable': signedIn(/insert into "auth_two_factor"/, { password: PASSWORD }),
  'POST /auth/two-factor/verify-totp': walking(/insert into auth_tried_code/, async ({ world }) => {
    const { cookie, code } = await beginning(world)
    return [{ json: { code } }, holding(cookie)]
  }),
  'POST /auth/two-factor/verify-backup-code': walking(/update "auth_two_factor"/, async ({ world }) => {
    const { email, backupCode } = await careful(world)
    const asked = await door(world, 'sign-in/email', '', { email, password: PASSWORD })
    return [{ json: { code: backupCode } }, holding(cookiesOf(asked))]
  }),
  'POST /auth/two-factor/generate-backup-codes': ofCareful(/update "auth_two_factor"/, {
    password: PASSWORD,
  }),
  'POST /auth/two-factor/disable': ofCareful(/delete from "auth_two_factor"/, { password: PASSWORD }),
  'GET /auth/passkey/generate-register-options': walking(
    /insert into "auth_verification"/,
    async ({ world }) => [{}, holding((await somebody(world)).cookie)],
  ),
  'POST /auth/passkey/verify-registration': walking(/insert into "auth_passkey"/, async ({ world }) => {
    const { cookie } = await somebody(world)
    const { challenge, held } = await questionOfPasskeys(world, 'register', cookie)
    const json = { response: authenticator(world.url).register({ challenge }), name: 'My phone' }
    return [{ json }, fromHere(world, held)]
  }),
  'GET /auth/passkey/generate-authenticate-options': walking(/insert into "auth_verification"/, async () => [
    {},
    {},
  ]),
  'POST /auth/passkey/verify-authentication': walking(/update "auth_passkey"/, async ({ world }) => {
    const { device } = await keyed(world)
    const { challenge, held } = await questionOfPasskeys(world, 'authenticate')
    return [{ json: { response: device.signIn({ challenge }) } }, fromHere(world, held)]
  }),
  'POST /auth/passkey/delete-passkey': walking(/delete from "auth_passkey"/, async ({ world }) => {
    const { id, cookie } = await keyed(world)
    return [{ json: { id } }, holding(cookie)]
  }),

  'GET /live': watching(
    '"kind":"company"',
    [/company_versions/, /FROM change/, /session_holder\(asked\.token/],
    async ({ world }) => ({
      cookie: await world.signIn('dana@bluebonnet.example'),
      change: there => there.as('dana').companies.change({ mobileRange: 41 }),
    }),
  ),
  'GET /live/directory': watching(
    '555-0143',
    [/from "directory_version"/, /from "directory" where "version" >/],
    async () => ({
      change: there => there.as('dana').companies.change({ companyPhone: '(574) 555-0143' }),
    }),
  ),
  'GET /live/follow/{token}': watching(
    '"kind":"changed"',
    [/company_versions/, /FROM change/, /from "ticket_link"/],
    async ({ world }) => {
      const { ticketId, token, cookie } = await linkedTicket(world)
      const change = (there: World) => there.as('dana').messages.say({ ticketId, text: 'Tomorrow.' })
      return { at: { token }, cookie, change }
    },
  ),
}
