// Phone numbers and emails from cells that hold more than one, or words beside it.

import { hasTwoNumbers, isPhone } from '#domain/lib/phone.ts'
import { cleanTyped } from '#domain/lib/typed-text.ts'
import type { CellReader } from './sheet-columns.ts'

type ReadContact = {
  readonly value: string
  /** What the cell holds besides, in the order in which it is written. */
  readonly leftOut: readonly string[]
}

/** A number with its country code, a North American one, or a local one; each with an extension. */
const NUMBER =
  /(?<!\d)(?:(?:\+?1[ .-]*)?\(?\d{3}\)?[ .-]*\d{3}[ .-]*\d{4}|\+\d[\d ().-]{6,}\d|\d{3}[ .-]\d{4})(?!\d)(?: ?(?:x|ext\.?|extension) ?\d{1,6}\b)?/gi
/** What only says which number it is. */
const LABELS =
  /\b(phones?|mobile|cell(ular|phone)?|home|work|office|business|main|fax|tel(ephone)?|primary|secondary|alt(ernate)?|other|numbers?|no|or|and|[chwmop])\b/gi

const isFax = (before: string, after: string): boolean =>
  /\bfax\W*$/i.test(before) || /^\s*\(?\s*fax\b(?!\s*:)/i.test(after)

/** The first phone number of a cell; text without one stays. A fax comes last. */
export function readPhone(typed: string): ReadContact {
  const text = cleanTyped(typed).replace(/\s+/g, ' ').trim()
  if (isPhone(text) && !hasTwoNumbers(text)) return { value: typed, leftOut: [] }
  const numbers = text.match(NUMBER) ?? []
  const between = text.replace(NUMBER, '\n').split('\n')
  const isFaxAt = (index: number) => isFax(between[index] ?? '', between[index + 1] ?? '')
  const first = Math.max(
    numbers.findIndex((_, index) => !isFaxAt(index)),
    0,
  )
  const value = numbers[first]
  if (value === undefined) return { value: typed, leftOut: [] }
  const leftOut = between.flatMap((words, index) => {
    const hasText = /[\p{L}\d]/u.test(words.replace(LABELS, ''))
    const number = numbers[index]
    return [
      ...(hasText ? [words.replace(/^[\s:;,./|()-]+|[\s:;,./|(-]+$/g, '')] : []),
      ...(number === undefined || index === first ? [] : [number.trim()]),
    ]
  })
  return { value: value.trim(), leftOut }
}

/** The first email of a cell; text that is none stays. */
export function readEmail(typed: string): ReadContact {
  const [first, ...others] = cleanTyped(typed)
    .replace(/mailto:/gi, '')
    .split(/[\s;,<>|]+/)
    .filter(part => part.includes('@'))
  return first === undefined || [first, ...others].some(part => !/^[^@]+@[^@]+$/.test(part))
    ? { value: typed, leftOut: [] }
    : { value: first, leftOut: others.filter(other => other.toLowerCase() !== first.toLowerCase()) }
}

const LIST = new Intl.ListFormat('en-US')

/** Email and phone of a row, with a sentence about what was left out; empty if nothing was. */
export function readContacts(cell: CellReader<'email' | 'phone' | 'secondPhone'>): {
  readonly email: string
  readonly phone: string
  readonly notes: string
} {
  const email = readEmail(cell('email'))
  const [first, second] = [readPhone(cell('phone')), readPhone(cell('secondPhone'))]
  const phone = first.value === '' ? second : first
  const others = [
    ...email.leftOut,
    ...phone.leftOut,
    ...(first.value === '' || second.value === first.value ? [] : [second.value, ...second.leftOut]),
  ].filter(text => text !== '')
  return {
    email: email.value,
    phone: phone.value,
    notes:
      others.length === 0
        ? ''
        : `Left out: ${LIST.format(others.map(text => `“${text}”`))}. There is one email and one phone number.`,
  }
}
