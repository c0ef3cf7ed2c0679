// `node scripts/data/build-download-files.mjs`: makes the two sample files of the Downloads page, in src/web/static/files.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

const root = fileURLToPath(new URL('../..', import.meta.url))
const folder = join(root, 'src', 'web', 'static', 'files')

/** @typedef {typeof import('./build-download-files/render-documents.ts')} RenderModule */

const { module } = await runnerImport(join(root, 'scripts/data/build-download-files/render-documents.ts'))
const { renderDocuments } = /** @type {RenderModule} */ (module)
const favicon = readFileSync(join(root, 'src', 'web', 'ui', 'favicon.svg'), 'utf8')

mkdirSync(folder, { recursive: true })
for (const { name, bytes } of await renderDocuments(favicon)) {
  writeFileSync(join(folder, name), bytes)
  console.log(`${name}: ${bytes.byteLength} bytes`)
}
