// Draws a page before it is sent, with what it carries: read at once, and by those who run no scripts. The browser's
// own drawing takes its place. Built as a program of its own, which the server loads when first asked for a page.

import { createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { hydrateQueries, type PrefetchedQuery } from '#web/api/hydrate.ts'
import { createQueryClient } from '#web/api/query-client.ts'
import { setRenderTime } from '#web/ui/hydration.ts'
import { App } from './app.tsx'
import { createAppRouter } from './router.tsx'

// The page's security policy lets no element bring a style of its own, so each becomes a rule.
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

/** The page at `path` as HTML, drawn with `answers` alone; null where it leads elsewhere. */
export async function render(path: string, answers: readonly PrefetchedQuery[]): Promise<string | null> {
  const queries = createQueryClient()
  // What did not come with the page is asked by the browser, and what did is as new as it can be.
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
  // A page that leads elsewhere draws nothing, and one that could not be drawn leaves a gap in its middle.
  if (!/<main[^>]*>(?!<!--\$!-->)/.test(html)) return null
  return extractInlineStyles(
    html
      .replace(/<(script|title)[^>]*>.*?<\/\1>/gs, '')
      // What is typed or pressed now would be lost, and a form would be sent to nowhere.
      .replaceAll(/<(form|button|input|select|textarea) /g, '<$1 inert="ssr" '),
    at,
  )
}
