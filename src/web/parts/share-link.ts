import { notify } from '#web/ui/notify.ts'

/** Puts the link where it can be pasted; where a browser lets nobody do that, says it to be copied by hand. */
export async function shareLink(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url)
    notify.success('Link copied.')
  } catch {
    notify.failure(`This browser does not let us copy. The link is ${url}`)
  }
}

/** The same for words that stand on the page, where they can be marked and copied by hand. */
export async function copyWords(words: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(words)
    notify.success('Words copied.')
  } catch {
    notify.failure('This browser does not let us copy. Mark the words and copy them by hand.')
  }
}
