// In front of the sign-in library's addresses: what is tried there is counted, nothing that was sent may lead
// the browser elsewhere, and what it refuses comes out in the house's form.

import type { Context } from 'hono'
import type { Database } from '#server/database/open.ts'
import { notFound } from '#server/errors.ts'
import { type Counts, type Who, whoTries } from '#server/gate/counts.ts'
import type { Deed } from '#server/gate/limits.ts'
import type { Variables } from '#server/seen.ts'
import { type Auth, askDatabase, type Person } from './auth.ts'
import type { DeviceMarks } from './device-mark.ts'

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

const DEEDS: Readonly<Record<string, Deed>> = {
  '/sign-in/email': 'sign-in',
  '/request-password-reset': 'request-password-reset',
  '/reset-password': 'reset-password',
  '/change-password': 'change-password',
}

function deedAt(path: string): Deed {
  if (/^\/(two-factor|passkey)\/verify-/.test(path)) return 'second-factor'
  return DEEDS[path] ?? 'account'
}

function emailIn(json: unknown): string | null {
  const { email } = (json ?? {}) as { email?: unknown }
  return typeof email === 'string' ? email.trim().toLowerCase() : null
}

/** The request as the library gets it, without what would lead elsewhere. */
function harmless(c: AppContext): Request {
  const url = new URL(c.req.url)
  const json = c.get('sent')?.json
  for (const name of LEADING) url.searchParams.delete(name)
  const headers = new Headers(c.get('headers'))
  headers.delete('content-length')
  const { method } = c.req
  if (method === 'GET') return new Request(url, { method, headers })
  // An array or a number stays what it is: the library refuses it.
  const isObject = typeof json === 'object' && json !== null && !Array.isArray(json)
  const body = isObject
    ? Object.fromEntries(Object.entries(json).filter(([name]) => !LEADING.includes(name)))
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

/** Whether the answer let somebody in: a password alone may not be all that is asked. */
async function isSignedIn(answer: Response): Promise<boolean> {
  const { token } = (await answer.clone().json()) as { token?: unknown }
  return typeof token === 'string'
}

export function signInDoor({ auth, database, counts, marks, identify, addressOf }: Door) {
  async function whoTriesHere(c: AppContext, deed: Deed): Promise<Who> {
    const { actor } = deed === 'change-password' ? await identify(c) : { actor: { kind: 'visitor' as const } }
    const who = whoTries(actor, addressOf(c))
    const email = emailIn(c.get('sent')?.json)
    if (email === null) return who
    const device = deed === 'sign-in' ? marks.read(c, email) : null
    return device === null ? { ...who, email } : { ...who, device }
  }

  return async (c: AppContext): Promise<Response> => {
    const { fault, json } = c.get('sent') ?? {}
    if (fault !== undefined) throw fault
    const deed = deedAt(c.req.path.replace(/^\/api\/auth/, ''))
    const who = c.req.method === 'GET' ? {} : await whoTriesHere(c, deed)
    if (c.req.method !== 'GET') await counts.count(deed, who)
    const answer = await auth.handler(harmless(c))
    // The library says of a database that is away only that something went wrong.
    if (answer.status >= 500) await askDatabase(database)
    if (!answer.ok) return inHouseForm(c, answer)
    const email = emailIn(json)
    const isRight = deed === 'sign-in' && email !== null
    if (isRight && (await isSignedIn(answer))) await counts.forgive(deed, who)
    const mark = isRight ? marks.markOf(c, email) : null
    const told = c.newResponse(answer.body, answer)
    if (isBrowser(c)) for (const name of FOR_SCRIPTS) told.headers.delete(name)
    if (mark !== null) told.headers.append('Set-Cookie', mark)
    return told
  }
}
