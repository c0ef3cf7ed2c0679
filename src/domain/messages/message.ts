// Messages between a company and its customer about one ticket. They cannot be changed: each side may later need
// proof of what was said.

import type { EmailOutcome } from '#domain/mail/email-outcome.ts'

export const MAX_MESSAGE_LENGTH = 2000

export const SIDES = ['customer', 'desk'] as const
export type Side = (typeof SIDES)[number]

export type Message = {
  readonly messageId: string
  readonly at: Date
  readonly by: Side
  readonly authorName: string
  /** The job line it is about; null for the whole ticket. */
  readonly jobNumber: number | null
  readonly text: string
  /** When the other side read it; null before. */
  readonly readAt: Date | null
  /** What became of the email to a customer who had not read it; null without one. */
  readonly emailOutcome: EmailOutcome | null
}

const MINUTE_MS = 60_000

/** How long a customer has to read a message before they are emailed it. */
export const UNREAD_EMAIL_MS = 2 * MINUTE_MS

/** The maximum number of messages shown for a ticket: the newest. */
export const MAX_MESSAGES = 300
