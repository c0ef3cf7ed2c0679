// How long what was tapped on a phone may wait there.

/**
 * A tap that is older is not sent: for so long, the server remembers what was done, and phones show what they have
 * stored.
 */
export const MAX_COMMAND_AGE_DAYS = 90
