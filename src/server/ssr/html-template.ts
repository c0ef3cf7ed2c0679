// The one frame of the build, made ready for pages that bring their styles along and wait for no file.

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Scripts } from './vite-manifest.ts'

export type Frame = {
  readonly html: string
  /** The script that fetches the page's program, as a tag; null where the build has none. */
  readonly startTag: (scripts: Scripts) => string
  /** What the security policy has to name, so that the browser runs the two scripts of the page itself. */
  readonly hashes: readonly string[]
}

/** Runs before the first paint. */
const COLORS = 'color-scheme.js'
const START = 'load-app.js'

/** What the build put in, to be fetched with every page. */
const FETCHED =
  /\s*<(?:script type="module" crossorigin[^>]*><\/script>|link rel="(?:stylesheet|modulepreload)" crossorigin[^>]*>)/g

/** Without what only explains it: in a page it would be sent again and again. */
const plain = (script: string): string =>
  script
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '' && !line.startsWith('//'))
    .join('\n')

const readScript = async (folder: string, name: string): Promise<string> =>
  plain(await readFile(join(folder, name), 'utf8').catch(() => ''))

const hashOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/** Reads the frame and its scripts from `folder`. */
export async function readFrame(folder: string): Promise<Frame> {
  const [html, colors, start] = await Promise.all([
    readFile(join(folder, 'index.html'), 'utf8'),
    readScript(folder, COLORS),
    readScript(folder, START),
  ])
  return {
    html: html
      .replaceAll(FETCHED, '')
      .replace(`<script src="/${COLORS}"></script>`, () => `<script>${colors}</script>`),
    startTag: ({ first, own }) =>
      first.length === 0
        ? ''
        : `<script data-first="${first.join(' ')}" data-own="${own.join(' ')}">${start}</script>`,
    hashes: [colors, start].filter(script => script !== '').map(hashOf),
  }
}
