// Compresses the built web client once, as small as possible, so that the server only sends it.

import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

const COMPRESSIBLE = /\.(js|css|svg|wasm|webmanifest)$/
/** Below this many bytes, compression gains nothing. */
const MIN_BYTES = 512

/** Writes a `.br` and a `.gz` for every file of `folder` that becomes smaller. @param {string} folder */
export async function precompress(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = files
    .filter(file => file.isFile() && COMPRESSIBLE.test(file.name))
    .map(file => join(file.parentPath, file.name))
  await Promise.all(paths.map(compress))
}

/** @param {string} path */
async function compress(path) {
  const text = await readFile(path)
  if (text.length < MIN_BYTES) return
  const [br, gz] = await Promise.all([
    brotli(text, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: text.length } }),
    zip(text, { level: constants.Z_BEST_COMPRESSION }),
  ])
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}
