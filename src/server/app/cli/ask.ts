import { createInterface } from 'node:readline/promises'
import { toTerminalText } from '#server/lib/terminal.ts'

/** What the person at the terminal answers; empty if they end it with Ctrl+D. */
export async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const closed = new Promise<string>(resolve => terminal.once('close', () => resolve('')))
  const answer = await Promise.race([terminal.question(toTerminalText(question)), closed])
  terminal.close()
  return answer
}
