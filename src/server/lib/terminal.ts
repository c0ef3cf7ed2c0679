// What the operator's terminal shows. Names, emails and texts come from anyone who registers: a control character in them
// could move the cursor, change what was printed before, or type into the terminal.

/** Controls (C0, C1) but for tab and line feed, what changes the direction of text, and other line breaks. */
const CONTROL = /(?![\t\n])[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu

/** The text with each control character as `\u001b`, which is also how JSON writes them. */
export const toTerminalText = (text: string): string =>
  text.replace(CONTROL, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Prints a line of output. */
export const print = (line: string): void => void process.stdout.write(`${toTerminalText(line)}\n`)

/** Prints a line of standard error. */
export const printError = (line: string): void => void process.stderr.write(`${toTerminalText(line)}\n`)
