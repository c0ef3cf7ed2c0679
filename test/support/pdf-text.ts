// Reads pdfkit's PDFs for tests: pages with their text, and images. Throws on anything unexpected, so that a broken
// file is never taken for an empty one.

import { inflateSync } from 'node:zlib'

type PdfPage = {
  readonly text: string
  readonly imageCount: number
  /** Where its lines go to, each as `x y`. */
  readonly lines: readonly string[]
  /** The lowest and the rightmost text, in points from the bottom left. */
  readonly lowest: number
  /** The lowest text above the page's number. */
  readonly lowestInBody: number
  readonly rightmost: number
}

export type Pdf = {
  readonly pages: readonly PdfPage[]
  readonly title: string
  readonly language: string
  /** Width and height of its pages in points, each once. */
  readonly sizes: readonly string[]
}

/** A font's characters, and the width of each in thousandths of its size. */
type Font = { readonly characters: ReadonlyMap<number, string>; readonly widths: readonly number[] }

type Part = { readonly words: string; readonly stream: string }

function partsOf(bytes: Uint8Array): Map<string, Part> {
  const text = Buffer.from(bytes).toString('latin1')
  if (!text.startsWith('%PDF-') || !/%%EOF\s*$/.test(text)) throw new Error('This is not a whole PDF.')
  const parts = new Map<string, Part>()
  for (const [, number = '', body = ''] of text.matchAll(/^(\d+) 0 obj\n(.*?)\nendobj$/gms)) {
    const [words = '', packed] = body.split('\nstream\n')
    const raw =
      packed === undefined ? Buffer.alloc(0) : Buffer.from(packed.replace(/\nendstream$/, ''), 'latin1')
    const isPacked = /\/Filter\s*\[?\s*\/FlateDecode/.test(words)
    parts.set(number, { words, stream: (isPacked ? inflateSync(raw) : raw).toString('latin1') })
  }
  return parts
}

const utf16 = (hex: string): string => {
  const bytes = Buffer.from(hex, 'hex')
  return bytes.swap16().toString('utf16le')
}

/** A font's characters, by its own map. */
function charactersOf(cmap: string): Map<number, string> {
  const signs = new Map<number, string>()
  for (const [, from = '', , list = ''] of cmap.matchAll(/<(\w+)>\s*<(\w+)>\s*\[(.*?)\]/gs)) {
    let at = Number.parseInt(from, 16)
    for (const [, hex = ''] of list.matchAll(/<([\w ]*)>/g)) signs.set(at++, utf16(hex.replaceAll(' ', '')))
  }
  return signs
}

/** The entry of a dictionary that refers to another object. */
const pointed = (words: string, name: string): string =>
  new RegExp(`/${name}\\s+(\\d+) 0 R`).exec(words)?.[1] ?? ''

export function readPdf(bytes: Uint8Array): Pdf {
  const parts = partsOf(bytes)
  const part = (number: string): Part => {
    const found = parts.get(number)
    if (found === undefined) throw new Error(`There is no object ${number}.`)
    return found
  }

  function pageOf({ words }: Part): PdfPage {
    const resources = part(pointed(words, 'Resources')).words
    const fonts = new Map(
      [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', number = '']) => [
        name,
        fontOf(part(number).words),
      ]),
    )
    const { stream } = part(pointed(words, 'Contents'))
    const lines: string[] = []
    let [font, size, x, rightmost] = [fontOf(''), 0, 0, 0]
    const heights: number[] = []
    const steps = /\/(F\d+) ([\d.]+) Tf|1 0 0 1 ([\d.]+) ([\d.]+) Tm|\[([^\]]*)\] TJ/g
    for (const [, name, points, left, low, shown = ''] of stream.matchAll(steps)) {
      if (name !== undefined) [font, size] = [fonts.get(name) ?? fontOf(''), Number(points)]
      if (left !== undefined) x = Number(left)
      if (left !== undefined) heights.push(Number(low))
      const hexes = [...shown.matchAll(/<(\w+)>/g)].map(([, hex = '']) => hex).join('')
      const ids = hexes.match(/.{4}/g)?.map(hex => Number.parseInt(hex, 16)) ?? []
      const width = ids.reduce((sum, id) => sum + (font.widths[id] ?? 0), 0)
      rightmost = Math.max(rightmost, x + (width * size) / 1000)
      if (ids.length > 0) lines.push(ids.map(id => font.characters.get(id) ?? '\0').join(''))
    }
    const imageCount = stream.match(/\/I\d+ Do/g)?.length ?? 0
    const drawn = [...stream.matchAll(/^([\d.-]+ [\d.-]+) l$/gm)].map(([, to = '']) => to)
    const lowest = Math.min(...heights)
    const lowestInBody = Math.min(...heights.filter(height => height > lowest))
    const text = lines.join(' ').replace(/ +/g, ' ')
    return { text, imageCount, lines: drawn, lowest, lowestInBody, rightmost }
  }

  function fontOf(words: string): Font {
    if (words === '') return { characters: new Map(), widths: [] }
    const [, cut = ''] = /\/DescendantFonts \[(\d+) 0 R\]/.exec(words) ?? []
    const [, widths = ''] = /\/W \[0 \[([\d. ]+)\]/.exec(part(cut).words) ?? []
    return {
      characters: charactersOf(part(pointed(words, 'ToUnicode')).stream),
      widths: widths.split(' ').map(Number),
    }
  }

  const all = [...parts.values()]
  const pages = all.filter(({ words }) => /\/Type \/Page\b(?!s)/.test(words))
  const about = all.find(({ words }) => /\/Creator\b/.test(words))?.words ?? ''
  const catalog = all.find(({ words }) => /\/Type \/Catalog/.test(words))?.words ?? ''
  return {
    pages: pages.map(pageOf),
    title: /\((.*)\)/.exec(part(pointed(about, 'Title')).words)?.[1] ?? '',
    language: /\/Lang \((.*?)\)/.exec(catalog)?.[1] ?? '',
    sizes: [...new Set(pages.map(({ words }) => /\/MediaBox \[(.*?)\]/.exec(words)?.[1] ?? ''))],
  }
}

/** All its text, in order. */
export const wordsOf = (pdf: Pdf): string => pdf.pages.map(({ text }) => text).join(' ')
