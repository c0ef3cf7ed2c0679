// The web's own files. Everything under /assets carries its hash in its name and may be kept for
// ever; every other path is the one page, which finds its own way.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Hono } from 'hono'

/** Serves the built web in `folder` for every path that nothing before it answered. */
export async function serveWeb<E extends object>(app: Hono<E>, folder: string): Promise<void> {
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  const files = serveStatic({
    root: folder,
    onFound: (path, c) => {
      const isNamedByHash = path.includes('/assets/')
      c.header('Cache-Control', isNamedByHash ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get('*', async (c, next) => (c.req.path === '/' ? next() : files(c, next)))
  app.get('*', c => {
    c.header('Cache-Control', 'no-cache')
    return c.req.path.startsWith('/assets/') ? c.notFound() : c.html(page)
  })
}
