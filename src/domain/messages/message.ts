// Messages between a company and its customer about one ticket. They cannot be changed: each side may later need
// proof of what was said.

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
  /** When the desk read a customer's message; null before, and for the desk's own. */
  readonly readAt: Date | null
}

/** The maximum number of messages shown for a ticket: the newest. */
export const MAX_MESSAGES = 300
