// Draws papers one after the other: a long one keeps the machine busy, and its photos are held in memory. Who asks for
// many at once waits for their own, and others come in between.

import type { Paper } from '#domain/paper.ts'
import { inTurnsOfEach } from '#server/in-turns.ts'
import type { PictureKeeper } from '#server/picture-keeper.ts'
import { keyOf, type PicturePlace } from '#server/picture-paths.ts'
import { everyText } from './every-text.ts'
import { inFace, LACKING } from './face.ts'
import { faceOfPapers, print } from './press.ts'
import { printOf } from './prints.ts'
import type { PaperToDraw } from './queries.ts'
import { sheetOf } from './sheet.ts'

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
