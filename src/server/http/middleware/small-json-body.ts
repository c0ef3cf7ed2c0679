// Reads a small JSON body of known length, and leaves it readable for the next handler.

import { isUtf8 } from 'node:buffer'
import type { IncomingMessage } from 'node:http'
import { exceedsJsonLimits, MAX_BODY_BYTES } from './body-parser.ts'

export type JsonBody = object

const hasSmallJsonBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-type'] === 'application/json' &&
  /^\d{1,7}$/.test(headers['content-length'] ?? '') &&
  Number(headers['content-length']) <= MAX_BODY_BYTES

/** Resolves with the bytes; rejects when the client disconnects. */
function readBytes(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    request.on('data', piece => pieces.push(piece))
    request.once('end', () => resolve(Buffer.concat(pieces)))
    request.once('error', reject)
  })
}

/** The body, or null if the normal path has to read it: then all of it is still readable. */
export async function readSmallJsonBody(request: IncomingMessage): Promise<JsonBody | null> {
  if (!hasSmallJsonBody(request)) return null
  const bytes = await readBytes(request)
  // A web request made from this one takes its body from here.
  Object.assign(request, { rawBody: bytes })
  if (!isUtf8(bytes)) return null
  const text = bytes.toString('utf8')
  if (exceedsJsonLimits(text)) return null
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && !Array.isArray(body) ? body : null
  } catch {
    return null
  }
}
