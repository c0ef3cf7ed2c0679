import { notify } from './notify.ts'

/** Over plain http browsers have no clipboard for scripts; they still copy what is selected. */
function copySelected(text: string): void {
  const focused = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  // Without it a phone opens its keyboard.
  field.readOnly = true
  field.style.position = 'fixed'
  field.style.opacity = '0'
  // Inside an open dialog, which keeps the focus.
  const parent = focused?.closest('[role="dialog"]') ?? document.body
  parent.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  if (!isCopied) throw new Error('The browser copies nothing.')
}

/** Copies `text` to the clipboard; if the browser refuses, shows `fallbackMessage`. */
async function copyToClipboard(text: string, done: string, fallbackMessage: string): Promise<void> {
  try {
    if (isSecureContext) await navigator.clipboard.writeText(text)
    else copySelected(text)
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
