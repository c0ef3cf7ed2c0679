// The passwords that everybody tries first: those that thefts of accounts brought to light most often, from the
// list that zxcvbn-ts ships.

import { memoizeAsync } from '#server/lib/memoize-async.ts'

const MIN_LENGTH = 8

/**
 * The 18,000 most used passwords that are long enough to be asked about, in lower case. Read on the first call;
 * held from then on (about two megabytes).
 */
export const commonPasswords = memoizeAsync(async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter(password => password.length >= MIN_LENGTH))
})
