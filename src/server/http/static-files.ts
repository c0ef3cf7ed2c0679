// The web's own files and its pages. Everything under /assets carries its hash in its name and may be kept for
// ever; every path that names no file gets a page, which says so where there is none.

import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context, Hono, Next } from 'hono'
import type { Variables } from '#server/http/middleware/request-log.ts'
import type { Live } from '#server/live/change-feed.ts'
import type { RequestContext } from '#server/rpc/procedures.ts'
import { packed } from '#server/ssr/compression.ts'
import { readFrame } from '#server/ssr/html-template.ts'
import { OPEN_PAGES } from '#server/ssr/page-manifest.ts'
import { markOf, openPages, type PageOptions } from '#server/ssr/render-page.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'

/** Folders that hold files alone, and how long a browser may keep these. */
const FOLDERS: Readonly<Record<string, string>> = {
  '/assets/': FOR_EVER,
  '/icons/': 'public, max-age=86400',
  '/files/': 'no-cache',
}

const folderOf = (path: string): string | undefined =>
  Object.keys(FOLDERS).find(name => path.startsWith(name))

type AppContext = Context<{ Variables: Variables }>

/** What the app lends to its pages: they may ask as the person who came. */
export type Lending = {
  /** Notes the request, as it does for the API: what a page carries was asked for as well. */
  readonly seen: (c: AppContext, next: Next) => Promise<void>
  readonly prepare: (c: AppContext, next: Next) => Promise<void>
  readonly asking: (c: AppContext) => Promise<RequestContext>
  readonly versionOf: Live['versionOf']
}

export type Web = {
  /** The scripts that stand in its pages themselves, as the security policy names them. */
  readonly scripts: readonly string[]
  /** Serves the built web for every path that nothing before it answered. */
  readonly serve: (app: Hono<{ Variables: Variables }>, lending: Lending) => void
}

/** The files that keep their names when they change: path to a mark of what is in them. */
async function marksIn(folder: string): Promise<ReadonlyMap<string, string>> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = files.filter(file => file.isFile()).map(file => join(file.parentPath, file.name))
  const marks = await Promise.all(
    paths.map(async path => {
      const name = `/${relative(folder, path).split(sep).join('/')}`
      return name.startsWith('/assets/') ? [] : [[name, markOf(await readFile(path))] as const]
    }),
  )
  return new Map(marks.flat())
}

const isHeld = (c: Context, mark: string): boolean =>
  (c.req.header('if-none-match') ?? '').split(',').some(one => one.trim() === mark)

const robotsOf = (url: string): string =>
  ['User-agent: *', 'Disallow: /api/', 'Allow: /api/pictures/', '', `Sitemap: ${url}/sitemap.xml`, ''].join(
    '\n',
  )

const sitemapOf = (url: string): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...OPEN_PAGES.map(page => `  <url><loc>${url}${page}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')

type WebOptions = Omit<PageOptions, 'frame'>

/** Reads what is to be served from `folder`. */
export async function openWeb({ folder, url, log }: WebOptions): Promise<Web> {
  const marks = await marksIn(folder)
  const frame = await readFrame(folder)
  const pageAt = await openPages({ folder, frame, url, log })
  const keptFor = (c: Context): string => FOLDERS[folderOf(c.req.path) ?? ''] ?? 'no-cache'
  const files = serveStatic({
    root: folder,
    precompressed: true,
    onFound: (_, c) => {
      c.header('Cache-Control', keptFor(c))
      c.header('Vary', 'Accept-Encoding')
    },
  })

  const serve: Web['serve'] = (app, { seen, prepare, asking, versionOf }) => {
    app.get('/robots.txt', c => c.text(robotsOf(url())))
    app.get('/sitemap.xml', c => c.body(sitemapOf(url()), 200, { 'Content-Type': 'application/xml' }))
    app.get('*', async (c, next) => {
      const { path } = c.req
      // The frame and what the build says of itself are no files of anybody's.
      if (path === '/' || path === '/index.html' || path.startsWith('/.')) return next()
      const mark = marks.get(path)
      if (mark !== undefined) {
        c.header('ETag', mark)
        if (isHeld(c, mark))
          return c.body(null, 304, { 'Cache-Control': keptFor(c), Vary: 'Accept-Encoding' })
      }
      return files(c, next)
    })
    app.get('*', async (c, next) => {
      if (folderOf(c.req.path) === undefined) return next()
      c.header('Cache-Control', 'no-cache')
      return c.notFound()
    })
    app.get('*', seen, prepare, async c => {
      const lent = { asking: () => asking(c), versionOf }
      const { html, status, isPersonal, place } = await pageAt(new URL(c.req.url), lent)
      c.set('procedure', place)
      c.header('Vary', 'Cookie')
      if (isPersonal) c.header('Cache-Control', 'no-store')
      else {
        const mark = markOf(html)
        c.header('Cache-Control', 'no-cache')
        c.header('ETag', mark)
        if (isHeld(c, mark)) return c.body(null, 304)
      }
      c.header('Content-Type', 'text/html; charset=UTF-8')
      return c.body(await packed(c, html), status)
    })
  }
  return { scripts: frame.hashes, serve }
}
