// What the profile asks the sign-in library to do with one's own account.

import { authRequest } from '#web/api/session.ts'

export type TwoFactorSetup = {
  /** What the app reads from the picture. */
  readonly uri: string
  /** The same key to type in, in fours. */
  readonly key: string
  readonly recoveryCodes: readonly string[]
}

/** Begins a second step; nothing counts until a code of it was right. */
export async function enableTwoFactor(password: string): Promise<TwoFactorSetup> {
  const answer = await authRequest('/two-factor/enable', { password })
  const { totpURI: uri, backupCodes: recoveryCodes } = answer as { totpURI: string; backupCodes: string[] }
  const key = new URL(uri).searchParams.get('secret') ?? ''
  return { uri, key: key.replace(/(.{4})(?=.)/g, '$1 '), recoveryCodes }
}

/** Ten new recovery codes; the ones before open nothing any more. */
export async function createRecoveryCodes(password: string): Promise<readonly string[]> {
  const answer = await authRequest('/two-factor/generate-backup-codes', { password })
  return (answer as { backupCodes: string[] }).backupCodes
}

/** Turns the second step off. */
export const disableTwoFactor = async (password: string): Promise<void> =>
  void (await authRequest('/two-factor/disable', { password }))
