// Pages drawn ahead by the web's own code, which the build lays beside the web (docs/decisions/016). It is loaded
// when the first page is asked for: a server that serves the API alone never has it.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { madeOnce } from '#server/lib/memoize-async.ts'
import type { FirstAnswer } from './prefetch.ts'

type Program = {
  readonly draw: (path: string, answers: readonly FirstAnswer[]) => Promise<string | null>
}

export type Draw = (path: string, answers: readonly FirstAnswer[], isPersonal: boolean) => Promise<string>

/** Drawings for everybody that are kept; a list of companies is drawn once until it changes. */
const KEPT = 50
/** What says more than this (in characters) takes long to draw, and the browser draws it as well. */
const MOST = 40_000

/** `folder`: where the built web lies. What goes wrong is told to `log`, and the page goes out undrawn. */
export function openDrawing(folder: string, log: (fault: unknown) => void): Draw {
  const file = join(folder, '..', 'ahead', 'ahead.js')
  if (!existsSync(file)) return async () => ''
  const openProgram = madeOnce((): Promise<Program> => import(/* @vite-ignore */ pathToFileURL(file).href))
  const kept = new Map<string, Promise<string>>()
  async function draw(path: string, answers: readonly FirstAnswer[]): Promise<string> {
    try {
      const program = await openProgram()
      return (await program.draw(path, answers)) ?? ''
    } catch (fault) {
      log(fault)
      return ''
    }
  }
  return async (path, answers, isPersonal) => {
    // Without knowing who looks, a page cannot be drawn.
    if (!answers.some(({ name }) => name === 'me')) return ''
    const key = `${path} ${JSON.stringify(answers)}`
    if (key.length > MOST) return ''
    const before = kept.get(key)
    if (before !== undefined) return before
    const drawing = draw(path, answers)
    if (isPersonal) return drawing
    // The drawing and not its result: who asks meanwhile waits for the same one.
    kept.set(key, drawing)
    for (const oldest of [...kept.keys()].slice(0, -KEPT)) kept.delete(oldest)
    return drawing
  }
}
