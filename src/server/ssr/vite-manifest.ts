// Reads the build's manifest: which files a page needs. Styles are inlined; scripts are only named, and fetched after
// the first paint (web/static/load-app.js).

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isModuleOf, type PageName } from '#contract/pages/page-routes.ts'

type Chunk = {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}
type Manifest = Readonly<Record<string, Chunk>>

const ENTRY = 'index.html'

/** A page's scripts: the common ones in the order they run, and its own. */
export type PageScripts = { readonly entry: readonly string[]; readonly page: readonly string[] }

/** The style tag and scripts of a page. */
type PageAssets = { readonly styles: string; readonly scripts: PageScripts }

/** A chunk with its static imports. */
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

/** The script of a chunk with those of its static imports, dependencies first. */
function collectScripts(manifest: Manifest, name: string, visited = new Set<string>()): string[] {
  const chunk = manifest[name]
  if (chunk === undefined || visited.has(name)) return []
  visited.add(name)
  return [
    ...(chunk.imports ?? []).flatMap(other => collectScripts(manifest, other, visited)),
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
 * The inlined styles. Disabled links fetch nothing: they tell the build's loader that the page has these files when a
 * later module needs them.
 */
function styleTags(files: readonly string[], styles: ReadonlyMap<string, string>): string {
  if (files.length === 0) return ''
  const text = files.map(file => styles.get(file) ?? '').join('\n')
  const links = files.map(file => `<link rel="stylesheet" crossorigin disabled href="/${file}">`)
  return `<style>${text.replaceAll('</', '<\\/')}</style>\n    ${links.join('')}`
}

/** Returns the assets of pages; without any, only the common ones. */
export async function readViteManifest(
  folder: string,
): Promise<(...pages: readonly PageName[]) => PageAssets> {
  const text = await readFile(join(folder, '.vite', 'manifest.json'), 'utf8').catch(() => '{}')
  const manifest = JSON.parse(text) as Manifest
  const styles = await readStyles(folder, manifest)
  const byPage = new Map<string, PageAssets>()
  return (...pages) => {
    const key = pages.join(' ')
    const cached = byPage.get(key)
    if (cached !== undefined) return cached
    const found = new Map<string, Chunk>()
    const modules = Object.keys(manifest).filter(file => pages.some(page => isModuleOf(page, file)))
    for (const name of [ENTRY, ...modules]) collectImports(manifest, name, found)
    const chunks = [...found.values()]
    const files = new Set(chunks.flatMap(({ css = [] }) => css))
    const entry = collectScripts(manifest, ENTRY)
    const page = chunks.map(({ file }) => `/${file}`).filter(file => !entry.includes(file))
    const assets: PageAssets = { styles: styleTags([...files], styles), scripts: { entry, page } }
    byPage.set(key, assets)
    return assets
  }
}
