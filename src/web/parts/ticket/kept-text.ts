// Text that has not reached the server yet, kept in this tab. Logging out forgets everything under
// the prefix that drafts of forms share.

const PREFIX = 'rigwright draft text '

type Kept = { readonly base: string; readonly text: string }

/** The text typed over `base` at `place`; null when there is none, or the server has moved on since. */
export function keptText(place: string, base: string): string | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(PREFIX + place) ?? 'null') as Kept | null
    return kept?.base === base ? kept.text : null
  } catch {
    return null
  }
}

/** Keeps what was typed over `base`; null forgets it. */
export function keepText(place: string, base: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(PREFIX + place)
    else sessionStorage.setItem(PREFIX + place, JSON.stringify({ base, text } satisfies Kept))
  } catch {
    // A full or forbidden storage costs only the text of a reload at this very moment.
  }
}
