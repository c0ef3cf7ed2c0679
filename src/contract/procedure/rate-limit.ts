// Rate limits are declared with their reasons. They fit a busy day of a shop with thirty people behind one IP address; more
// than that is scraping or password guessing.

/** Seconds. */
export const MINUTE = 60
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** What attempts are counted by. `visitor` is the IP address of a client that is not signed in. */
export type Per = 'address' | 'visitor' | 'account' | 'company' | 'email' | 'device' | 'link' | 'vin'

export type Limit = {
  readonly per: Per
  /** Attempts, or what `of` says. */
  readonly max: number
  readonly of?: 'bytes' | 'pixels' | 'rows'
  readonly withinSeconds: number
  readonly why: string
}

export type RateLimit = {
  /**
   * When a count cannot be read or written, visitors are refused. Signed-in users are let through, so that a
   * failing count does not stop a shop, except where the limit protects a password.
   */
  readonly protects: 'password' | 'scraping' | 'server'
  readonly limits: readonly Limit[]
}

export const limit = (per: Per, max: number, withinSeconds: number, why: string): Limit => ({
  per,
  max,
  withinSeconds,
  why,
})

/** What the limits protect, and the limits. */
export const rateLimit = (protects: RateLimit['protects'], ...limits: readonly Limit[]): RateLimit => ({
  protects,
  limits,
})
