// Packs the built web once and as small as can be, so that the server only has to send it.

import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

const COMPRESSIBLE = /\.(js|css|svg|wasm|webmanifest)$/
/** Below this many bytes, packing gains nothing on the way. */
const MIN_BYTES = 512

/** Lays a `.br` and a `.gz` beside every file of `folder` that becomes smaller by it. @param {string} folder */
export async function precompress(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = files
    .filter(file => file.isFile() && COMPRESSIBLE.test(file.name))
    .map(file => join(file.parentPath, file.name))
  for (const path of paths) {
    const text = await readFile(path)
    if (text.length < MIN_BYTES) continue
    const [br, gz] = await Promise.all([
      brotli(text, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }),
      zip(text, { level: constants.Z_BEST_COMPRESSION }),
    ])
    await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
  }
}
