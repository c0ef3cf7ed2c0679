// What the build says of its files: which of them a page needs, so that the page names them itself and nothing
// waits to be found out by a script.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

type Chunk = {
  readonly file: string
  readonly imports?: readonly string[]
  readonly css?: readonly string[]
}
type Manifest = Readonly<Record<string, Chunk>>

const START = 'index.html'

/** A chunk with all that it imports at once, and not only when needed. */
function withImports(manifest: Manifest, name: string, found = new Map<string, Chunk>()): Map<string, Chunk> {
  const chunk = manifest[name]
  if (chunk === undefined || found.has(name)) return found
  found.set(name, chunk)
  for (const other of chunk.imports ?? []) withImports(manifest, other, found)
  return found
}

function linksOf(chunks: readonly Chunk[]): string {
  const styles = new Set(chunks.flatMap(({ css = [] }) => css))
  return [
    ...[...styles].map(file => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...chunks.map(({ file }) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ].join('\n    ')
}

/** Answers with the links of the page that `code` draws, besides what every page begins with. */
export async function readBuilt(folder: string): Promise<(code: string) => string> {
  const text = await readFile(join(folder, '.vite', 'manifest.json'), 'utf8').catch(() => '{}')
  const manifest = JSON.parse(text) as Manifest
  const start = withImports(manifest, START)
  const known = new Map<string, string>()
  return code => {
    const links =
      known.get(code) ??
      linksOf([...withImports(manifest, code)].flatMap(([name, chunk]) => (start.has(name) ? [] : chunk)))
    known.set(code, links)
    return links
  }
}
