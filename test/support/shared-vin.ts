// VINs for tests, named after what they are there for.

const FILLER = '1234567890ABCDEFG'
const LENGTH = 17

/** A VIN that all companies share, ending in `name`: `MINE-3` → `1234567890ABM1NE3`. Its check digit is wrong. */
export function sharedVin(name: string): string {
  const end = name
    .toUpperCase()
    .replaceAll('I', '1')
    .replaceAll('O', '0')
    .replaceAll('Q', '9')
    .replace(/[^A-Z0-9]/g, '')
    .slice(-12)
  return FILLER.slice(0, LENGTH - end.length) + end
}
