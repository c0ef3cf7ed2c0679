import { notify } from './notify.ts'

/** Copies `text` to the clipboard; if the browser refuses, shows `fallbackMessage`. */
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

/** For text on the page, which can be selected. */
export const copyText = (text: string): Promise<void> =>
  copyToClipboard(text, 'Text copied.', 'Select the text and copy it.')
