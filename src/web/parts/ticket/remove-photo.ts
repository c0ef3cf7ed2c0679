// Removing a photo is no name of the typed client, because photos travel as files; its faults are
// the same.

import { ORPCError } from '@orpc/client'
import type { ClientContext } from '#web/api.ts'
import { faultOfAnswer } from '#web/parts/upload.ts'

type PhotoPlace = { readonly ticketId: number; readonly jobNumber: number; readonly photoId: string }

export async function removePhoto(
  { ticketId, jobNumber, photoId }: PhotoPlace,
  { context: { idempotencyKey } }: { context: ClientContext },
): Promise<void> {
  const answer = await fetch(`/api/tickets/${ticketId}/jobs/${jobNumber}/photos/${photoId}`, {
    method: 'DELETE',
    headers: idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey },
  })
  if (answer.ok) return
  const failed = faultOfAnswer(answer.status, await answer.text())
  if (failed.isUnreached) throw failed
  const { code, message, fields, requestId } = failed.fault
  throw new ORPCError(code, { status: answer.status, message, data: { fields, requestId } })
}
