// What the barcodes of a component's plate say: what a label names. A single barcode without a label is taken for the serial
// number, which plates have alone; the form says to check it.

import { findVin } from '#domain/rigs/barcode-vin.ts'
import { MAX_COMPONENT_TEXT_LENGTH } from './component.ts'

const PLATE_FIELDS = ['maker', 'model', 'serial'] as const
export type PlateField = (typeof PLATE_FIELDS)[number]

/** What was read; a field that was not is missing. */
export type PlateReading = Readonly<Partial<Record<PlateField, string>>>

type Labeled = { readonly field: PlateField; readonly value: string }

/** As makers print them; what comes after is `NO`, `NUMBER` or `#`. */
const LABELS: Readonly<Record<PlateField, string>> = {
  maker: 'MANUFACTURER|MAKER|MAKE|MFR|MFG|BRAND',
  model: 'MODEL|MODELE|MODÈLE|MDL|MOD|M/N|MN',
  serial: 'SERIAL|SERIE|SÉRIE|SER|S/N|SN',
}
const NUMBER = String.raw`(?:[ ._]*(?:NUMBER|NUMERO|NUM|NBR|NO|NR|#)\b\.?)?`

/** A label at the beginning or after a space, with a colon, an equals sign or spaces between it and its value. */
const LABEL = new RegExp(
  `(?<=^|[\\s"'{[(,])["']?(?:${PLATE_FIELDS.map(field => `(?<${field}>${LABELS[field]})`).join('|')})` +
    `${NUMBER}["']?(?:\\.?\\s*[:=#]\\s*|\\.?\\s+(?=\\S*\\d)|\\s*$)`,
  'giu',
)

/** What ends a value, besides control characters: the separators of lists, of JSON and of addresses. */
const SEPARATORS = /[\p{Cc};|&,]+/u

