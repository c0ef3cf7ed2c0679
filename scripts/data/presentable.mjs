// Names as a person would write them: the catalog shouts ("GRAND DESIGN RV, LLC").

const SHOUTED = new Set(
  `AG AZ BC BMW CA CO. DBA DRV EV FCCC GMAC GMC GSL IC II III IL IN IV KZRV LA LLC LP MI MPG MRV NA NV OH ON
  PA RV RVS REV SA SE SL SUV TX UK USA VI VW`.split(/\s+/),
)
const VOWEL = /[AEIOUY]/

/**
 * "GRAND DESIGN RV, LLC" → "Grand Design RV, LLC". A name that has a small letter is left as it is, and so is a word
 * that cannot be spoken or is known to be written large.
 * @param {string} name
 */
export function presentable(name) {
  const trimmed = name.trim().replace(/\s+/g, ' ')
  if (/\p{Ll}/u.test(trimmed)) return trimmed
  return trimmed.replace(/[\p{L}\p{N}'’&]+/gu, word => {
    if (SHOUTED.has(word) || /\d|&/.test(word) || !VOWEL.test(word)) return word === 'ST' ? 'St' : word
    return word.charAt(0) + word.slice(1).toLowerCase()
  })
}
