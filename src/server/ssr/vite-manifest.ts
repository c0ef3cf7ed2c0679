// What the build says of its files: which of them a page needs. The styles go along in the page itself; the
// scripts are only named, and fetched once the page is on the screen (web/static/load-app.js).

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

type Chunk = {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}
type Manifest = Readonly<Record<string, Chunk>>

const ENTRY = 'index.html'

/** The scripts of a page: those that every page begins with, in the order in which they run, and its own. */
export type PageScripts = { readonly entry: readonly string[]; readonly page: readonly string[] }

/** What a page needs besides its words: the tag of its styles, and its scripts. */
type PageAssets = { readonly styles: string; readonly scripts: PageScripts }

/** A chunk with all that it imports at once, and not only when needed. */
function collectImports(
  manifest: Manifest,
  name: string,
  found = new Map<string, Chunk>(),
): Map<string, Chunk> {
  const chunk = manifest[name]
  if (chunk === undefined || found.has(name)) return found
  found.set(name, chunk)
  for (const other of chunk.imports ?? []) collectImports(manifest, other, found)
  return found
}

/** Its scripts with all that they import at once, each after what it needs. */
function collectStyles(manifest: Manifest, name: string, visited = new Set<string>()): string[] {
  const chunk = manifest[name]
  if (chunk === undefined || visited.has(name)) return []
  visited.add(name)
  return [
    ...(chunk.imports ?? []).flatMap(other => collectStyles(manifest, other, visited)),
    `/${chunk.file}`,
  ]
}

/** Reads all styles of the build: file to text. */
async function readStyles(folder: string, manifest: Manifest): Promise<ReadonlyMap<string, string>> {
  const files = new Set(Object.values(manifest).flatMap(({ css = [] }) => css))
  const texts = [...files].map(
    async file => [file, (await readFile(join(folder, file), 'utf8')).trim()] as const,
  )
  return new Map(await Promise.all(texts))
}

/**
 * The styles as they stand in the page. The links that are switched off fetch nothing: by them the build's own loader
 * sees that the page has these files, when a further part of the program names them.
 */
function styleTags(files: readonly string[], styles: ReadonlyMap<string, string>): string {
  if (files.length === 0) return ''
  const text = files.map(file => styles.get(file) ?? '').join('\n')
  const links = files.map(file => `<link rel="stylesheet" crossorigin disabled href="/${file}">`)
  return `<style>${text.replaceAll('</', '<\\/')}</style>\n    ${links.join('')}`
}

/** Answers with what the page needs that `code` draws; null for one that is no page. */
export async function readViteManifest(folder: string): Promise<(code: string | null) => PageAssets> {
  const text = await readFile(join(folder, '.vite', 'manifest.json'), 'utf8').catch(() => '{}')
  const manifest = JSON.parse(text) as Manifest
  const styles = await readStyles(folder, manifest)
  const byPage = new Map<string | null, PageAssets>()
  return code => {
    const before = byPage.get(code)
    if (before !== undefined) return before
    const chunks = [...collectImports(manifest, code ?? ENTRY, collectImports(manifest, ENTRY)).values()]
    const files = new Set(chunks.flatMap(({ css = [] }) => css))
    const entry = collectStyles(manifest, ENTRY)
    const page = chunks.map(({ file }) => `/${file}`).filter(file => !entry.includes(file))
    const assets: PageAssets = { styles: styleTags([...files], styles), scripts: { entry, page } }
    byPage.set(code, assets)
    return assets
  }
}
