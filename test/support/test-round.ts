/** Whether the tests that take long are wanted, as in CI: otherwise they try less of the same. */
export const isLongRound = process.env.LONG_TESTS !== undefined
