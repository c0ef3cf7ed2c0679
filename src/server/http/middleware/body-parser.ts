// Reads a request's JSON and checks its size, depth and width before parsing.

import type { IncomingMessage } from 'node:http'
import { isApiError, malformedJson, tooLarge, unsupportedMediaType } from '#server/lib/api-errors.ts'

const MAX_BODY_BYTES = 1_000_000
/** Further bytes are read and dropped up to this: a client that is still sending would not read the response. */
const MAX_DISCARDED_BYTES = 10_000_000
const MAX_DEPTH = 32
/** Far more than the largest ticket has. */
const MAX_VALUES = 20_000

/** The whole body, or null if it is too large. */
async function readBody(incoming: IncomingMessage): Promise<Buffer | null> {
  if (Number(incoming.headers['content-length'] ?? 0) > MAX_DISCARDED_BYTES) return null
  const pieces: Buffer[] = []
  let size = 0
  for await (const piece of incoming as AsyncIterable<Buffer>) {
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

/**
 * Throws INVALID for a query string that is nested too deeply: it nests by brackets, and RPC puts JSON into it.
 */
export function checkQuery({ pathname, searchParams }: URL): void {
  const data = searchParams.get('data')
  if (pathname.startsWith('/rpc/') && data !== null && data !== '') parse(data)
  for (const name of searchParams.keys()) if (name.split('[').length > MAX_DEPTH) throw tooDeep()
}

/** The request's JSON; undefined without a body. Throws INVALID if it cannot be used. */
export async function readJson(incoming: IncomingMessage): Promise<unknown> {
  if (['GET', 'HEAD'].includes(incoming.method ?? 'GET')) return undefined
  try {
    const bytes = await readBody(incoming)
    if (bytes === null) throw tooLarge()
    const kind = incoming.headers['content-type']
    // Without a content type there must be no body: another site's page can send text without a preflight.
    if (kind === undefined ? bytes.byteLength > 0 : !isJson(kind)) throw unsupportedMediaType()
    return parseBytes(bytes)
  } catch (error) {
    throw isApiError(error) ? error : malformedJson()
  }
}
