// The steps of a ticket's life, by name, and the memory of the last one taken.

import type { Signature } from './actor.ts'

export const VERBS = [
  'create',
  'book',
  'accept',
  'decline',
  'askApproval',
  'approve',
  'finalize',
  'complete',
  'reopen',
] as const
export type Verb = (typeof VERBS)[number]

/** The last step the ticket took: what a person who came too late is told. */
export type Move = { readonly verb: Verb; readonly by: Signature; readonly at: Date }
