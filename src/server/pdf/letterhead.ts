// The top of every document: the company with its image, and what the document is.

import type { Column, Content } from 'pdfmake/interfaces.js'
import type { LabeledValue } from '#domain/documents/ticket-document.ts'
import { MUTED, PINE } from './theme.ts'

const LOGO_SIZE = 58

type Letterhead = {
  /** Name first. */
  readonly company: readonly string[]
  readonly title: string
  readonly about: readonly LabeledValue[]
}

const labeled = ({ label, value }: LabeledValue) => ({
  text: [{ text: `${label}  `, color: MUTED }, { text: value }],
})

/** `logo`: the company's image. */
export function letterhead({ company, title, about }: Letterhead, logo: string | null): Content {
  const [name = '', ...lines] = company
  const texts: Column = {
    stack: [
      { text: name, fontSize: 16, bold: true, color: PINE },
      ...lines.map((text): Content => ({ text, color: MUTED, margin: [0, 2, 0, 0] })),
    ],
    width: '*',
  }
  return {
    columns: [
      ...(logo === null ? [] : [{ image: logo, fit: [LOGO_SIZE, LOGO_SIZE], width: LOGO_SIZE } as Column]),
      texts,
      {
        stack: [
          { text: title, fontSize: 20, bold: true, alignment: 'right', margin: [0, 0, 0, 4] },
          ...about.map((line): Content => ({ ...labeled(line), alignment: 'right', margin: [0, 1, 0, 0] })),
        ],
        width: 210,
      },
    ],
    columnGap: 12,
  }
}
