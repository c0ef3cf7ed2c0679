// Phone numbers as their country writes them.

import { parsePhoneNumberFromString } from 'libphonenumber-js/min'

/**
 * `(574) 555-0142 ext. 12`, abroad `+49 89 1234567`; without a country code it is American or Canadian. A number with
 * too few or too many digits for its country stays as typed. The digits are not looked at: a new area code is in no
 * list.
 */
export function formatPhone(typed: string): string {
  const number = parsePhoneNumberFromString(typed, { defaultCountry: 'US', extract: false })
  if (number?.isPossible() !== true) return typed
  return number.countryCallingCode === '1' ? number.formatNational() : number.formatInternational()
}
