// Two-factor authentication in the profile: requests to the authentication library.

import { authRequest } from '#web/api/session.ts'

export type TwoFactorSetup = {
  /** The content of the QR code for the app. */
  readonly uri: string
  /** The same key to type in, in groups of four. */
  readonly key: string
  readonly recoveryCodes: readonly string[]
}

/** Starts two-factor setup. It is on only after a correct code. */
export async function enableTwoFactor(password: string): Promise<TwoFactorSetup> {
  const result = await authRequest('/two-factor/enable', { password })
  const { totpURI: uri, backupCodes: recoveryCodes } = result as { totpURI: string; backupCodes: string[] }
  const key = new URL(uri).searchParams.get('secret') ?? ''
  return { uri, key: key.replace(/(.{4})(?=.)/g, '$1 '), recoveryCodes }
}

/** Ten new recovery codes; the earlier ones stop working. */
export async function createRecoveryCodes(password: string): Promise<readonly string[]> {
  const result = await authRequest('/two-factor/generate-backup-codes', { password })
  return (result as { backupCodes: string[] }).backupCodes
}

/** Turns two-factor authentication off. */
export const disableTwoFactor = async (password: string): Promise<void> =>
  void (await authRequest('/two-factor/disable', { password }))
