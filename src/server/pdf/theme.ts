// The style of documents: Letter pages in the product's colors.

import type { ContentText } from 'pdfmake/interfaces.js'

export const PINE = '#1f4d3a'
export const INK = '#26221b'
export const MUTED = '#5b5345'
export const RULE = '#b9ae98'
export const TINT = '#f3eee3'

/** Points; the page is Letter, 612 × 792. */
export const MARGIN = 44
export const INNER_WIDTH = 612 - 2 * MARGIN

/** A heading never ends a page. */
export const heading = (text: string, above = 14): ContentText => ({
  text,
  bold: true,
  fontSize: 11.5,
  color: PINE,
  headlineLevel: 1,
  margin: [0, above, 0, 4],
})
