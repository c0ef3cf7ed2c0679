// A rig is claimed with a code from its document, and transferred with one from its owner. Codes are read from paper
// and typed on phones, so characters are unambiguous, and notation does not matter.

/** Without 0 and O, 1, I and L. */
const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

const CODE_LENGTH = 10

/** How long a transfer code works. */
export const TRANSFER_DAYS = 14

/** How long a report link works. */
export const REPORT_DAYS = 30

/** The maximum length of a note or dispute. */
export const MAX_NOTE_LENGTH = 1000

/** What an owner may write on a visit. */
export const NOTE_KINDS = ['note', 'dispute'] as const
export type NoteKind = (typeof NOTE_KINDS)[number]

const DAY_MS = 24 * 60 * 60 * 1000

export const daysAfter = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS)

/** A code from at least ten random bytes: `7KQ2MXW4PB`. */
export function createCode(bytes: Uint8Array): string {
  let remainder = bytes.reduce((number, byte) => number * 256n + BigInt(byte), 0n)
  const base = BigInt(CODE_ALPHABET.length)
  let code = ''
  while (code.length < CODE_LENGTH) {
    code += CODE_ALPHABET[Number(remainder % base)]
    remainder /= base
  }
  return code
}

/** Normalized: no case, spaces or dashes. */
export const normalizeCode = (typed: string): string => typed.toUpperCase().replace(/[\s\p{Pd}.]/gu, '')

export const isCode = (normalized: string): boolean =>
  normalized.length === CODE_LENGTH && [...normalized].every(character => CODE_ALPHABET.includes(character))

/** As it is printed: `7KQ2M-XW4PB`. */
export const formatCode = (code: string): string =>
  `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`

/**
 * Whether a code opens a rig's whole history to the account with this confirmed `email`. Otherwise it opens visits
 * from its own ticket on, because a company could make up a ticket to see the history of others. `knownEmail` is the
 * email of the rig's customer, null without one. `wasReleased`: another account owned the rig and released it, and a
 * made-up ticket could have set a new customer since.
 */
export const grantsFullHistory = (knownEmail: string | null, wasReleased: boolean, email: string): boolean =>
  knownEmail !== null && !wasReleased && knownEmail.toLowerCase() === email.toLowerCase()

/** How a rig is claimed with a document. The code is null if it no longer works. */
export type ClaimCode = { readonly code: string | null; readonly url: string }

/** Shown instead of such a code. */
export const CODE_REVOKED = 'This visit’s code no longer works: the founders of Rigwright ended the claim.'
