// The passwords that everybody tries first: those that thefts of accounts brought to light most often, from the
// list that zxcvbn-ts ships.

import { madeOnce } from '#server/lib/memoize-async.ts'

const LONG_ENOUGH = 8

/**
 * The 18,000 most used passwords that are long enough to be asked about, in lower case. Read on the first call;
 * held from then on (about two megabytes).
 */
export const commonPasswords = madeOnce(async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter(password => password.length >= LONG_ENOUGH))
})