const clean = (text: string): string =>
  text
    .replaceAll(/\p{C}/gu, ' ')
    .replace(/^[\s"'{}[\]()*]+/u, '')
    .replace(/[\s"'{}[\]()*]+$/u, '')

/** What can stand for one: neither empty, nor another label, nor a VIN. */
const isValue = (value: string): boolean =>
  value !== '' &&
  value.length <= MAX_COMPONENT_TEXT_LENGTH &&
  !/[:=]/u.test(value) &&
  findVin([value]) === null

/** Every labelled value of one line, such as `MODEL: SF-30F S/N: 0912 44521`. */
function labeledIn(line: string): Labeled[] {
  const found = [...line.matchAll(LABEL)]
  return found.flatMap((match, index) => {
    const field = PLATE_FIELDS.find(name => match.groups?.[name] !== undefined)
    const value = clean(line.slice(match.index + match[0].length, found[index + 1]?.index))
    return field === undefined || !isValue(value) ? [] : [{ field, value }]
  })
}

/** The separators of GS1 and ISO 15434. */
const GROUP = '\u001d'
const RECORD = '\u001e'

/** The data identifiers of ISO 15434's format 06: `S` a serial number, `1P` what the supplier calls the item. */
const IDENTIFIERS: readonly (readonly [RegExp, PlateField])[] = [
  [/^S(?=.)/u, 'serial'],
  [/^1P(?=.)/u, 'model'],
]

/** The fields of an envelope `[)>`; null if it is none. */
function readEnvelope(text: string): Labeled[] | null {
  if (!text.startsWith('[)>')) return null
  const content = text.split(RECORD).find(format => format.startsWith(`06${GROUP}`)) ?? ''
  return content.split(GROUP).flatMap(part =>
    IDENTIFIERS.flatMap(([identifier, field]) => {
      const value = clean(part.replace(identifier, ''))
      return identifier.test(part) && isValue(value) ? [{ field, value }] : []
    }),
  )
}

/** Digits after application identifiers of a fixed length, by their first two. */
const FIXED_LENGTHS: Readonly<Record<string, number>> = {
  ...{ '00': 18, '01': 14, '02': 14, '11': 6, '12': 6, '13': 6, '15': 6, '16': 6, '17': 6, '20': 2 },
}
/** The identifiers of variable length that may come before a serial number on a plate. */
const VARIABLE = /^(?:10|21|240|241|250|251|30|37)/u

/** Whether 14 digits end with the check digit of a GTIN: weights 3 and 1 from the left add up to tens. */
const isGtin = (digits: string): boolean =>
  /^\d{14}$/u.test(digits) &&
  [...digits].reduce((sum, digit, index) => sum + Number(digit) * (index % 2 === 0 ? 3 : 1), 0) % 10 === 0

/** The serial number in a GS1 element string, `01…21…` or `(01)…(21)…`; null if the text is none. */
function readGs1(text: string): Labeled[] | null {
  const serial = (value: string): Labeled[] => (isValue(value) ? [{ field: 'serial', value }] : [])
  if (/^\(\d{2,4}\)/u.test(text))
    return [...text.matchAll(/\((\d{2,4})\)([^(]*)/gu)].flatMap(([, identifier, value = '']) =>
      identifier === '21' ? serial(clean(value)) : [],
    )
  let rest = text.replace(/^\](?:C1|d2|Q3|e0)/u, '')
  const isMarked = rest !== text || rest.startsWith(GROUP)
  if (!isMarked && !(rest.startsWith('01') && isGtin(rest.slice(2, 16)))) return null
  while (rest !== '') {
    if (rest.startsWith(GROUP)) rest = rest.slice(1)
    const length = FIXED_LENGTHS[rest.slice(0, 2)]
    const [identifier = ''] = VARIABLE.exec(rest) ?? []
    const end = rest.indexOf(GROUP)
    if (identifier === '21') return serial(clean(rest.slice(2, end === -1 ? undefined : end)))
    if (length !== undefined) rest = rest.slice(2 + length)
    else if (identifier === '' || end === -1) return []
    else rest = rest.slice(end)
  }
  return []
}

const isAddress = (text: string): boolean => /^[a-z][a-z0-9+.-]*:\/\/|^www\./iu.test(text)

/** Of an address, only what it asks with: `?model=SF-30F&sn=0912`. */
function queryOf(address: string): string {
  const query = /\?([^#]*)/u.exec(address)?.[1] ?? ''
  return query.replaceAll('+', ' ').replaceAll(/%([0-9a-f]{2})/giu, (_, hex) => {
    const code = Number.parseInt(hex, 16)
    return code < 0x80 ? String.fromCharCode(code) : ' '
  })
}

const readLines = (text: string): Labeled[] => text.split(SEPARATORS).flatMap(labeledIn)

/** A word or two with a digit, which nothing names. */
const UNLABELED = /^[\p{L}\p{N}][\p{L}\p{N} ./_-]{2,39}$/u

/** It may be a serial number: one line, no address, no VIN. */
const isUnlabeled = (text: string): boolean =>
  UNLABELED.test(text) && /\d/u.test(text) && !isAddress(text) && isValue(text)

/**
 * Maker, model and serial number in the texts of a plate's barcodes: what a label names (`S/N`, `SERIAL NO`, `M/N`,
 * `MODEL`, `MFG`, also as `key=value`, in lines, in JSON, in what an address asks with), what GS1 and ISO 15434 name, and one
 * single text that nothing names, which is the serial number. Two different values of one field are none. A VIN, an address
 * and a trade item number are no serial number. Each value is part of a text and fits its field.
 *
 * Sources: GS1 General Specifications, section 3 (21 serial number; 01, 240 and 241 name the item, not the unit) and 7.9
 * (check digit); ISO/IEC 15434 (`[)>`, format 06) with the data identifiers of ANSI MH10.8.2 (S, 1P).
 */
export function readPlate(texts: readonly string[]): PlateReading {
  const labeled: Labeled[] = []
  const unlabeled = new Set<string>()
  for (const text of texts.map(each => each.trim())) {
    const standard = readEnvelope(text) ?? readGs1(text)
    const found =
      standard ?? readLines(isAddress(text) && labeledIn(text).length === 0 ? queryOf(text) : text)
    labeled.push(...found)
    if (standard === null && found.length === 0 && isUnlabeled(text)) unlabeled.add(text)
  }
  const reading: Partial<Record<PlateField, string>> = {}
  for (const field of PLATE_FIELDS) {
    const [value, ...others] = new Set(labeled.flatMap(each => (each.field === field ? [each.value] : [])))
    if (value !== undefined && others.length === 0) reading[field] = value
  }
  const isSerialNamed = labeled.some(({ field }) => field === 'serial')
  const [only, ...more] = unlabeled
  if (!isSerialNamed && only !== undefined && more.length === 0) reading.serial = only
  return reading
}
