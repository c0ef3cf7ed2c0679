// Before an image is uploaded: permissions are checked before a byte is read, and it gets a location.

import { randomUUID } from 'node:crypto'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import type { FileLocation } from '#server/files/file-keys.ts'
import { isCompleted } from '#server/rpc/idempotency.ts'
import { parseIdempotencyKey, runQuery } from '#server/rpc/procedures.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'

/**
 * Runs `check` before a long upload is read. A request whose key has a stored response skips it and gets that
 * response.
 */
export function authorizeBeforeBody<T>(
  context: RequestContext,
  check: (work: UnitOfWork) => Promise<T>,
): Promise<T | null> {
  const key = parseIdempotencyKey(context)
  return runQuery(context, async work =>
    key !== null && (await isCompleted(work, key)) ? null : await check(work),
  )
}

/** The location of an image of the actor's company; a new one unless given. */
export function newFileLocation(
  { execution: { actor } }: RequestContext,
  ticketId: number | null,
  imageId: string = randomUUID(),
): FileLocation {
  return { companyId: 'companyId' in actor ? actor.companyId : '', ticketId, imageId }
}
