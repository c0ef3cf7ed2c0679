// What is said while the server is not reached stands until it is no longer true: a notice that goes by itself would
// leave somebody who put the phone away without a word.

import { notify } from '#web/ui/feedback/notify.ts'

/** Each command, and the sentence that stands for it. Two may stand behind the same one. */
const said = new Map<object, string>()

/** Takes back what was said for a command, once nobody else needs it. */
export function hush(command: object): void {
  const text = said.get(command)
  if (text === undefined) return
  said.delete(command)
  if (![...said.values()].includes(text)) notify.clear(text)
}

/** Says `text` in the place of what was said for this command before. */
export function saySoLong(command: object, text: string): void {
  hush(command)
  said.set(command, text)
  notify.failure(text, { stays: true })
}
