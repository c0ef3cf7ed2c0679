// Bundled reference data is in `reference/` beside package.json: read-only, read by offset, never held in memory.
// (`data/` has the operator's own data.)

import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The nearest parent folder with a package.json, both in `src/` and in the bundle. */
function projectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url))
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder)
    if (parent === folder)
      throw new Error('Rigwright must be started from its own folder; there is no package.json here.')
    folder = parent
  }
  return folder
}

/** The path of a file in `reference/`, such as `places/cities.tsv`. Does not check that it exists. */
export const bundledFile = (name: string): string => join(projectRoot(), 'reference', name)
