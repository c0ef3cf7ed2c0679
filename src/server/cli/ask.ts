import { createInterface } from 'node:readline/promises'

/** What the person at the terminal answers; empty if they end it with Ctrl+D. */
export async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const closed = new Promise<string>(resolve => terminal.once('close', () => resolve('')))
  const answer = await Promise.race([terminal.question(question), closed])
  terminal.close()
  return answer
}
