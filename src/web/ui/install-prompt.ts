// Installs the web app on this device. A browser with an install prompt sends it once, soon after the page has
// loaded; it is kept until the button is tapped.

import { useSyncExternalStore } from 'react'

/** Chromium's own event, not in any standard; it can be used once. */
type InstallPromptEvent = Event & { readonly prompt: () => Promise<unknown> }

/** `by hand`: only by the browser's own menu. */
type InstallState = 'installed' | 'by button' | 'by hand'

const listeners = new Set<() => void>()
let installPrompt: InstallPromptEvent | null = null
let wasInstalled = false

function setInstallPrompt(next: InstallPromptEvent | null): void {
  installPrompt = next
  for (const listener of listeners) listener()
}

/** Called once at start: the event comes before any page that uses it. */
export function listenForInstallPrompt(): void {
  addEventListener('beforeinstallprompt', event => {
    // Otherwise some browsers show their own banner.
    event.preventDefault()
    setInstallPrompt(event as InstallPromptEvent)
  })
  addEventListener('appinstalled', () => {
    wasInstalled = true
    setInstallPrompt(null)
  })
}

// Safari on an iPhone has its own property for it.
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

/** How the app can be installed now, and the button's action. */
export function useInstall(): { state: InstallState; install: () => Promise<void> } {
  const state = useSyncExternalStore(subscribe, installState)
  const install = async () => {
    const promptEvent = installPrompt
    setInstallPrompt(null)
    await promptEvent?.prompt()
  }
  return { state, install }
}
