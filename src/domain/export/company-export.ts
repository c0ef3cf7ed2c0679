// An export of everything that a company has: made in the background, kept for a day, downloaded with the password.

export type ExportState = 'running' | 'ready' | 'failed' | 'expired'

/** Why an export failed. */
export type ExportFailure = 'disk-full' | 'suspended' | 'interrupted' | 'error'

const HOUR_MS = 60 * 60_000

/** How long the archive is kept. */
export const EXPORT_HOURS = 24

/** After so many starts an export has failed: each was cut off by a server that stopped. */
export const MAX_EXPORT_ATTEMPTS = 3

/** When an archive that is ready now is deleted. */
export const exportExpiry = (now: Date): Date => new Date(now.getTime() + EXPORT_HOURS * HOUR_MS)

/** Its state at this time: an archive is out of reach once its day is over, even before it is deleted. */
export const exportStateAt = (
  { state, expiresAt }: { readonly state: ExportState; readonly expiresAt: Date | null },
  now: Date,
): ExportState => (state === 'ready' && expiresAt !== null && expiresAt <= now ? 'expired' : state)

const FAILURE_SENTENCES: Readonly<Record<ExportFailure, string>> = {
  'disk-full': 'The server’s disk is full. Ask the server’s administrator to make room, then try again.',
  suspended: 'Your company was suspended meanwhile. Try again.',
  interrupted: 'The server was stopped each time before the export was done. Try again.',
  error: 'Something went wrong on our side. Try again.',
}

/** What an owner reads about a failed export, and can do. */
export const exportFailureSentence = (failure: ExportFailure): string => FAILURE_SENTENCES[failure]
