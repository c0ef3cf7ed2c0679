// Web addresses within names: the name of a company or a person goes into emails to people who never asked for one.

// Every repetition is bounded: these read what a stranger typed, before its length is known.
// `CampersInn.com` is a company's name as well as a domain, and has neither a scheme nor a path.
const SCHEME = /(?:[a-z][a-z\d+.-]{0,30})?:\/\//giu
const WWW = /(?<![\p{L}\p{N}])www\.(?=[\p{L}\p{N}])/giu
/** The slash after a domain: `evil.example/x`. */
const PATH = /(?<=[\p{L}\p{N}-]\.\p{L}{2,63}(?::\d{1,5})?)\/+/gu

const PARTS = [SCHEME, WWW, PATH]

/** Whether a name has `://`, `www.` or a domain with a slash in it. A bare domain is a name. */
export const hasWebAddress = (name: string): boolean => PARTS.some(part => name.search(part) >= 0)

/** What is left of a name whose web addresses are no longer addresses: `evil.example x`. */
export const withoutWebAddress = (name: string): string =>
  name.replace(SCHEME, '').replace(WWW, '').replace(PATH, ' ').trim()

export const WEB_ADDRESS_IN_NAME = 'Enter a name without a web address.'

const WORD_JOINER = '\u2060'

// Mail programs make links of these. An email address stays, so that it can be copied.
const LINKABLE =
  /(?<email>(?<![/:\\\p{L}\p{N}._%+'&-])[\p{L}\p{N}._%+'&-]{1,64}@[\p{L}\p{N}.-]{1,253}(?![\p{L}\p{N}.-]*[/:?#@\\]))|:\/\/|(?<=[\p{L}\p{N}-])\.(?=\p{L}{2})/giu

/** Text that looks the same, but in which a mail program finds no web address: with an invisible word joiner. */
export const withoutLinks = (text: string): string =>
  text.replace(LINKABLE, (found, email: string | undefined) =>
    email !== undefined ? found : found.replace(/[:.]/, `$&${WORD_JOINER}`),
  )
