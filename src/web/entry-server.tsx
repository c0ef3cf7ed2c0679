// Renders a page on the server with its answers: readable at once, and without scripts. The browser hydrates it.
// Built separately; the server loads it with the first page.

import { createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { hydrateQueries, type PrefetchedQuery } from '#web/api/hydrate-queries.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { setRenderTime } from '#web/ui/hydration.ts'
import { App } from './app.tsx'
import { createAppRouter } from './router.tsx'

// The security policy forbids style attributes, so each becomes a rule.
function extractInlineStyles(html: string, at: Date): string {
  const classByStyle = new Map<string, string>()
  const styled = html.replace(/ style="([^"<]*)"/g, (_, style: string) => {
    const name = classByStyle.get(style) ?? String(classByStyle.size)
    classByStyle.set(style, name)
    return ` data-ssr-style="${name}"`
  })
  const unescapeHtml = (style: string) =>
    style.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&')
  const lines = [...classByStyle].map(([style, name]) => `[data-ssr-style="${name}"]{${unescapeHtml(style)}}`)
  return `<style data-rendered-at="${at.toISOString()}">${lines.join('')}</style>${styled}`
}

/** The page at `path` as HTML, rendered with `answers` only; null if it redirects. */
export async function render(path: string, answers: readonly PrefetchedQuery[]): Promise<string | null> {
  const queries = createQueryClient()
  // Missing answers are requested by the browser, and embedded ones are fresh.
  const neverFetch = () => new Promise<never>(() => {})
  queries.setDefaultOptions({
    queries: { retry: false, staleTime: Number.POSITIVE_INFINITY, queryFn: neverFetch },
  })
  hydrateQueries(queries, answers)
  const router = createAppRouter(queries)
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [path] }) })
  await router.load()
  if (router.state.location.href !== path) return null
  const at = new Date()
  setRenderTime(at)
  const html = renderToString(<App queries={queries} router={router} />)
  queries.clear()
  // A redirecting page renders nothing, and a failed one has a gap.
  if (!/<main[^>]*>(?!<!--\$!-->)/.test(html)) return null
  return extractInlineStyles(
    html
      .replace(/<(script|title)[^>]*>.*?<\/\1>/gs, '')
      // Without scripts the browser would put what is typed into the address.
      .replaceAll('<form', '<form method="dialog"'),
    at,
  )
}
