// Tells the bay's service worker which files to store: those that its pages load, at once or later, by Vite's manifest.

import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const PAGES = ['bay/screens/bay.page.tsx', 'bay/screens/bay-ticket.page.tsx']
/** Pages, and what is of no use without a connection, although the first script or a shared one may load it. */
const LEFT_OUT = [
  /^pages\//,
  /^features\/(rigs\/scan|tickets\/search|address-search)\//,
  /^features\/clocks\/correct-clock-dialog\./,
  /^features\/contact\//,
  /^notify-desk\./,
]
/** Stored by the page that needs it: one megabyte, of use where components are listed. */
const BARCODE_READER = /^assets\/(zxing_reader|barcode-worker)-/
/** Beside the pages' own. The first two are for the page that says that a connection is needed. */
const OTHER_FILES = ['/no-connection.html', '/color-scheme.js', '/bay-shell']
const BUILD_LINE = /^const BUILD = .*$/m

/** @typedef {{ file: string, imports?: string[], dynamicImports?: string[], css?: string[], assets?: string[] }} Chunk */

/**
 * The files of the bay, by their addresses.
 * @param {Record<string, Chunk>} manifest
 * @param {string} html the build's page, which names its fonts and icons
 */
function listBayFiles(manifest, html) {
  /** @type {Set<string>} */
  const files = new Set()
  /** @type {Set<string>} */
  const visited = new Set()
  /** @param {string} name */
  const visit = name => {
    const chunk = manifest[name]
    if (chunk === undefined || visited.has(name)) return
    visited.add(name)
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])])
      if (!BARCODE_READER.test(file)) files.add(`/${file}`)
    for (const other of chunk.imports ?? []) visit(other)
    for (const other of chunk.dynamicImports ?? []) if (!LEFT_OUT.some(path => path.test(other))) visit(other)
  }
  for (const name of ['index.html', ...PAGES]) visit(name)
  for (const [, file] of html.matchAll(/"(\/assets\/[^"]+\.(?:woff2|svg))"/g)) files.add(file ?? '')
  return [...files, ...OTHER_FILES].sort()
}

/** Writes the files into the service worker of the build in `folder`. @param {string} folder */
export function addBayFiles(folder) {
  /** @param {string} path */
  const read = path => readFileSync(join(folder, path), 'utf8')
  const files = listBayFiles(JSON.parse(read('.vite/manifest.json')), read('index.html'))
  const worker = read('bay-service-worker.js')
  if (!BUILD_LINE.test(worker)) throw new Error('The bay’s service worker has no line for its files.')
  // The server makes the shell from these.
  const sources = ['index.html', 'no-connection.html', 'color-scheme.js', 'record-input.js', 'load-app.js']
  const text = [...files, worker, ...sources.map(read)].join('\n')
  const version = createHash('sha256').update(text).digest('base64url').slice(0, 10)
  const line = `const BUILD = ${JSON.stringify({ version, files })}`
  writeFileSync(
    join(folder, 'bay-service-worker.js'),
    worker.replace(BUILD_LINE, () => line),
  )
}
