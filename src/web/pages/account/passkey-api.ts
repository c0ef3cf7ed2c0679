// Passkeys in the browser. What speaks WebAuthn is loaded only when somebody uses one.

import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { useHydrated } from '@tanstack/react-router'
import { AuthFault, askAuth } from '#web/api/session.ts'

const webAuthn = () => import('@simplewebauthn/browser')

// A passkey belongs to a name; a browser makes none for a bare address.
const BARE_ADDRESS = /^[\d.]+$|:/

const hasPasskeys = (): boolean =>
  'PublicKeyCredential' in window && !BARE_ADDRESS.test(window.location.hostname)

/** Whether this browser has passkeys at the address that it came by. In a drawing, where nobody knows: most have. */
export const useHasPasskeys = (): boolean => !useHydrated() || hasPasskeys()

const WHY: Readonly<Record<string, string>> = {
  NotAllowedError: 'The passkey was not opened, so nothing was done.',
  AbortError: 'The passkey was not opened, so nothing was done.',
  InvalidStateError: 'This device has a passkey for your account already.',
}

async function opened<T>(ceremony: Promise<T>): Promise<T> {
  try {
    return await ceremony
  } catch (fault) {
    const name = fault instanceof Error ? fault.name : ''
    throw new AuthFault(WHY[name] ?? 'This device could not use a passkey here.', name)
  }
}

/** Adds a passkey of this device, or of one that the browser offers. Rejects with one sentence. */
export async function addPasskey(name: string): Promise<void> {
  const optionsJSON = await askAuth('/passkey/generate-register-options')
  const { startRegistration } = await webAuthn()
  const response = await opened(
    startRegistration({ optionsJSON: optionsJSON as PublicKeyCredentialCreationOptionsJSON }),
  )
  await askAuth('/passkey/verify-registration', { response, name })
}

/** Removes one of one's own passkeys. */
export const removePasskey = async (id: string): Promise<void> =>
  void (await askAuth('/passkey/delete-passkey', { id }))

/** Signs in with a passkey that the browser offers. Rejects with one sentence. */
export async function signInWithPasskey(): Promise<void> {
  const optionsJSON = await askAuth('/passkey/generate-authenticate-options')
  const { startAuthentication } = await webAuthn()
  const response = await opened(
    startAuthentication({ optionsJSON: optionsJSON as PublicKeyCredentialRequestOptionsJSON }),
  )
  await askAuth('/passkey/verify-authentication', { response })
}
