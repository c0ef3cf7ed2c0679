const DAY_MS = 24 * 60 * 60_000

/** Days in which an owner can still keep open a company that they closed. */
export const CLOSING_DAYS = 30

/** When a company is deleted whose owner closes it now. */
export const closingDate = (now: Date): Date => new Date(now.getTime() + CLOSING_DAYS * DAY_MS)

/** Whether its owner closed it long enough ago for it to be deleted. */
export const isClosingDue = ({ closesAt }: { readonly closesAt: Date | null }, now: Date): boolean =>
  closesAt !== null && closesAt <= now
