// What may be wrong with a database that is otherwise well used: nobody answers, it takes too long, or
// its disk is full. None of it is the fault of who asked, and all of it passes.

import pg from 'pg'

/** `away`: it cannot be reached, or does not answer in time. `full`: there is no room to write. */
export type Trouble = 'away' | 'full'

/** Two pieces of work waited for each other, and PostgreSQL ended one: done again, it goes through. */
export const isCollision = (fault: unknown): boolean =>
  fault instanceof pg.DatabaseError && (fault.code === '40P01' || fault.code === '40001')

/** PostgreSQL itself gave a statement up: whatever it was part of is not done, also where it was committing. */
export const isUndone = (fault: unknown): boolean =>
  isCollision(fault) ||
  // Waited too long for a lock, or took too long.
  (fault instanceof pg.DatabaseError && (fault.code === '55P03' || fault.code === '57014'))

/** Somebody was remembered as who they no longer are. */
export const isOtherHolder = (fault: unknown): boolean =>
  fault instanceof pg.DatabaseError && fault.code === 'RW001'

const CONNECTION_EXCEPTION = '08'
const OPERATOR_INTERVENTION = '57'
const AWAY = new Set([
  '53300', // too many connections
  '55P03', // waited too long for a lock
  '25P03', // nobody said anything within a transaction
  '40P01',
  '40001',
])

const DISK_FULL = '53100'

// Of the driver's own errors only the words tell what they are.
const LOST =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Query read timeout|Client (was closed|has encountered a connection error)|Cannot use a pool after calling end|driver has already been destroyed)/

const UNREACHED = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND'],
  ...['EAI_AGAIN', 'EADDRNOTAVAIL'],
])

/** What of the outside was in the way, or null when the fault is of another kind. */
export function troubleOf(fault: unknown): Trouble | null {
  if (!(fault instanceof Error)) return null
  if (fault instanceof pg.DatabaseError) {
    const { code = '' } = fault
    if (code === DISK_FULL) return 'full'
    const isAway = [CONNECTION_EXCEPTION, OPERATOR_INTERVENTION].includes(code.slice(0, 2)) || AWAY.has(code)
    return isAway ? 'away' : null
  }
  const { code, syscall, cause } = fault as NodeJS.ErrnoException
  // A file store wraps what the disk said.
  if (code === 'ENOSPC' || (cause as NodeJS.ErrnoException | undefined)?.code === 'ENOSPC') return 'full'
  if (LOST.test(fault.message)) return 'away'
  // A socket that is not there: the embedded PostgreSQL's, while it is being started again.
  if (code === 'ENOENT') return syscall === 'connect' ? 'away' : null
  return code !== undefined && UNREACHED.has(code) ? 'away' : null
}
