// What a request sends, read once and checked as text before anything takes it apart: how much it is, how
// deep and how wide. A fault is kept for later: whoever may not ask at all is told that first.

import type { Context, Next } from 'hono'
import { isAnswer, tooLarge, unreadable, wrongKind } from '#server/rpc/errors.ts'
import type { Sent, Variables } from './request-log.ts'

export const LARGEST_BODY_BYTES = 1_000_000
/** What is read past that and dropped: whoever is still sending would not hear the answer. */
const MOST_DROPPED_BYTES = 10_000_000
const DEEPEST = 32
/** Far more than the largest ticket has. */
const MOST_VALUES = 20_000

/** The whole body, or null when it is too large. */
async function readBody({ headers, body }: Request): Promise<Uint8Array | null> {
  if (Number(headers.get('content-length') ?? 0) > MOST_DROPPED_BYTES) return null
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body ?? []) {
    size += piece.byteLength
    if (size > MOST_DROPPED_BYTES) return null
    if (size <= LARGEST_BODY_BYTES) pieces.push(piece)
  }
  return size <= LARGEST_BODY_BYTES ? Buffer.concat(pieces) : null
}

const OPENING = new Set(['[', '{'].map(sign => sign.charCodeAt(0)))
const CLOSING = new Set([']', '}'].map(sign => sign.charCodeAt(0)))
const COMMA = ','.charCodeAt(0)
const QUOTE = '"'.charCodeAt(0)
const BACKSLASH = '\\'.charCodeAt(0)

/** Whether JSON is nested or filled beyond what anybody sends; what is inside its texts does not count. */
export function isAbsurd(text: string): boolean {
  let [depth, values, isText] = [0, 0, false]
  for (let index = 0; index < text.length; index += 1) {
    const sign = text.charCodeAt(index)
    if (isText && sign === BACKSLASH) index += 1
    else if (sign === QUOTE) isText = !isText
    else if (isText) continue
    else if (OPENING.has(sign)) {
      depth += 1
      values += 1
    } else if (CLOSING.has(sign)) depth -= 1
    else if (sign === COMMA) values += 1
    if (depth > DEEPEST || values > MOST_VALUES) return true
  }
  return false
}

const strict = new TextDecoder('utf-8', { fatal: true })
const tooDeep = () => unreadable('The request is nested too deeply or has too many values.')

/** Reads JSON text; throws INVALID where it is none or absurd. */
function parse(text: string): unknown {
  if (isAbsurd(text)) throw tooDeep()
  try {
    return JSON.parse(text)
  } catch {
    throw unreadable()
  }
}

function parseBytes(bytes: Uint8Array): unknown {
  let text: string
  try {
    text = strict.decode(bytes)
  } catch {
    throw unreadable()
  }
  return text === '' ? undefined : parse(text)
}

const isJson = (kind: string): boolean => /^application\/json\s*(;|$)/i.test(kind)

/** A query nests by brackets, and the RPC face puts JSON into it. */
function checkQuery(url: URL): void {
  const data = url.searchParams.get('data')
  if (url.pathname.startsWith('/rpc/') && data !== null && data !== '') parse(data)
  for (const name of url.searchParams.keys()) if (name.split('[').length > DEEPEST) throw tooDeep()
}

type Reading = { readonly sent: Sent; readonly bytes?: Uint8Array }

const NOTHING = Buffer.from('{}')

async function read(request: Request): Promise<Reading> {
  try {
    checkQuery(new URL(request.url))
    if (['GET', 'HEAD'].includes(request.method)) return { sent: {} }
    const bytes = await readBody(request)
    if (bytes === null) throw tooLarge()
    const kind = request.headers.get('content-type')
    // Without a kind there may be no body either: a page of another site can send text without asking first.
    if (kind === null ? bytes.byteLength > 0 : !isJson(kind)) throw wrongKind()
    return { sent: { json: parseBytes(bytes) }, bytes }
  } catch (fault) {
    // What cannot be used is out of the way of whoever is asked about rights.
    return { sent: { fault: isAnswer(fault) ? fault : unreadable() }, bytes: NOTHING }
  }
}

/** The request anew, as its own body has been read. */
function withBody({ url, method, headers, signal }: Request, bytes: Uint8Array): Request {
  if (bytes.byteLength === 0) return new Request(url, { method, headers, signal })
  const kept = new Headers(headers)
  kept.set('content-type', 'application/json')
  kept.delete('content-length')
  return new Request(url, { method, headers: kept, signal, body: bytes as BodyInit })
}

/** Reads what was sent before anything else does, and puts the request back together for whoever answers it. */
export async function readJson(c: Context<{ Variables: Variables }>, next: Next): Promise<void> {
  const { raw } = c.req
  const { sent, bytes } = await read(raw)
  c.set('sent', sent)
  if (bytes !== undefined && !['GET', 'HEAD'].includes(raw.method)) c.req.raw = withBody(raw, bytes)
  await next()
}
