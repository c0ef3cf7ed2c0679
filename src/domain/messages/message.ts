// What a company and its customer write to each other about one ticket. It stays as it was written: each side
// may have to show later what the other was told.

export const MAX_MESSAGE_LENGTH = 2000

export const SIDES = ['customer', 'desk'] as const
export type Side = (typeof SIDES)[number]

export type Message = {
  readonly messageId: string
  readonly at: Date
  readonly by: Side
  readonly authorName: string
  /** The job line it is about; null for the ticket as a whole. */
  readonly jobNumber: number | null
  readonly text: string
  /** When the desk saw what a customer wrote; null before, and of what the desk wrote. */
  readonly seenAt: Date | null
}

/** Messages of one ticket that are shown at most: the newest. */
export const MAX_MESSAGES = 300
