// A ticket that ends without work: why, and what it was before, which reopening restores.

export const CLOSE_REASONS = ['customer', 'no-show', 'duplicate', 'mistake', 'too-expensive'] as const
export type CloseReason = (typeof CLOSE_REASONS)[number]

export const MAX_CLOSE_NOTE_LENGTH = 500

/** The states in which a ticket can be closed. */
export type ClosableState = 'pending' | 'active' | 'approval'

export type Closing = {
  readonly reason: CloseReason
  /** For the company alone. */
  readonly note: string
  /** Reopening leads back to it. */
  readonly stateBefore: ClosableState
}

export const CLOSE_REASON_LABELS: Readonly<Record<CloseReason, string>> = {
  customer: 'Canceled by the customer',
  'no-show': 'No-show',
  duplicate: 'Duplicate',
  mistake: 'Mistake',
  'too-expensive': 'Too expensive',
}

/** Whether a customer expects to be told: of the company's own errors they need not know. */
export const isEmailExpected = (reason: CloseReason): boolean =>
  reason !== 'duplicate' && reason !== 'mistake'
