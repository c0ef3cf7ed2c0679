// Renders a page: the build's HTML template with the page's meta tags, styles, markup and prefetched answers.

import { createHash } from 'node:crypto'
import type { LiveFeeds } from '#server/live/live-feeds.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'
import type { HtmlTemplate } from './html-template.ts'
import { createMarkupRenderer } from './markup-renderer.ts'
import { metaTagsFor, renderMetaTags } from './meta-tags.ts'
import { findPage, type MatchedPage, modulesOf, queriesFor } from './page-definitions.ts'
import { type PrefetchedQuery, prefetchQueries, type RpcHandler, toJsonScript } from './prefetch.ts'
import { readStreamCursors, type StreamCursor } from './stream-cursors.ts'
import { readViteManifest } from './vite-manifest.ts'

type RenderedPage = {
  readonly html: string
  readonly status: 200 | 404
  /** The route pattern, for the log. */
  readonly route: string
  /** Whether it contains data that is not public. */
  readonly isPersonal: boolean
}

export type RenderOptions = {
  /** The folder of the built web. */
  readonly folder: string
  readonly template: HtmlTemplate
  /** The product's public address. */
  readonly url: () => string
  readonly log: (error: unknown) => void
  /** Answers the queries of pages. */
  readonly rpcHandler: RpcHandler
}

/** After this time the page is sent without answers and fetches them itself. */
const PREFETCH_TIMEOUT_MS = 1500

type PrefetchResult = Pick<RenderedPage, 'isPersonal'> & {
  readonly answers: readonly PrefetchedQuery[]
  readonly streamCursors: readonly StreamCursor[]
  /** Whether every required query was answered. */
  readonly isComplete: boolean
  /** Whether the page's subject does not exist. */
  readonly isMissing: boolean
}

const NO_PREFETCH: PrefetchResult = {
  answers: [],
  streamCursors: [],
  isPersonal: false,
  isComplete: false,
  isMissing: false,
}

/** The request's context, and the current version of a live stream. */
type PageRequestContext = {
  readonly contextFor: () => Promise<RequestContext>
  readonly versionOf: LiveFeeds['versionOf']
}

async function prefetchPage(
  page: MatchedPage,
  { contextFor, versionOf }: PageRequestContext,
  rpcHandler: RpcHandler,
): Promise<PrefetchResult> {
  const context = await contextFor()
  const { actor } = context.execution
  const queries = queriesFor(page, actor)
  const streamCursors = await readStreamCursors(queries, actor, versionOf)
  const { answers, missing } = await prefetchQueries(queries, context, rpcHandler)
  const isAnswered = (name: string) => answers.some(answer => answer.name === name)
  return {
    answers,
    streamCursors,
    isPersonal: actor.kind !== 'visitor',
    isMissing: page.requires !== undefined && missing.includes(page.requires),
    isComplete: queries.every(({ name, mayBeRefused = false }) => mayBeRefused || isAnswered(name)),
  }
}

async function prefetchWithTimeout(
  page: MatchedPage,
  requestContext: PageRequestContext,
  rpcHandler: RpcHandler,
): Promise<PrefetchResult> {
  let timer: NodeJS.Timeout | undefined
  const timedOut = new Promise<PrefetchResult>(resolve => {
    timer = setTimeout(() => resolve(NO_PREFETCH), PREFETCH_TIMEOUT_MS)
  })
  // While the database is down the page is sent empty; its own requests then show the error.
  const prefetched = prefetchPage(page, requestContext, rpcHandler).catch(() => NO_PREFETCH)
  return Promise.race([prefetched, timedOut]).finally(() => clearTimeout(timer))
}

/** A weak ETag of the content. */
export const etagOf = (text: string | Buffer): string =>
  `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`

/**
 * Whether a visitor's page may be rendered: unknown search parameters must not make the server render one page again
 * and again. Known parameters lead to queries, which are rate limited.
 */
function hasOnlyKnownParams({ searchParams }: URL, { searchParams: known = [] }: MatchedPage): boolean {
  const names = [...searchParams.keys()]
  return new Set(names).size === names.length && names.every(name => known.includes(name))
}

/** Creates the function that renders the page at an address, and the bay's shell. */
export async function createPageRenderer({ folder, template, url, log, rpcHandler }: RenderOptions) {
  const assetsFor = await readViteManifest(folder)
  const render = createMarkupRenderer(folder, log)
  const renderPage = async (address: URL, requestContext: PageRequestContext): Promise<RenderedPage> => {
    const found = findPage(address.pathname, address.searchParams)
    const { answers, streamCursors, isComplete, isMissing, ...prefetched } =
      found === null ? NO_PREFETCH : await prefetchWithTimeout(found, requestContext, rpcHandler)
    const page = isMissing ? null : found
    const tags = renderMetaTags(
      metaTagsFor(page, address.pathname, url(), answers),
      url(),
      prefetched.isPersonal,
    )
    const isPersonal = prefetched.isPersonal || page?.isPrivate === true
    const { styles, scripts } = assetsFor(...(page === null ? [] : [page.module]))
    const isRendered =
      page !== null && (prefetched.isPersonal || (isComplete && hasOnlyKnownParams(address, page)))
    const rendered = isRendered ? await render(address.pathname + address.search, answers, isPersonal) : ''
    const blocks =
      toJsonScript('prefetched-queries', answers) +
      (streamCursors.length === 0 ? '' : toJsonScript('stream-cursors', streamCursors))
    const html = template.html
      .replace(/<meta\s+name="description"[^>]*>/, '')
      .replace('<title>Rigwright</title>', () => tags)
      .replace('/manifest.webmanifest', manifest => page?.manifest ?? manifest)
      .replace('</head>', () => `  ${styles}\n  </head>`)
      .replace(
        '<div id="root"></div>',
        () => `<div id="root"${rendered === '' ? '' : ' data-ssr'}>${rendered}</div>\n    ${blocks}`,
      )
      .replace('</body>', () => `${template.startTag(scripts)}\n  </body>`)
    return { html, status: page === null ? 404 : 200, isPersonal, route: page?.route ?? 'no page' }
  }
  /** The bay's pages without anyone's data: the service worker stores it, and the browser renders the page. */
  const renderBayShell = (): string => {
    const { styles, scripts } = assetsFor(...modulesOf('bay', 'bayTicket'))
    return template.html
      .replace('</head>', () => `  <meta name="robots" content="noindex" />\n    ${styles}\n  </head>`)
      .replace('<div id="root"></div>', '<div id="root" data-shell></div>')
      .replace('</body>', () => `${template.startTag(scripts)}\n  </body>`)
  }
  return { renderPage, renderBayShell }
}
