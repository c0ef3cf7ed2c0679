// The passwords that everybody tries first, from the list that zxcvbn-ts ships, most used first.

const LONG_ENOUGH = 8
const HOW_MANY = 5000

let known: Promise<ReadonlySet<string>> | undefined

async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const long = dictionary['passwords-common'].filter(password => password.length >= LONG_ENOUGH)
  return new Set(long.slice(0, HOW_MANY))
}

/**
 * The few thousand most used passwords that are long enough to be asked about, in lower case.
 * Read on the first call; held from then on (about half a megabyte).
 */
export function commonPasswords(): Promise<ReadonlySet<string>> {
  known ??= load()
  return known
}
