// Apart from the drafts themselves: every page can log out, and few have a form.

export const KEY_PREFIX = 'rigwright form-draft '

/** Deletes every draft of this tab on logout. */
export function clearDrafts(): void {
  for (const key of Object.keys(sessionStorage))
    if (key.startsWith(KEY_PREFIX)) sessionStorage.removeItem(key)
}
