/** Whether to run the long rounds, as CI does. */
export const isLongRound = process.env.LONG_TESTS !== undefined

/** How often a chaos test does what it does. */
export const CHAOS_ROUNDS = Number(process.env.CHAOS_ROUNDS ?? (isLongRound ? 3 : 1))
