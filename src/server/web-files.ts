// The web's own files. Everything under /assets carries its hash in its name and may be kept for
// ever; every other path gets the one page, which finds its own way, and says so where there is none.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'
import { isPage } from './gate/pages.ts'

/** Folders that hold files alone, and how long a browser may keep these. */
const FOLDERS: Readonly<Record<string, string>> = {
  '/assets/': 'public, max-age=31536000, immutable',
  '/icons/': 'public, max-age=86400',
  '/files/': 'no-cache',
}

const folderOf = (path: string): string | undefined =>
  Object.keys(FOLDERS).find(name => path.startsWith(name))

/** Serves the built web in `folder` for every path that nothing before it answered. */
export async function serveWeb<E extends object>(app: Hono<E>, folder: string): Promise<void> {
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  const files = serveStatic({
    root: folder,
    onFound: (_, c) => c.header('Cache-Control', FOLDERS[folderOf(c.req.path) ?? ''] ?? 'no-cache'),
  })
  app.get('*', async (c, next) => (c.req.path === '/' ? next() : files(c, next)))
  app.get('*', c => {
    c.header('Cache-Control', 'no-cache')
    return folderOf(c.req.path) === undefined ? c.html(page, isPage(c.req.path) ? 200 : 404) : c.notFound()
  })
}
