// Serves the web client's files and pages. Everything under /assets has a hash in its name and is cached forever;
// every other path gets a page, which shows if it does not exist.

import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import type { Context, Hono } from 'hono'
import { PAGE_NAMES, PAGES } from '#contract/pages/page-routes.ts'
import type { LiveFeeds } from '#server/live/live-feeds.ts'
import type { AppEnv, Exchange } from '#server/rpc/exchange.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'
import { compress } from '#server/ssr/compression.ts'
import { readTemplate } from '#server/ssr/html-template.ts'
import { DESCRIPTIONS } from '#server/ssr/meta-tags.ts'
import { createPageRenderer, etagOf, type RenderOptions } from '#server/ssr/page-renderer.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Folders with files only, and their Cache-Control. */
const CACHE_BY_FOLDER: Readonly<Record<string, string>> = {
  '/assets/': IMMUTABLE,
  '/icons/': 'public, max-age=86400',
  '/files/': 'no-cache',
}

const folderOf = (path: string): string | undefined =>
  Object.keys(CACHE_BY_FOLDER).find(name => path.startsWith(name))

/** What the app provides to pages: queries as the current user. */
type PageServices = {
  readonly contextFor: (exchange: Exchange) => Promise<RequestContext>
  readonly versionOf: LiveFeeds['versionOf']
}

export type WebHandler = {
  /** The inline scripts, as named in the content security policy. */
  readonly scripts: readonly string[]
  /** Serves the web client for all remaining paths. */
  readonly serve: (app: Hono<AppEnv>, services: PageServices) => void
}

/** Files without a hash in their names: path to ETag. */
async function etagsIn(folder: string): Promise<ReadonlyMap<string, string>> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = files.filter(file => file.isFile()).map(file => join(file.parentPath, file.name))
  const etags = await Promise.all(
    paths.map(async path => {
      const name = `/${relative(folder, path).split(sep).join('/')}`
      return name.startsWith('/assets/') ? [] : [[name, etagOf(await readFile(path))] as const]
    }),
  )
  return new Map(etags.flat())
}

const isCached = (c: Context, etag: string): boolean =>
  (c.req.header('if-none-match') ?? '').split(',').some(one => one.trim() === etag)

const renderRobots = (url: string): string =>
  ['User-agent: *', 'Disallow: /api/', 'Allow: /api/images/', '', `Sitemap: ${url}/sitemap.xml`, ''].join(
    '\n',
  )

/** The public pages without parameters. */
const INDEXABLE_PATHS = PAGE_NAMES.filter(name => name in DESCRIPTIONS)
  .map(name => PAGES[name].path)
  .filter(path => !path.includes('$'))

const renderSitemap = (url: string): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...INDEXABLE_PATHS.map(path => `  <url><loc>${url}${path}</loc></url>`),
    '</urlset>',
    '',
  ].join('\n')

type WebHandlerOptions = Omit<RenderOptions, 'template'>

/** Reads what is to be served from `folder`. */
export async function createWebHandler({ folder, url, ...options }: WebHandlerOptions): Promise<WebHandler> {
  const etags = await etagsIn(folder)
  const template = await readTemplate(folder)
  const { renderPage, renderBayShell } = await createPageRenderer({ folder, template, url, ...options })
  const cacheControlFor = (c: Context): string => CACHE_BY_FOLDER[folderOf(c.req.path) ?? ''] ?? 'no-cache'
  const files = serveStatic({
    root: folder,
    precompressed: true,
    onFound: (_, c) => {
      c.header('Cache-Control', cacheControlFor(c))
      c.header('Vary', 'Accept-Encoding')
    },
  })

  const serve: WebHandler['serve'] = (app, { contextFor, versionOf }) => {
    app.get('/robots.txt', c => c.text(renderRobots(url())))
    app.get('/sitemap.xml', c => c.body(renderSitemap(url()), 200, { 'Content-Type': 'application/xml' }))
    app.get('*', async (c, next) => {
      const { path } = c.req
      // The template and the manifest are not served.
      if (path === '/' || path === '/index.html' || path.startsWith('/.')) return next()
      const etag = etags.get(path)
      if (etag !== undefined) {
        c.header('ETag', etag)
        if (isCached(c, etag))
          return c.body(null, 304, { 'Cache-Control': cacheControlFor(c), Vary: 'Accept-Encoding' })
      }
      return files(c, next)
    })
    app.get('*', async (c, next) => {
      if (folderOf(c.req.path) === undefined) return next()
      c.header('Cache-Control', 'no-cache')
      return c.notFound()
    })
    app.get('/bay-shell', async c => {
      const html = renderBayShell()
      c.header('Cache-Control', 'no-cache')
      c.header('ETag', etagOf(html))
      if (isCached(c, etagOf(html))) return c.body(null, 304)
      c.header('Content-Type', 'text/html; charset=UTF-8')
      return c.body(await compress(c, html))
    })
    app.get('*', async c => {
      const { exchange } = c.env
      const pageServices = { contextFor: () => contextFor(exchange), versionOf }
      const { html, status, isPersonal, route } = await renderPage(new URL(c.req.url), pageServices)
      exchange.route = route
      c.header('Vary', 'Cookie')
      if (isPersonal) c.header('Cache-Control', 'no-store')
      else {
        const etag = etagOf(html)
        c.header('Cache-Control', 'no-cache')
        c.header('ETag', etag)
        if (isCached(c, etag)) return c.body(null, 304)
      }
      c.header('Content-Type', 'text/html; charset=UTF-8')
      return c.body(await compress(c, html), status)
    })
  }
  return { scripts: template.hashes, serve }
}
