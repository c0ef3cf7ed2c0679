// Renders pages on the server with the web's own code (docs/adr/016). The code is loaded for the first page, so a
// server that serves only the API never loads it.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { memoizeAsync } from '#server/lib/memoize-async.ts'
import type { PrefetchedQuery } from './prefetch.ts'

type RenderModule = {
  readonly render: (path: string, answers: readonly PrefetchedQuery[]) => Promise<string | null>
}

type RenderPage = (path: string, answers: readonly PrefetchedQuery[], isPersonal: boolean) => Promise<string>

/** Cached public pages; the company list is rendered once until it changes. */
const MAX_CACHED = 50
/** In characters. Larger answers take long to read; the browser renders them. A ticket with 60 job lines has 100,000. */
const MAX_INPUT_LENGTH = 200_000

/**
 * `folder` holds the built web; throws if the built code for rendering is not beside it. Errors of rendering go to
 * `log`, and the page is sent without markup.
 */
export function createMarkupRenderer(folder: string, log: (error: unknown) => void): RenderPage {
  const file = join(folder, '..', 'ssr', 'entry-server.js')
  if (!existsSync(file)) throw new Error(`The build is incomplete: ${file} is missing. Run npm run build.`)
  const loadModule = memoizeAsync(
    (): Promise<RenderModule> => import(/* @vite-ignore */ pathToFileURL(file).href),
  )
  const cache = new Map<string, Promise<string>>()
  async function renderOrEmpty(path: string, answers: readonly PrefetchedQuery[]): Promise<string> {
    try {
      const module = await loadModule()
      return (await module.render(path, answers)) ?? ''
    } catch (error) {
      log(error)
      return ''
    }
  }
  return async (path, answers, isPersonal) => {
    // Without the session a page cannot be rendered.
    if (!answers.some(({ name }) => name === 'me')) return ''
    const key = `${path} ${JSON.stringify(answers)}`
    if (key.length > MAX_INPUT_LENGTH) return ''
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const rendering = renderOrEmpty(path, answers)
    if (isPersonal) return rendering
    // The promise and not its result, so that concurrent requests share one rendering.
    cache.set(key, rendering)
    for (const oldest of [...cache.keys()].slice(0, -MAX_CACHED)) cache.delete(oldest)
    return rendering
  }
}
