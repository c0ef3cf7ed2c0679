// `npm run export`: sets up what is missing, then writes companies as a database tree, JSON or spreadsheets.

import { resolve } from 'node:path'
import { ensureReady } from './ensure-ready.mjs'

// npm runs this in the project folder; a relative path is meant from the user's.
const from = process.env.INIT_CWD || '.'
process.argv = process.argv.map((word, index, words) => {
  if (words[index - 1] === '--out') return resolve(from, word)
  return word.startsWith('--out=') ? `--out=${resolve(from, word.slice('--out='.length))}` : word
})

await ensureReady()
const command = new URL('../dist/server/export.js', import.meta.url)
await import(command.href)
