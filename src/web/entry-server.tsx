// Draws a page before it is sent, with what it carries: read at once, and by those who run no scripts. The browser's
// own drawing takes its place. Built as a program of its own, which the server loads when first asked for a page.

import { createMemoryHistory } from '@tanstack/react-router'
import { renderToString } from 'react-dom/server'
import { type FirstAnswer, takeUpAnswers } from '#web/api/hydrate.ts'
import { openQueries } from '#web/api/query-client.ts'
import { drawAt } from '#web/ui/hydration.ts'
import { App } from './app.tsx'
import { openRouter } from './router.tsx'

// The page's security policy lets no element bring a style of its own, so each becomes a rule.
function withRules(html: string, at: Date): string {
  const rules = new Map<string, string>()
  const named = html.replace(/ style="([^"<]*)"/g, (_, style: string) => {
    const name = rules.get(style) ?? String(rules.size)
    rules.set(style, name)
    return ` data-ahead="${name}"`
  })
  const plain = (style: string) =>
    style.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&')
  const lines = [...rules].map(([style, name]) => `[data-ahead="${name}"]{${plain(style)}}`)
  return `<style data-at="${at.toISOString()}">${lines.join('')}</style>${named}`
}

/** The page at `path` as HTML, drawn with `answers` alone; null where it leads elsewhere. */
export async function draw(path: string, answers: readonly FirstAnswer[]): Promise<string | null> {
  const queries = openQueries()
  // What did not come with the page is asked by the browser, and what did is as new as it can be.
  const none = () => new Promise<never>(() => {})
  queries.setDefaultOptions({
    queries: { retry: false, staleTime: Number.POSITIVE_INFINITY, queryFn: none },
  })
  takeUpAnswers(queries, answers)
  const router = openRouter(queries)
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [path] }) })
  await router.load()
  if (router.state.location.href !== path) return null
  const at = new Date()
  drawAt(at)
  const html = renderToString(<App queries={queries} router={router} />)
  queries.clear()
  // A page that leads elsewhere draws nothing, and one that could not be drawn leaves a gap in its middle.
  if (!/<main[^>]*>(?!<!--\$!-->)/.test(html)) return null
  return withRules(
    html
      .replace(/<(script|title)[^>]*>.*?<\/\1>/gs, '')
      // What is typed or pressed now would be lost, and a form would be sent to nowhere.
      .replaceAll(/<(form|button|input|select|textarea) /g, '<$1 inert="ahead" '),
    at,
  )
}
