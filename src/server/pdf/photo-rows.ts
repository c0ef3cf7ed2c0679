// The photos of a document in two columns, each with its caption below.

import type { Column, Content } from 'pdfmake/interfaces.js'
import { heading, MUTED } from './theme.ts'

/** `image` is null if the file is missing. */
export type CaptionedImage = { readonly caption: string; readonly image: string | null }

const GAP = 20
const HEIGHT = 200

const captionedPhoto = ({ caption, image }: CaptionedImage, width: number): Column => ({
  stack: [
    image === null ? { text: 'This photo cannot be shown.', color: MUTED } : { image, fit: [width, HEIGHT] },
    { text: caption, fontSize: 8.5, color: MUTED, margin: [0, 4, 0, 0] },
  ],
  width,
})

/** `width`: of the page, between its margins. */
export function photoRows(images: readonly CaptionedImage[], width: number): Content[] {
  const rows = images.flatMap((_, index) => (index % 2 === 0 ? [images.slice(index, index + 2)] : []))
  const [first, ...others] = rows.map(
    (row): Content => ({
      columns: row.map(photo => captionedPhoto(photo, (width - GAP) / 2)),
      columnGap: GAP,
      unbreakable: true,
      margin: [0, 0, 0, 12],
    }),
  )
  return first === undefined ? [] : [{ stack: [heading('Photos'), first], unbreakable: true }, ...others]
}
