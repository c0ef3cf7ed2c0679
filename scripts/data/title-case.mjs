// Names in normal case: the catalog has them in capitals ("GRAND DESIGN RV, LLC").

const SHOUTED = new Set(
  'AG BMW DBA EV FCCC GMAC GMC IC II III IV KZRV LLC LP MPG MRV REV RV RVS SUV UK USA'.split(' '),
)
const SMALL = new Set(['AND', 'DE', 'OF', 'THE'])
const SHORTENED = new Set(['LTD', 'MFG', 'ST', 'FT', 'MT', 'JR', 'DR'])
const VOWEL = /[AEIOUY]/
const COMPANY_SUFFIX = /[, ]+(inc|llc|l\.l\.c|corp|corporation|co|ltd)\.?$/i

/**
 * "GRAND DESIGN RV, LLC" → "Grand Design RV, LLC". Unchanged are names with a lower-case letter, and words that are
 * unpronounceable or known to be capitals.
 * @param {string} name
 */
export function toTitleCase(name) {
  const trimmed = name.trim().replace(/\s+/g, ' ')
  if (/\p{Ll}/u.test(trimmed)) return trimmed
  return trimmed.replace(/[\p{L}\p{N}'’&]+/gu, (word, place) => {
    if (place > 0 && SMALL.has(word)) return word.toLowerCase()
    const isSpelled = !VOWEL.test(word) && !SHORTENED.has(word)
    const isShouted = isSpelled || SHOUTED.has(word) || /[\d&]/.test(word)
    return isShouted ? word : word.charAt(0) + word.slice(1).toLowerCase()
  })
}

/** The make as on the rig: "Tiffin Motorhomes, Inc" → "Tiffin Motorhomes". @param {string} name */
export const formatMakeName = name => toTitleCase(name).replace(COMPANY_SUFFIX, '')
