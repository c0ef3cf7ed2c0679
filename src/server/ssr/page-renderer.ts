// Renders a page: the build's HTML template with the page's meta tags, styles, markup and prefetched answers.

import { createHash } from 'node:crypto'
import { type PageQuery, queriesOf, SEARCH_PARAMS } from '#contract/pages/page-queries.ts'
import { isLinkPage, type MatchedPage, matchPage } from '#contract/pages/page-routes.ts'
import type { Actor } from '#domain/account/actor.ts'
import { may } from '#domain/account/permission.ts'
import type { LiveFeeds } from '#server/live/live-feeds.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'
import type { HtmlTemplate } from './html-template.ts'
import { createMarkupRenderer } from './markup-renderer.ts'
import { metaTagsFor, renderMetaTags } from './meta-tags.ts'
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

/** The session's and the app shell's. */
const commonQueries = (actor: Actor): readonly PageQuery[] => [
  { name: 'me' },
  ...(may(actor, 'clock.see-own') ? [{ name: 'clocks.mine' }] : []),
]

async function prefetchPage(
  page: MatchedPage,
  { contextFor, versionOf }: PageRequestContext,
  rpcHandler: RpcHandler,
): Promise<PrefetchResult> {
  const context = await contextFor()
  const { actor } = context.execution
  const queries = [...commonQueries(actor), ...queriesOf(page, actor)]
  const streamCursors = await readStreamCursors(queries, actor, versionOf)
  const { answers, missing } = await prefetchQueries(queries, context, rpcHandler)
  const isAnswered = (name: string) => answers.some(answer => answer.name === name)
  return {
    answers,
    streamCursors,
    isPersonal: actor.kind !== 'visitor',
    isMissing: queries.some(({ name, isRequired }) => isRequired && missing.includes(name)),
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
function hasOnlyKnownParams({ searchParams }: URL, { name: page }: MatchedPage): boolean {
  const known = SEARCH_PARAMS[page] ?? []
  const names = [...searchParams.keys()]
  return new Set(names).size === names.length && names.every(name => known.includes(name))
}

/** Creates the function that renders the page at an address, and the bay's shell. */
export async function createPageRenderer({ folder, template, url, log, rpcHandler }: RenderOptions) {
  const assetsFor = await readViteManifest(folder)
  const render = createMarkupRenderer(folder, log)
  const renderPage = async (address: URL, requestContext: PageRequestContext): Promise<RenderedPage> => {
    const found = matchPage(address.pathname, address.searchParams)
    const { answers, streamCursors, isComplete, isMissing, ...prefetched } =
      found === null ? NO_PREFETCH : await prefetchWithTimeout(found, requestContext, rpcHandler)
    const page = isMissing ? null : found
    const tags = renderMetaTags(
      metaTagsFor(page, address.pathname, url(), answers),
      url(),
      prefetched.isPersonal,
    )
    const isPersonal = prefetched.isPersonal || (page !== null && isLinkPage(page))
    const { styles, scripts } = assetsFor(...(page === null ? [] : [page.name]))
    const isRendered =
      page !== null && (prefetched.isPersonal || (isComplete && hasOnlyKnownParams(address, page)))
    const rendered = isRendered ? await render(address.pathname + address.search, answers, isPersonal) : ''
    const blocks =
      toJsonScript('prefetched-queries', answers) +
      (streamCursors.length === 0 ? '' : toJsonScript('stream-cursors', streamCursors))
    const html = template.html
      .replace(/<meta\s+name="description"[^>]*>/, '')
      .replace('<title>Rigwright</title>', () => tags)
      // A customer's home screen icon opens their ticket again: an iPhone allows notifications only from there.
      .replace('/manifest.webmanifest', manifest =>
        page?.name === 'track' ? '/follow.webmanifest' : manifest,
      )
      .replace('</head>', () => `  ${styles}\n  </head>`)
      .replace(
        '<div id="root"></div>',
        () => `<div id="root"${rendered === '' ? '' : ' data-ssr'}>${rendered}</div>\n    ${blocks}`,
      )
      .replace('</body>', () => `${template.startTag(scripts)}\n  </body>`)
    return { html, status: page === null ? 404 : 200, isPersonal, route: page?.path ?? 'no page' }
  }
  /** The bay's pages without anyone's data: the service worker stores it, and the browser renders the page. */
  const renderBayShell = (): string => {
    const { styles, scripts } = assetsFor('bay', 'bayTicket')
    return template.html
      .replace('</head>', () => `  <meta name="robots" content="noindex" />\n    ${styles}\n  </head>`)
      .replace('<div id="root"></div>', '<div id="root" data-shell></div>')
      .replace('</body>', () => `${template.startTag(scripts)}\n  </body>`)
  }
  return { renderPage, renderBayShell }
}
