// A rig is claimed with a code that stands on its paper, and handed on with one that its holder gives. Codes are read
// from paper and typed on phones, so no two of their letters look alike, and how they are typed does not matter.

/** Without 0 and O, without 1, I and L. */
const CODE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'

const CODE_LENGTH = 10

/** How long a code hands a rig on. */
export const TRANSFER_DAYS = 14

/** How long a report can be read by its link. */
export const REPORT_DAYS = 30

/** The longest note on a visit, and the longest dispute. */
export const MAX_NOTE_LENGTH = 1000

/** What a holder may say of a visit. */
export const NOTE_KINDS = ['note', 'dispute'] as const
export type NoteKind = (typeof NOTE_KINDS)[number]

const DAY_MS = 24 * 60 * 60 * 1000

export const daysAfter = (at: Date, days: number): Date => new Date(at.getTime() + days * DAY_MS)

/** A code from at least ten bytes that nobody can foretell: `7KQ2MXW4PB`. */
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

/** As it was meant: no case, no spaces, no dashes. */
export const normalizeCode = (typed: string): string => typed.toUpperCase().replace(/[\s\p{Pd}.]/gu, '')

export const isCode = (normalized: string): boolean =>
  normalized.length === CODE_LENGTH && [...normalized].every(letter => CODE_ALPHABET.includes(letter))

/** As it is printed: `7KQ2M-XW4PB`. */
export const formatCode = (code: string): string =>
  `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`

/**
 * Whether a code opens a rig's whole life to whoever has this confirmed email, or only what came from its own ticket
 * on: a company could make up a ticket to look into somebody else's history. `known` is the email of the customer
 * whom the pool has the rig assigned to, null for none; `wasLetGo` whether somebody else held it and let it go, after
 * which a made-up ticket could have become the first of a new customer.
 */
export const grantsFullHistory = (knownEmail: string | null, wasReleased: boolean, email: string): boolean =>
  knownEmail !== null && !wasReleased && knownEmail.toLowerCase() === email.toLowerCase()

/** How a rig is claimed with a paper. Of one by which nobody claims it any more, the code is null. */
export type ClaimCode = { readonly code: string | null; readonly url: string }

/** What stands where the code of such a paper was. */
export const CODE_REVOKED = 'This visit’s code no longer works: the founders of Rigwright ended the claim.'
