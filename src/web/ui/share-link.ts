import { notify } from '#web/ui/feedback/notify.ts'

/** Puts `text` where it can be pasted; where a browser lets nobody do that, says what to do `otherwise`. */
async function copy(text: string, done: string, otherwise: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify.success(done)
  } catch {
    notify.failure(`This browser does not let us copy. ${otherwise}`)
  }
}

export const shareLink = (url: string): Promise<void> => copy(url, 'Link copied.', `The link is ${url}`)

/** For words that stand on the page, where they can be marked. */
export const copyWords = (words: string): Promise<void> =>
  copy(words, 'Words copied.', 'Mark the words and copy them by hand.')
