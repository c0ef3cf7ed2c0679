// Temporary database problems: unreachable, slow, or a full disk. They are not the client's error.

import pg from 'pg'

/** `away`: unreachable, or too slow. `full`: the disk is full. */
export type DatabaseProblem = 'away' | 'full'

/** A table has changed since the statement was prepared: another server migrated the database. */
export const isStalePlan = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '0A000' && /cached plan/.test(error.message)

/** A statement had no response in time, and its connection cannot be read from again. The driver gives it no code. */
export const isReadTimeout = (error: unknown): error is Error =>
  error instanceof Error && error.message === 'Query read timeout'

/** A statement took longer than its limit, or had no response at all. */
export const isTimeout = (error: unknown): boolean =>
  isReadTimeout(error) || (error instanceof Error && (error as NodeJS.ErrnoException).code === '57014')

const UNIQUE_VIOLATION = '23505'
const EXCLUSION_VIOLATION = '23P01'

/**
 * A ticket id, a rig, or a technician's time, that another took at the same moment. A cluster names the constraint in the
 * message alone, with the number of its shard.
 */
const isTakenMeanwhile = ({ code, constraint, message }: pg.DatabaseError): boolean =>
  code === EXCLUSION_VIOLATION ||
  (code === UNIQUE_VIOLATION && /\b(ticket_pkey(_\d+)?|rig_claim_current)\b/.test(constraint ?? message))

/** A deadlock, a serialization failure, a taken ticket id, rig or time, or a stale plan: the transaction can simply run again. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (isStalePlan(error) || error.code === '40P01' || error.code === '40001' || isTakenMeanwhile(error))

/** PostgreSQL canceled the statement: its transaction is rolled back, even during a commit. */
export const isRolledBack = (error: unknown): boolean =>
  isRetryable(error) ||
  // Lock timeout or statement timeout.
  (error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '57014'))

/** The statement did not run, because an earlier one of its transaction had failed. */
export const isAbortedTransaction = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '25P02'

/** The session ended, or its account changed, since it was looked up. */
export class StaleSessionError extends Error {}

const CONNECTION_EXCEPTION = '08'

/** The coordinator of a cluster cannot reach another machine, or lost it in a transaction, for which it has no code. */
const isClusterNodeAway = (error: unknown): boolean =>
  error instanceof pg.DatabaseError &&
  (error.code?.startsWith(CONNECTION_EXCEPTION) === true ||
    error.message.startsWith('failure on connection marked as essential'))

const OPERATOR_INTERVENTION = '57'
const UNAVAILABLE_CODES = new Set([
  '53300', // too many connections
  '55P03', // lock timeout
  '25P03', // idle in transaction
  '40P01',
  '40001',
])

const DISK_FULL = '53100'

// The driver's own errors can only be recognized by their messages.
const CONNECTION_LOST_MESSAGE =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client (was closed|has encountered a connection error)|Cannot use a pool after calling end|driver has already been destroyed)/

const UNREACHABLE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EADDRNOTAVAIL',
])

/** The database problem behind an error, or null for any other error. */
export function databaseProblemOf(error: unknown): DatabaseProblem | null {
  if (!(error instanceof Error)) return null
  if (error instanceof pg.DatabaseError) {
    const { code = '' } = error
    if (code === DISK_FULL) return 'full'
    const isUnavailable =
      isClusterNodeAway(error) || code.startsWith(OPERATOR_INTERVENTION) || UNAVAILABLE_CODES.has(code)
    return isUnavailable ? 'away' : null
  }
  const { code, syscall, cause } = error as NodeJS.ErrnoException
  // The file store wraps disk errors.
  if (code === 'ENOSPC' || (cause as NodeJS.ErrnoException | undefined)?.code === 'ENOSPC') return 'full'
  if (CONNECTION_LOST_MESSAGE.test(error.message)) return 'away'
  // A missing socket: the embedded PostgreSQL is being restarted.
  if (code === 'ENOENT') return syscall === 'connect' ? 'away' : null
  return code !== undefined && UNREACHABLE_CODES.has(code) ? 'away' : null
}
