// Pages drawn ahead by the web's own code, which the build lays beside the web (docs/decisions/016). It is loaded
// when the first page is asked for: a server that serves the API alone never has it.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { memoizeAsync } from '#server/lib/memoize-async.ts'
import type { PrefetchedQuery } from './prefetch.ts'

type RenderModule = {
  readonly render: (path: string, answers: readonly PrefetchedQuery[]) => Promise<string | null>
}

type RenderPage = (path: string, answers: readonly PrefetchedQuery[], isPersonal: boolean) => Promise<string>

/** Drawings for everybody that are kept; a list of companies is drawn once until it changes. */
const MAX_CACHED = 50
/** What says more than this (in characters) takes long to draw, and the browser draws it as well. */
const MAX_INPUT_LENGTH = 40_000

/** `folder`: where the built web lies. What goes wrong is told to `log`, and the page goes out undrawn. */
export function createRenderer(folder: string, log: (error: unknown) => void): RenderPage {
  const file = join(folder, '..', 'ssr', 'entry-server.js')
  if (!existsSync(file)) return async () => ''
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
    // Without knowing who looks, a page cannot be drawn.
    if (!answers.some(({ name }) => name === 'me')) return ''
    const key = `${path} ${JSON.stringify(answers)}`
    if (key.length > MAX_INPUT_LENGTH) return ''
    const cached = cache.get(key)
    if (cached !== undefined) return cached
    const rendering = renderOrEmpty(path, answers)
    if (isPersonal) return rendering
    // The drawing and not its result: who asks meanwhile waits for the same one.
    cache.set(key, rendering)
    for (const oldest of [...cache.keys()].slice(0, -MAX_CACHED)) cache.delete(oldest)
    return rendering
  }
}
