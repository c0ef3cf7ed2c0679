// Progress on standard error, in one line that is overwritten; only on a terminal.

import { printError as printErrorLine, print as printLine, toTerminalText } from '#server/lib/terminal.ts'

const isTerminal = process.stderr.isTTY === true
const CLEAR_LINE = '\r\u001B[K'
const INTERVAL_MS = 100

let lastShownAt = 0

export function showProgress(line: string): void {
  const now = performance.now()
  if (!isTerminal || now - lastShownAt < INTERVAL_MS) return
  lastShownAt = now
  process.stderr.write(`${CLEAR_LINE}${toTerminalText(line)}`)
}

export function print(line: string): void {
  if (isTerminal) process.stderr.write(CLEAR_LINE)
  printLine(line)
}

export function printError(line: string): void {
  if (isTerminal) process.stderr.write(CLEAR_LINE)
  printErrorLine(line)
}
