// Text for programs that read Windows-1252, the code page of American Windows, and not UTF-8.

/** The characters from 0x80 to 0x9F; five of these bytes mean nothing. Source: encoding.spec.whatwg.org, windows-1252. */
const FROM_0X80 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

const byteOf = (character: string): number | null => {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80 || (code >= 0xa0 && code <= 0xff)) return code
  const index = code < 0xa0 ? -1 : FROM_0X80.indexOf(character)
  return index < 0 ? null : 0x80 + index
}

/** A character as itself, else without its accents, else as a question mark. */
const fitting = (character: string): string => {
  if (byteOf(character) !== null) return character
  const plain = character.normalize('NFKD').replace(/\p{M}/gu, '')
  return plain !== '' && [...plain].every(each => byteOf(each) !== null) ? plain : '?'
}

/** The text with nothing that Windows-1252 lacks: `Łódź` is `?ódz`, `×` stays. */
export const toWindows1252Text = (text: string): string => [...text.normalize('NFC')].map(fitting).join('')

/** The bytes of such a text. */
export const encodeWindows1252 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from([...toWindows1252Text(text)], character => byteOf(character) ?? 0x3f)
