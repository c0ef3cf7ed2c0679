// A page on its way out: the one frame of the build, with this page's words, styles and first answers in it.

import { createHash } from 'node:crypto'
import type { LiveFeeds } from '#server/live/change-feed.ts'
import type { RequestContext } from '#server/rpc/procedures.ts'
import type { HtmlTemplate } from './html-template.ts'
import { metaTagsFor, renderMetaTags } from './meta-tags.ts'
import { findPage, type MatchedPage, queriesFor } from './page-manifest.ts'
import { type PrefetchedQuery, prefetchQueries, toJsonScript } from './prefetch.ts'
import { createRenderer } from './renderer.ts'
import { readStreamCursors, type StreamCursor } from './stream-cursors.ts'
import { readViteManifest } from './vite-manifest.ts'

type RenderedPage = {
  readonly html: string
  readonly status: 200 | 404
  /** The pattern of its address, for the log. */
  readonly route: string
  /** Whether it says something that is not for everybody. */
  readonly isPersonal: boolean
}

export type RenderOptions = {
  /** Where the built web lies, and its frame. */
  readonly folder: string
  readonly template: HtmlTemplate
  /** Where people reach the product. */
  readonly url: () => string
  readonly log: (error: unknown) => void
}

/** How long a page waits for its answers, in milliseconds. It can be sent without, and asks by itself. */
const PREFETCH_TIMEOUT_MS = 1500

type PrefetchResult = Pick<RenderedPage, 'isPersonal'> & {
  readonly answers: readonly PrefetchedQuery[]
  readonly streamCursors: readonly StreamCursor[]
  /** Whether everything was answered that the page asks. */
  readonly isComplete: boolean
  /** Whether what the page is of is not there. */
  readonly isMissing: boolean
}

const NO_PREFETCH: PrefetchResult = {
  answers: [],
  streamCursors: [],
  isPersonal: false,
  isComplete: false,
  isMissing: false,
}

/** Who asks, and how far a live stream has come. */
type PageRequestContext = {
  readonly contextFor: () => Promise<RequestContext>
  readonly versionOf: LiveFeeds['versionOf']
}

async function prefetchPage(
  page: MatchedPage,
  { contextFor, versionOf }: PageRequestContext,
): Promise<PrefetchResult> {
  const context = await contextFor()
  const { actor } = context.execution
  const queries = queriesFor(page, actor)
  const streamCursors = await readStreamCursors(queries, actor, versionOf)
  const { answers, missing } = await prefetchQueries(queries, context)
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
): Promise<PrefetchResult> {
  let timer: NodeJS.Timeout | undefined
  const timedOut = new Promise<PrefetchResult>(resolve => {
    timer = setTimeout(() => resolve(NO_PREFETCH), PREFETCH_TIMEOUT_MS)
  })
  // A database that is away says so itself, where the page asks for what it could not be given.
  const prefetched = prefetchPage(page, requestContext).catch(() => NO_PREFETCH)
  return Promise.race([prefetched, timedOut]).finally(() => clearTimeout(timer))
}

/** A mark of what it says, for a browser that has it already. */
export const etagOf = (text: string | Buffer): string =>
  `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`

/**
 * Whether a visitor's page may be drawn: nobody can make the server draw one page again and again by what they
 * put behind its question mark. What a page does know there, it asks for, and that is counted.
 */
function hasOnlyKnownParams({ searchParams }: URL, { searchParams: knows = [] }: MatchedPage): boolean {
  const names = [...searchParams.keys()]
  return new Set(names).size === names.length && names.every(name => knows.includes(name))
}

/** Answers with what makes the page at an address for whoever asks. */
export async function createPageRenderer({ folder, template, url, log }: RenderOptions) {
  const assetsFor = await readViteManifest(folder)
  const render = createRenderer(folder, log)
  return async (address: URL, requestContext: PageRequestContext): Promise<RenderedPage> => {
    const found = findPage(address.pathname, address.searchParams)
    const { answers, streamCursors, isComplete, isMissing, ...prefetched } =
      found === null ? NO_PREFETCH : await prefetchWithTimeout(found, requestContext)
    const page = isMissing ? null : found
    const tags = renderMetaTags(
      metaTagsFor(page, address.pathname, url(), answers),
      url(),
      prefetched.isPersonal,
    )
    const isPersonal = prefetched.isPersonal || page?.isPrivate === true
    const { styles, scripts } = assetsFor(page?.module ?? null)
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
}
