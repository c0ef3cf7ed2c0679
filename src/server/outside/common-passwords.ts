// The passwords that everybody tries first: those that thefts of accounts brought to light most often, from the
// list that zxcvbn-ts ships.

const LONG_ENOUGH = 8

let known: Promise<ReadonlySet<string>> | undefined

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter(password => password.length >= LONG_ENOUGH))
}

/**
 * The 18,000 most used passwords that are long enough to be asked about, in lower case. Read on the first call;
 * held from then on (about two megabytes).
 */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  known ??= load()
  return known
}
