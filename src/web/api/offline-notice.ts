// What is said while the server is not reached stands until it is no longer true: a notice that goes by itself would
// leave somebody who put the phone away without a word.

import { notify } from '#web/ui/feedback/notify.ts'

/** Each command, and the sentence that stands for it. Two may stand behind the same one. */
const noticeByCommand = new Map<object, string>()

/** Takes back what was said for a command, once nobody else needs it. */
export function clearNotice(command: object): void {
  const text = noticeByCommand.get(command)
  if (text === undefined) return
  noticeByCommand.delete(command)
  if (![...noticeByCommand.values()].includes(text)) notify.clear(text)
}

/** Says `text` in the place of what was said for this command before. */
export function showPersistent(command: object, text: string): void {
  clearNotice(command)
  noticeByCommand.set(command, text)
  notify.failure(text, { persists: true })
}
