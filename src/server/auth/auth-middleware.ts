// In front of the sign-in library's addresses: what is tried there is counted, nothing that was sent may lead
// the browser elsewhere, and what it refuses comes out in the house's form.

import type { Context } from 'hono'
import type { Database } from '#server/db/client.ts'
import { type Counts, type Who, whoTries } from '#server/http/middleware/rate-limiter.ts'
import type { Deed } from '#server/http/middleware/rate-limits.ts'
import type { Variables } from '#server/http/middleware/request-log.ts'
import { notFound, unauthorized } from '#server/rpc/errors.ts'
import { type Auth, askDatabase, type Person } from './auth.ts'
import type { DeviceMarks } from './known-device-cookie.ts'
import { keptPassword, takeBackOvertaken } from './password-race.ts'

type AppContext = Context<{ Variables: Variables }>

type Door = {
  readonly auth: Auth
  readonly database: Database
  readonly counts: Counts
  readonly marks: DeviceMarks
  readonly identify: (c: AppContext) => Promise<Person>
  readonly addressOf: (c: AppContext) => string
}

/** Where the library would send the browser afterwards, in a body or a query. The web goes its own way. */
const LEADING = ['callbackURL', 'redirectTo', 'errorCallbackURL', 'newUserCallbackURL']
/** How long somebody stays signed in is the house's rule, not the asker's. */
const LEFT_OUT = [...LEADING, 'rememberMe']

const DEEDS: Readonly<Record<string, Deed>> = {
  '/sign-in/email': 'sign-in',
  '/request-password-reset': 'request-password-reset',
  '/reset-password': 'reset-password',
  '/change-password': 'change-password',
  // Each of them asks for the password, and would tell a guesser when it is right.
  '/two-factor/enable': 'change-password',
  '/two-factor/disable': 'change-password',
  '/two-factor/generate-backup-codes': 'change-password',
}

const VISITOR = { kind: 'visitor' } as const

function deedAt(path: string): Deed {
  if (/^\/(two-factor|passkey)\/verify-/.test(path)) return 'second-factor'
  return DEEDS[path] ?? 'account'
}

function emailIn(json: unknown): string | null {
  const { email } = (json ?? {}) as { email?: unknown }
  const isText = typeof email === 'string' && email.isWellFormed() && !email.includes('\0')
  return isText ? email.trim().toLowerCase() : null
}

/**
 * The request as the library gets it: without what would lead elsewhere or is not offered, and with a
 * script's token as the cookie that it stands for, so that the house's rules see whose it is.
 */
function harmless(c: AppContext, sessionCookie: string): Request {
  const url = new URL(c.req.url)
  const json = c.get('sent')?.json
  for (const name of [...LEFT_OUT, 'token']) url.searchParams.delete(name)
  const headers = new Headers(c.get('headers'))
  headers.delete('content-length')
  const [, token] = /^bearer\s+(\S+\.\S+)$/i.exec(headers.get('authorization') ?? '') ?? []
  headers.delete('authorization')
  if (token !== undefined)
    headers.set('cookie', `${sessionCookie}=${token.includes('%') ? token : encodeURIComponent(token)}`)
  const { method } = c.req
  if (method === 'GET') return new Request(url, { method, headers })
  // An array or a number stays what it is: the library refuses it.
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json)
  const body = isObject
    ? Object.fromEntries(Object.entries(json).filter(([name]) => !LEFT_OUT.includes(name)))
    : json
  return new Request(url, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
}

/** A refusal of the library's as `{code, message, requestId}`. */
async function inHouseForm(c: AppContext, answer: Response): Promise<Response> {
  const { code, message } = (await answer.json().catch(() => ({}))) as { code?: string; message?: string }
  if (message === undefined) throw notFound()
  for (const cookie of answer.headers.getSetCookie()) c.header('Set-Cookie', cookie, { append: true })
  return c.json({ code: code ?? 'INVALID', message, requestId: c.get('requestId') }, answer.status as 400)
}

/** Where the library hands over a session besides the cookie, which no script of a page can read. */
const FOR_SCRIPTS = ['set-auth-token', 'access-control-expose-headers']

const isBrowser = (c: AppContext): boolean =>
  ['origin', 'sec-fetch-site'].some(name => c.req.header(name) !== undefined)

/** The token of whom the answer let in; a password alone may not be all that is asked. */
async function tokenIn(answer: Response): Promise<unknown> {
  return ((await answer.clone().json()) as { token?: unknown }).token
}

export function signInDoor({ auth, database, counts, marks, identify, addressOf }: Door) {
  async function whoTriesHere(c: AppContext, deed: Deed): Promise<Who> {
    const { actor } = deed === 'change-password' ? await identify(c) : { actor: VISITOR }
    const who = whoTries(actor, addressOf(c))
    const email = emailIn(c.get('sent')?.json)
    if (email === null) return who
    const device = deed === 'sign-in' ? marks.read(c, email) : null
    // A browser that is known has tries of its own, whatever its neighbours do.
    return device === null ? { ...who, email } : { device }
  }

  return async (c: AppContext): Promise<Response> => {
    const { fault, json } = c.get('sent') ?? {}
    if (fault !== undefined) throw fault
    const path = c.req.path.replace(/^\/api\/auth/, '')
    const deed = deedAt(path)
    const email = emailIn(json)
    const isTry = deed === 'sign-in' && email !== null
    const isLook = path === '/get-session'
    const who = isLook ? {} : await whoTriesHere(c, deed)
    if (!isLook) await counts.count(deed, who)
    if (isTry) await counts.count('any-sign-in', { ...whoTries(VISITOR, addressOf(c)), email })
    const before = isTry ? await keptPassword(database, email) : null
    const { authCookies } = await auth.$context
    const answer = await auth.handler(harmless(c, authCookies.sessionToken.name))
    // The library says of a database that is away only that something went wrong.
    if (answer.status >= 500) await askDatabase(database)
    if (!answer.ok) return inHouseForm(c, answer)
    const token = isTry ? await tokenIn(answer) : null
    if (isTry && (await takeBackOvertaken(database, email, before, token))) throw unauthorized()
    if (deed === 'second-factor' || typeof token === 'string') await counts.forgive(deed, who)
    const mark = isTry ? marks.markOf(c, email) : null
    const told = c.newResponse(answer.body, answer)
    if (isBrowser(c)) for (const name of FOR_SCRIPTS) told.headers.delete(name)
    if (mark !== null) told.headers.append('Set-Cookie', mark)
    return told
  }
}
