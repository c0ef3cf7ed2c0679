import { notify } from './notify.ts'

/** Puts `text` where it can be pasted; where a browser lets nobody do that, says what to do `otherwise`. */
async function copyToClipboard(text: string, done: string, fallbackMessage: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    notify.success(done)
  } catch {
    notify.failure(`Couldn’t copy in this browser. ${fallbackMessage}`)
  }
}

export const shareLink = (url: string): Promise<void> =>
  copyToClipboard(url, 'Link copied.', `The link is ${url}`)

/** For words that stand on the page, where they can be marked. */
export const copyText = (text: string): Promise<void> =>
  copyToClipboard(text, 'Text copied.', 'Select the text and copy it.')
