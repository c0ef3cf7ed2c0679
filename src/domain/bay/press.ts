// How long what was pressed on a phone may wait there.

/**
 * A press that is older is not sent: for so long, the server remembers what was done, and phones show what they have
 * stored.
 */
export const MAX_PRESS_AGE_DAYS = 90
