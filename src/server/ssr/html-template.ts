// The build's HTML template, prepared for pages with inline styles and scripts.

import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PageScripts } from './vite-manifest.ts'

export type HtmlTemplate = {
  readonly html: string
  /** The script tag that loads the page's modules; empty if the build has none. */
  readonly startTag: (scripts: PageScripts) => string
  /** For the Content-Security-Policy, so that the browser runs the two inline scripts. */
  readonly hashes: readonly string[]
}

/** Runs before the first paint. */
const COLOR_SCHEME_SCRIPT = 'color-scheme.js'
/** Run at the end of the page, as one script. */
const LOADING_SCRIPTS = ['record-input.js', 'load-app.js']

/** The script and style tags that the build adds. */
const BUILD_TAGS =
  /\s*<(?:script type="module" crossorigin[^>]*><\/script>|link rel="(?:stylesheet|modulepreload)" crossorigin[^>]*>)/g

/** Removes comments, which every page would otherwise carry. */
const stripComments = (script: string): string =>
  script
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '' && !line.startsWith('//'))
    .join('\n')

const readScript = async (folder: string, name: string): Promise<string> =>
  stripComments(await readFile(join(folder, name), 'utf8').catch(() => ''))

const cspHashOf = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/** Reads the template and its scripts from `folder`. */
export async function readTemplate(folder: string): Promise<HtmlTemplate> {
  const [html, colors, ...loadingScripts] = await Promise.all([
    readFile(join(folder, 'index.html'), 'utf8'),
    readScript(folder, COLOR_SCHEME_SCRIPT),
    ...LOADING_SCRIPTS.map(name => readScript(folder, name)),
  ])
  const loading = loadingScripts.join('')
  return {
    html: html
      .replaceAll(BUILD_TAGS, '')
      .replace(`<script src="/${COLOR_SCHEME_SCRIPT}"></script>`, () => `<script>${colors}</script>`),
    startTag: ({ entry, page }) =>
      entry.length === 0
        ? ''
        : `<script data-entry="${entry.join(' ')}" data-page="${page.join(' ')}">${loading}</script>`,
    hashes: [colors, loading].filter(script => script !== '').map(cspHashOf),
  }
}
