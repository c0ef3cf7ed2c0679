// Draws papers one after the other: a long one keeps the machine busy, and its photos are held in memory. Who asks for
// many at once waits for their own, and others come in between.

import type { Paper } from '#domain/documents/document.ts'
import type { PaperToDraw } from '#server/features/documents/queries.ts'
import { keyOf, type PicturePlace } from '#server/files/file-keys.ts'
import type { PictureKeeper } from '#server/files/file-reconciler.ts'
import { inTurnsOfEach } from '#server/lib/concurrency.ts'
import { inFace, LACKING } from './font-coverage.ts'
import { sheetOf } from './layout.ts'
import { everyText } from './map-text.ts'
import { faceOfPapers, print } from './pdf-worker.ts'
import { printOf } from './print-images.ts'

const inTurn = inTurnsOfEach(1)

const withLackingTold = (paper: Paper): Paper =>
  JSON.stringify(paper).includes(LACKING)
    ? { ...paper, notes: [...paper.notes, `Signs that this file cannot show stand as ${LACKING}.`] }
    : paper

type Asker = {
  /** Who has one paper drawn at a time. */
  readonly whose: string
  /** Aborted when nobody waits for it any more. */
  readonly leaving: AbortSignal
}

/** The PDF's bytes. */
export const drawPaper = (
  { paper, sign, photos }: PaperToDraw,
  read: PictureKeeper['read'],
  { whose, leaving }: Asker,
): Promise<Uint8Array<ArrayBuffer>> =>
  inTurn(
    whose,
    async () => {
      const has = await faceOfPapers()
      const drawable = (text: string) => inFace(text, has)
      const pictureAt = async (place: PicturePlace): Promise<string | null> => {
        const bytes = await read(keyOf(place, 'large'))
        return bytes === null ? null : printOf(bytes)
      }
      const prints: { words: string; picture: string | null }[] = []
      for (const { place, words } of photos)
        prints.push({ words: drawable(words), picture: await pictureAt(place) })
      const told = withLackingTold(await everyText(paper, drawable))
      return print(sheetOf(told, sign === null ? null : await pictureAt(sign), prints))
    },
    leaving,
  )
