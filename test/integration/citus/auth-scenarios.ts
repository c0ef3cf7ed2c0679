// The authentication library's queries.

import { PASSWORD } from '#server/seed/demo-accounts.ts'
import { type RequestIdentity, send } from '../../support/examples/send-request.ts'
import { createRigOwner } from '../../support/rig-owner-fixtures.ts'
import { emailAfter } from '../../support/signup.ts'
import type { TestApp } from '../../support/test-app.ts'
import { createAuthenticator } from '../../support/test-authenticator.ts'
import { totpCode } from '../../support/totp.ts'
import { type Scenario, scenario, sessionHeaders } from './scenario.ts'

const NEW_PASSWORD = 'gravel-and-pine-7'

const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map(cookie => cookie.split(';')[0] ?? '')
    .filter(cookie => !cookie.endsWith('='))
    .join('; ')

/** A logged-in RV owner. */
async function newAccount(app: TestApp): Promise<{ email: string; cookie: string }> {
  const { email } = await createRigOwner(app)
  return { email, cookie: await app.signIn(email) }
}

const authFetch = async (app: TestApp, path: string, cookie: string, json: object): Promise<Response> => {
  const answer = await send(app, `POST /auth/${path}`, { json }, { headers: { cookie, origin: app.url } })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer
}

/** For a logged-in user. */
const signedIn = (sign: RegExp, json: object): Scenario =>
  scenario(sign, async ({ app }) => [{ json }, sessionHeaders((await newAccount(app)).cookie)])

/** A user setting up two-factor. */
async function enableTwoFactor(app: TestApp) {
  const { email, cookie } = await newAccount(app)
  const answer = await authFetch(app, 'two-factor/enable', cookie, { password: PASSWORD })
  const { totpURI, backupCodes } = (await answer.json()) as { totpURI: string; backupCodes: string[] }
  return { email, cookie, code: totpCode(new URL(totpURI).searchParams.get('secret') ?? ''), backupCodes }
}

/** A user with two-factor. */
async function withTwoFactor(app: TestApp) {
  const { email, cookie, code, backupCodes } = await enableTwoFactor(app)
  const answer = await authFetch(app, 'two-factor/verify-totp', cookie, { code })
  return { email, cookie: cookiesOf(answer), backupCode: backupCodes[0] }
}

const twoFactorScenario = (sign: RegExp, json: object): Scenario =>
  scenario(sign, async ({ app }) => [{ json }, sessionHeaders((await withTwoFactor(app)).cookie)])

async function questionOfPasskeys(app: TestApp, ceremony: 'register' | 'authenticate', cookie = '') {
  const path = `/api/auth/passkey/generate-${ceremony}-options`
  const answer = await app.fetch(path, { headers: { cookie } })
  const { challenge } = (await answer.json()) as { challenge: string }
  return { challenge, held: sessionHeaders(cookie, cookiesOf(answer)) }
}

const originHeaders = (app: TestApp, who: RequestIdentity): RequestIdentity => ({
  headers: { ...who.headers, origin: app.url },
})

/** A user with a passkey on this device. */
async function createPasskeyUser(app: TestApp) {
  const { cookie } = await newAccount(app)
  const device = createAuthenticator(app.url)
  const { challenge, held } = await questionOfPasskeys(app, 'register', cookie)
  const json = { response: device.register({ challenge }), name: 'My phone' }
  await authFetch(app, 'passkey/verify-registration', held.headers?.cookie ?? '', json)
  const [passkey] = (await app.withCookie(cookie).account.get()).passkeys
  return { cookie, device, id: passkey?.id ?? '' }
}

/** Path by path. */
export const AUTH_SCENARIOS: Readonly<Record<string, Scenario>> = {
  'POST /auth/sign-in/email': scenario(/insert into "auth_session"/, async ({ app }) => [
    { json: { email: (await newAccount(app)).email, password: PASSWORD } },
    {},
  ]),
  'POST /auth/sign-out': signedIn(/delete from "auth_session"/, {}),
  'POST /auth/request-password-reset': scenario(/insert into auth_verification/, async ({ app }) => [
    { json: { email: (await newAccount(app)).email } },
    {},
  ]),
  'POST /auth/reset-password': scenario(/update "auth_credential"/, async ({ app }) => {
    const { email } = await newAccount(app)
    const asking = () => authFetch(app, 'request-password-reset', '', { email })
    // The library uses the real clock.
    app.now = new Date()
    const { text } = await emailAfter(app, email, asking)
    return [{ json: { token: /token=([\w-]+)/.exec(text)?.[1] ?? '', newPassword: NEW_PASSWORD } }, {}]
  }),
  'POST /auth/change-password': signedIn(/update "auth_credential"/, {
    currentPassword: PASSWORD,
    newPassword: NEW_PASSWORD,
  }),
  'POST /auth/two-factor/enable': signedIn(/insert into "auth_two_factor"/, { password: PASSWORD }),
  'POST /auth/two-factor/verify-totp': scenario(/insert into auth_used_code/, async ({ app }) => {
    const { cookie, code } = await enableTwoFactor(app)
    return [{ json: { code } }, sessionHeaders(cookie)]
  }),
  'POST /auth/two-factor/verify-backup-code': scenario(/update "auth_two_factor"/, async ({ app }) => {
    const { email, backupCode } = await withTwoFactor(app)
    const asked = await authFetch(app, 'sign-in/email', '', { email, password: PASSWORD })
    return [{ json: { code: backupCode } }, sessionHeaders(cookiesOf(asked))]
  }),
  'POST /auth/two-factor/generate-backup-codes': twoFactorScenario(/update "auth_two_factor"/, {
    password: PASSWORD,
  }),
  'POST /auth/two-factor/disable': twoFactorScenario(/delete from "auth_two_factor"/, { password: PASSWORD }),
  'GET /auth/passkey/generate-register-options': scenario(
    /insert into "auth_verification"/,
    async ({ app }) => [{}, sessionHeaders((await newAccount(app)).cookie)],
  ),
  'POST /auth/passkey/verify-registration': scenario(/insert into "auth_passkey"/, async ({ app }) => {
    const { cookie } = await newAccount(app)
    const { challenge, held } = await questionOfPasskeys(app, 'register', cookie)
    const json = { response: createAuthenticator(app.url).register({ challenge }), name: 'My phone' }
    return [{ json }, originHeaders(app, held)]
  }),
  'GET /auth/passkey/generate-authenticate-options': scenario(/insert into "auth_verification"/, async () => [
    {},
    {},
  ]),
  'POST /auth/passkey/verify-authentication': scenario(/update "auth_passkey"/, async ({ app }) => {
    const { device } = await createPasskeyUser(app)
    const { challenge, held } = await questionOfPasskeys(app, 'authenticate')
    return [{ json: { response: device.signIn({ challenge }) } }, originHeaders(app, held)]
  }),
  'POST /auth/passkey/delete-passkey': scenario(/delete from "auth_passkey"/, async ({ app }) => {
    const { id, cookie } = await createPasskeyUser(app)
    return [{ json: { id } }, sessionHeaders(cookie)]
  }),
}
