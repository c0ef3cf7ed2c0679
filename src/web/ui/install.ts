// Putting the web app on this device. A browser that can do it by a button says so once, soon after the
// page has loaded; what it said is kept until somebody presses.

import { useSyncExternalStore } from 'react'

/** Chromium's own event, not in any standard; it can be used once. */
type InstallPromptEvent = Event & { readonly prompt: () => Promise<unknown> }

/** `by hand`: only through the browser's own menu. */
type InstallState = 'installed' | 'by button' | 'by hand'

const listeners = new Set<() => void>()
let installPrompt: InstallPromptEvent | null = null
let wasInstalled = false

function setInstallPrompt(next: InstallPromptEvent | null): void {
  installPrompt = next
  for (const listener of listeners) listener()
}

/** Called once at start: the offer comes before any page that could use it. */
export function listenForInstallPrompt(): void {
  addEventListener('beforeinstallprompt', event => {
    // Without this some browsers put a bar of their own across the page.
    event.preventDefault()
    setInstallPrompt(event as InstallPromptEvent)
  })
  addEventListener('appinstalled', () => {
    wasInstalled = true
    setInstallPrompt(null)
  })
}

// Safari on an iPhone has a word of its own for it.
const isRunningAsApp = (): boolean =>
  matchMedia('(display-mode: standalone)').matches ||
  ('standalone' in navigator && navigator.standalone === true)

function installState(): InstallState {
  if (wasInstalled || isRunningAsApp()) return 'installed'
  return installPrompt === null ? 'by hand' : 'by button'
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** How the app gets onto this device now, and what the button does. */
export function useInstall(): { state: InstallState; install: () => Promise<void> } {
  const state = useSyncExternalStore(subscribe, installState)
  const install = async () => {
    const promptEvent = installPrompt
    setInstallPrompt(null)
    await promptEvent?.prompt()
  }
  return { state, install }
}
