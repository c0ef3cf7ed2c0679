// Letters that the desk causes, and what a customer causes at the desk. They are counted together, whatever they say: a
// company must not fill a mailbox, nor write to strangers by tickets that it makes up.

import { type LetterFate, TOO_MANY_LETTERS } from '#domain/mail/email-outcome.ts'
import type { Work } from '#server/db/unit-of-work.ts'
import type { Counts } from '#server/http/middleware/rate-limiter.ts'
import { tooMany } from '#server/rpc/errors.ts'
import { type Letter, type Post, writeLetter } from './outbox.ts'

export type Desk = { readonly post: Post; readonly counts: Counts }

/** Writes a letter, or answers with the seconds until another may be written. */
async function tryLetter(
  work: Work,
  { post, counts }: Desk,
  letter: Letter,
  company: string | null = work.companyId,
): Promise<number | null> {
  const who = { company, email: `${work.companyId} ${letter.recipient.toLowerCase()}` }
  const wait = await counts.within(work, 'letters', who)
  if (wait === null) await writeLetter(work, post, letter)
  return wait
}

const fateWith = ({ reaches }: Post): LetterFate => (reaches ? 'posted' : 'no-mail')

/** Writes to a customer beside what was done. One letter too many is left out, and the desk is told. */
export async function writeToCustomer(work: Work, desk: Desk, letter: Letter): Promise<LetterFate> {
  return (await tryLetter(work, desk, letter)) === null ? fateWith(desk.post) : 'too-many'
}

/** Writes to a company what a customer caused: counted by its mailbox alone, or one customer could use up its letters. */
export async function writeToCompany(work: Work, desk: Desk, letter: Letter): Promise<void> {
  await tryLetter(work, desk, letter, null)
}

/** Writes what was asked for and nothing else. Throws TOO_MANY for one letter too many. */
export async function writeAsked(work: Work, desk: Desk, letter: Letter): Promise<LetterFate> {
  const wait = await tryLetter(work, desk, letter)
  if (wait !== null) throw tooMany(wait, TOO_MANY_LETTERS)
  return fateWith(desk.post)
}
