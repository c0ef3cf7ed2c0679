// Patterns of the catalog: `VDS` or `VDS|VIS`, positions 4 to 8 and 10 to 17 of a VIN. A pattern shorter than its
// part leaves the rest open; `*` is any character, `#` a digit, `[1-47R]` one of these.

const VDS_AT = 3
const VIS_AT = 9
/** The weight of a literal; a VIN has 33 possible characters, and a class allows some of them. */
const LITERAL = 33
const DIGITS = 10

/** How many characters the class allows, or 0 if `character` is not among them. */
function classWidth(members: string, character: string): number {
  let width = 0
  let isMember = false
  for (let at = 0; at < members.length; at++) {
    const low = members.charAt(at)
    const isRange = members[at + 1] === '-' && at + 2 < members.length
    const high = isRange ? members.charAt(at + 2) : low
    if (isRange) at += 2
    if (low <= character && character <= high) isMember = true
    width += high.charCodeAt(0) - low.charCodeAt(0) + 1
  }
  return isMember ? width : 0
}

/**
 * How closely `keys` describes the VIN, or -1 if it does not match. Of two patterns the closer one applies: more
 * positions given, and fewer characters allowed in each.
 */
export function matchPattern(keys: string, vin: string): number {
  let position = VDS_AT
  let total = 0
  for (let at = 0; at < keys.length; at++, position++) {
    const key = keys[at]
    const character = vin.charAt(position)
    if (key === '|') position = VIS_AT - 1
    else if (key === '[') {
      const end = keys.indexOf(']', at)
      const width = classWidth(keys.slice(at + 1, end), character)
      if (width === 0) return -1
      total += Math.max(1, LITERAL + 1 - width)
      at = end
    } else if (key === '#') {
      if (character < '0' || character > '9') return -1
      total += LITERAL + 1 - DIGITS
    } else if (key !== '*') {
      if (key !== character) return -1
      total += LITERAL
    }
  }
  return total
}
