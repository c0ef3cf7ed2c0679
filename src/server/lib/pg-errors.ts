// What may be wrong with a database that is otherwise well used: nobody answers, it takes too long, or
// its disk is full. None of it is the fault of who asked, and all of it passes.

import pg from 'pg'

/** `away`: it cannot be reached, or does not answer in time. `full`: there is no room to write. */
export type DatabaseProblem = 'away' | 'full'

/** Two pieces of work waited for each other, and PostgreSQL ended one: done again, it goes through. */
export const isRetryable = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '40P01' || error.code === '40001')

/** PostgreSQL itself gave a statement up: whatever it was part of is not done, also where it was committing. */
export const isRolledBack = (error: unknown): boolean =>
  isRetryable(error) ||
  // Waited too long for a lock, or took too long.
  (error instanceof pg.DatabaseError && (error.code === '55P03' || error.code === '57014'))

/** Somebody was remembered as who they no longer are. */
export const isStaleSession = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === 'RW001'

const CONNECTION_EXCEPTION = '08'
const OPERATOR_INTERVENTION = '57'
const UNAVAILABLE_CODES = new Set([
  '53300', // too many connections
  '55P03', // waited too long for a lock
  '25P03', // nobody said anything within a transaction
  '40P01',
  '40001',
])

const DISK_FULL = '53100'

// Of the driver's own errors only the words tell what they are.
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

/** What of the outside was in the way, or null when the fault is of another kind. */
export function databaseProblemOf(error: unknown): DatabaseProblem | null {
  if (!(error instanceof Error)) return null
  if (error instanceof pg.DatabaseError) {
    const { code = '' } = error
    if (code === DISK_FULL) return 'full'
    const isUnavailable =
      [CONNECTION_EXCEPTION, OPERATOR_INTERVENTION].includes(code.slice(0, 2)) || UNAVAILABLE_CODES.has(code)
    return isUnavailable ? 'away' : null
  }
  const { code, syscall, cause } = error as NodeJS.ErrnoException
  // A file store wraps what the disk said.
  if (code === 'ENOSPC' || (cause as NodeJS.ErrnoException | undefined)?.code === 'ENOSPC') return 'full'
  if (CONNECTION_LOST_MESSAGE.test(error.message)) return 'away'
  // A socket that is not there: the embedded PostgreSQL's, while it is being started again.
  if (code === 'ENOENT') return syscall === 'connect' ? 'away' : null
  return code !== undefined && UNREACHABLE_CODES.has(code) ? 'away' : null
}
