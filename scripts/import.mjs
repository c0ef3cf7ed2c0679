// `npm run import -- TREE.json`: sets up what is missing, then brings companies along from a database tree.

import { resolve } from 'node:path'
import { ensureReady } from './ensure-ready.mjs'

// npm runs this in the project folder; a relative path is meant from the user's.
const from = process.env.INIT_CWD || '.'
/** @type {(word: string, index: number, words: string[]) => boolean} */
const isFile = (word, index, words) => index > 1 && !word.startsWith('-') && words[index - 1] !== '--undo'
process.argv = process.argv.map((word, ...at) => (isFile(word, ...at) ? resolve(from, word) : word))

await ensureReady()
const command = new URL('../dist/server/import.js', import.meta.url)
await import(command.href)
