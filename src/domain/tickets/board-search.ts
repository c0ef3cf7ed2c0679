// The dashboard's board as its URL asks for it: its order, whose tickets, and with which words. The web asks for it, and
// the server prefetches it.

import { BOARD_SECTIONS } from './board-sections.ts'

type Section = (typeof BOARD_SECTIONS)[number]

/** `newest` is the default, and not in the URL. */
const ORDERS = ['oldest', 'day'] as const

export type BoardSearch = {
  /** The section shown in full on a phone. */
  readonly all?: Section | undefined
  /** The sections shown without their cards, with a period between them. */
  readonly folded?: string | undefined
  readonly sort?: (typeof ORDERS)[number] | undefined
  /** An employee's id, or `none`. */
  readonly technician?: string | undefined
  readonly q?: string | undefined
}

export type BoardFilter = Pick<BoardSearch, 'sort' | 'technician' | 'q'>

const TECHNICIAN = /^(none|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/
const MAX_WORDS = 200

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** The sections shown without their cards, in the order of work. */
export const foldedSections = ({ folded = '' }: BoardSearch): readonly Section[] =>
  BOARD_SECTIONS.filter(section => folded.split('.').includes(section))

/**
 * The valid parameters of a URL; others are undefined. Every name is included, also without a value: otherwise the
 * router would keep what was typed.
 */
export const parseBoardSearch = (search: Readonly<Record<string, unknown>>): BoardSearch => ({
  all: BOARD_SECTIONS.find(section => section === search.all),
  folded: foldedSections({ folded: text(search.folded) }).join('.') || undefined,
  sort: ORDERS.find(order => order === search.sort),
  technician: TECHNICIAN.test(text(search.technician)) ? text(search.technician) : undefined,
  q: text(search.q).trim().slice(0, MAX_WORDS) || undefined,
})

/** The filter for the API; undefined for the whole board, newest first, which live events keep up to date. */
export const boardFilter = ({ sort, technician, q }: BoardSearch): BoardFilter | undefined =>
  sort === undefined && technician === undefined && q === undefined ? undefined : { sort, technician, q }
