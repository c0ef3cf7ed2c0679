// Compresses dynamic responses in an encoding that the client accepts: fast rather than smallest.

import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Context } from 'hono'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

const QUICK_BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }

const accepts = (c: Context, encoding: string): boolean =>
  (c.req.header('accept-encoding') ?? '').split(',').some(entry => entry.trim().split(';')[0] === encoding)

/** Compresses `text` for this client and sets the response headers. */
export async function compress(c: Context, text: string): Promise<Uint8Array<ArrayBuffer>> {
  c.header('Vary', 'Accept-Encoding', { append: true })
  if (accepts(c, 'br')) {
    c.header('Content-Encoding', 'br')
    return new Uint8Array(await brotli(text, QUICK_BROTLI))
  }
  if (accepts(c, 'gzip')) {
    c.header('Content-Encoding', 'gzip')
    return new Uint8Array(await zip(text))
  }
  return new TextEncoder().encode(text)
}
