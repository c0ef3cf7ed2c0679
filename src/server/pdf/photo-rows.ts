// The photos of a paper, two beside each other, each with its words below.

import type { Column, Content } from 'pdfmake/interfaces.js'
import { heading, INNER_WIDTH, SOFT } from './theme.ts'

/** `picture` is null where the file is gone. */
export type Print = { readonly words: string; readonly picture: string | null }

const GAP = 20
const WIDTH = (INNER_WIDTH - GAP) / 2
const HEIGHT = 200

const printed = ({ words, picture }: Print): Column => ({
  stack: [
    picture === null
      ? { text: 'This photo cannot be shown.', color: SOFT }
      : { image: picture, fit: [WIDTH, HEIGHT] },
    { text: words, fontSize: 8.5, color: SOFT, margin: [0, 4, 0, 0] },
  ],
  width: WIDTH,
})

export function photoRows(prints: readonly Print[]): Content[] {
  const rows = prints.flatMap((_, index) => (index % 2 === 0 ? [prints.slice(index, index + 2)] : []))
  const [first, ...others] = rows.map(
    (row): Content => ({
      ...{ columns: row.map(printed), columnGap: GAP, unbreakable: true },
      margin: [0, 0, 0, 12],
    }),
  )
  return first === undefined ? [] : [{ stack: [heading('Photos'), first], unbreakable: true }, ...others]
}
