// Putting the web app on this device. A browser that can do it by a button says so once, soon after the
// page has loaded; what it said is kept until somebody presses.

import { useSyncExternalStore } from 'react'

/** Chromium's own event, not in any standard; it can be used once. */
type InstallOffer = Event & { readonly prompt: () => Promise<unknown> }

/** `by hand`: only through the browser's own menu. */
export type Installing = 'installed' | 'by button' | 'by hand'

const listeners = new Set<() => void>()
let offer: InstallOffer | null = null
let wasInstalled = false

function change(next: InstallOffer | null): void {
  offer = next
  for (const tell of listeners) tell()
}

/** Called once at start: the offer comes before any page that could use it. */
export function hearInstallOffer(): void {
  addEventListener('beforeinstallprompt', event => {
    // Without this some browsers put a bar of their own across the page.
    event.preventDefault()
    change(event as InstallOffer)
  })
  addEventListener('appinstalled', () => {
    wasInstalled = true
    change(null)
  })
}

// Safari on an iPhone has a word of its own for it.
const runsAsApp = (): boolean =>
  matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true)

function installing(): Installing {
  if (wasInstalled || runsAsApp()) return 'installed'
  return offer === null ? 'by hand' : 'by button'
}

function follow(tell: () => void): () => void {
  listeners.add(tell)
  return () => listeners.delete(tell)
}

/** How the app gets onto this device now, and what the button does. */
export function useInstall(): { state: Installing; install: () => Promise<void> } {
  const state = useSyncExternalStore(follow, installing)
  const install = async () => {
    const kept = offer
    change(null)
    await kept?.prompt()
  }
  return { state, install }
}
