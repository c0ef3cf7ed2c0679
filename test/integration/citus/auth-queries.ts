// What is asked at the door of the sign-in.

import { PASSWORD } from '#server/seed/demo-accounts.ts'
import { newOwner } from '../../support/rig-owner-fixtures.ts'
import { letterAfter } from '../../support/signup.ts'
import type { World } from '../../support/test-app.ts'
import { oneTimeCode } from '../../support/totp.ts'
import { authenticator } from '../../support/webauthn.ts'
import { send, type Who } from '../tenancy/send.ts'
import { holding, type Walk, walking } from './scenario.ts'

const NEW_PASSWORD = 'gravel-and-pine-7'

const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map(cookie => cookie.split(';')[0] ?? '')
    .filter(cookie => !cookie.endsWith('='))
    .join('; ')

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

/** Path by path. */
export const DOOR: Readonly<Record<string, Walk>> = {
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
}
