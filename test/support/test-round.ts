/** Whether to run the long rounds, as CI does. */
export const isLongRound = process.env.LONG_TESTS !== undefined
