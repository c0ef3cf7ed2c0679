// Reference data that comes with the product lies in `reference/` beside package.json: read-only,
// read by offset, never held in memory. (`data/` is where an operator's own data lives.)

import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The nearest folder above this code with a package.json, in `src/` as in the bundle. */
export function projectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder)
    if (parent === folder)
      throw new Error('Rigwright runs from its own folder; there is no package.json here.')
    folder = parent
  }
  return folder
}

/** The path of a file in `reference/`, such as `places/cities.tsv`. Does not look whether it is there. */
export const bundledFile = (name: string): string => join(projectRoot(), 'reference', name)
