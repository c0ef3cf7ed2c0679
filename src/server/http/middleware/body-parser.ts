// Reads a request's body once and checks its size, depth and width before parsing. Errors are kept for later: missing
// permission is reported first.

import type { Context, Next } from 'hono'
import { isApiError, malformedJson, tooLarge, unsupportedMediaType } from '#server/lib/api-errors.ts'
import type { ParsedBody, RequestVariables } from './request-log.ts'

export const MAX_BODY_BYTES = 1_000_000
/** Further bytes are read and dropped up to this: a client that is still sending would not read the response. */
const MAX_DISCARDED_BYTES = 10_000_000
const MAX_DEPTH = 32
/** Far more than the largest ticket has. */
const MAX_VALUES = 20_000

/** The whole body, or null if it is too large. */
async function readBody({ headers, body }: Request): Promise<Uint8Array | null> {
  if (Number(headers.get('content-length') ?? 0) > MAX_DISCARDED_BYTES) return null
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body ?? []) {
    size += piece.byteLength
    if (size > MAX_DISCARDED_BYTES) return null
    if (size <= MAX_BODY_BYTES) pieces.push(piece)
  }
  return size <= MAX_BODY_BYTES ? Buffer.concat(pieces) : null
}

const OPENING = new Set(['[', '{'].map(sign => sign.charCodeAt(0)))
const CLOSING = new Set([']', '}'].map(sign => sign.charCodeAt(0)))
const COMMA = ','.charCodeAt(0)
const QUOTE = '"'.charCodeAt(0)
const BACKSLASH = '\\'.charCodeAt(0)

/** Whether JSON is nested or filled beyond any real request; the contents of strings do not count. */
export function exceedsJsonLimits(text: string): boolean {
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
    if (depth > MAX_DEPTH || values > MAX_VALUES) return true
  }
  return false
}

const strictDecoder = new TextDecoder('utf-8', { fatal: true })
const tooDeep = () => malformedJson('The request is nested too deeply or has too many values.')

/** Parses JSON; throws INVALID if it is invalid or excessive. */
function parse(text: string): unknown {
  if (exceedsJsonLimits(text)) throw tooDeep()
  try {
    return JSON.parse(text)
  } catch {
    throw malformedJson()
  }
}

function parseBytes(bytes: Uint8Array): unknown {
  let text: string
  try {
    text = strictDecoder.decode(bytes)
  } catch {
    throw malformedJson()
  }
  return text === '' ? undefined : parse(text)
}

const isJson = (kind: string): boolean => /^application\/json\s*(;|$)/i.test(kind)

/** A query string nests by brackets, and RPC puts JSON into it. */
function checkQuery(url: URL): void {
  const data = url.searchParams.get('data')
  if (url.pathname.startsWith('/rpc/') && data !== null && data !== '') parse(data)
  for (const name of url.searchParams.keys()) if (name.split('[').length > MAX_DEPTH) throw tooDeep()
}

type BodyResult = { readonly parsedBody: ParsedBody; readonly bytes?: Uint8Array }

const EMPTY_BODY = Buffer.from('{}')

async function parseBody(request: Request): Promise<BodyResult> {
  try {
    checkQuery(new URL(request.url))
    if (['GET', 'HEAD'].includes(request.method)) return { parsedBody: {} }
    const bytes = await readBody(request)
    if (bytes === null) throw tooLarge()
    const kind = request.headers.get('content-type')
    // Without a content type there must be no body: another site's page can send text without a preflight.
    if (kind === null ? bytes.byteLength > 0 : !isJson(kind)) throw unsupportedMediaType()
    return { parsedBody: { json: parseBytes(bytes) }, bytes }
  } catch (error) {
    // Errors are kept until permissions are checked.
    return { parsedBody: { error: isApiError(error) ? error : malformedJson() }, bytes: EMPTY_BODY }
  }
}

/** A new request, because the body has been read. */
function replaceBody({ url, method, headers, signal }: Request, bytes: Uint8Array): Request {
  if (bytes.byteLength === 0) return new Request(url, { method, headers, signal })
  const copiedHeaders = new Headers(headers)
  copiedHeaders.set('content-type', 'application/json')
  copiedHeaders.delete('content-length')
  return new Request(url, { method, headers: copiedHeaders, signal, body: bytes as BodyInit })
}

/** Reads the body before all handlers, and rebuilds the request for them. */
export async function bodyParser(c: Context<{ Variables: RequestVariables }>, next: Next): Promise<void> {
  const { raw } = c.req
  const { parsedBody, bytes } = await parseBody(raw)
  c.set('parsedBody', parsedBody)
  if (bytes !== undefined && !['GET', 'HEAD'].includes(raw.method)) c.req.raw = replaceBody(raw, bytes)
  await next()
}
