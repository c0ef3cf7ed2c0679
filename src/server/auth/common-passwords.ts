// The most common passwords: those found most often in leaks, from the list in zxcvbn-ts.

import { memoizeAsync } from '#server/lib/memoize-async.ts'

const MIN_LENGTH = 8

/**
 * The 18,000 most common passwords of sufficient length, in lower case. Read on the first call and kept in memory
 * (about two megabytes).
 */
export const commonPasswords = memoizeAsync(async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter(password => password.length >= MIN_LENGTH))
})
