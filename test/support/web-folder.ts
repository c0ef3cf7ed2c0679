import { randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { inject } from 'vitest'

/** The static files of the web, as they are copied into a build. */
export const STATIC_FILES = fileURLToPath(new URL('../../src/web/static', import.meta.url))

/** A build of the web with this page and `files` by path. On the server it renders nothing. */
export async function createWebFolder(
  html: string,
  files: Readonly<Record<string, string | Buffer>> = {},
): Promise<string> {
  const build = join(inject('postgres').folder, `build-${randomUUID()}`)
  const web = join(build, 'web')
  const all = {
    '../ssr/entry-server.js': 'export const render = async () => null',
    'index.html': html,
    ...files,
  }
  for (const [name, content] of Object.entries(all)) {
    await mkdir(dirname(join(web, name)), { recursive: true })
    await writeFile(join(web, name), content)
  }
  return web
}
