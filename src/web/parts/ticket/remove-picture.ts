// Removing a picture is no name of the typed client, because pictures travel as files; its faults are
// the same.

import { ORPCError } from '@orpc/client'
import type { ClientContext } from '#web/api.ts'
import { faultOfAnswer } from '#web/parts/upload.ts'

type Options = { readonly context: ClientContext }
type PhotoPlace = { readonly ticketId: number; readonly jobNumber: number; readonly photoId: string }
type ImagePlace = { readonly ticketId: number; readonly image: 'customer-image' | 'rig-image' }

export const removePhoto = ({ ticketId, jobNumber, photoId }: PhotoPlace, options: Options): Promise<void> =>
  remove(`/api/tickets/${ticketId}/jobs/${jobNumber}/photos/${photoId}`, options)

export const removeImage = ({ ticketId, image }: ImagePlace, options: Options): Promise<void> =>
  remove(`/api/tickets/${ticketId}/${image}`, options)

async function remove(path: string, { context: { idempotencyKey } }: Options): Promise<void> {
  const answer = await fetch(path, {
    method: 'DELETE',
    headers: idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey },
  })
  if (answer.ok) return
  const failed = faultOfAnswer(answer.status, await answer.text())
  if (failed.isUnreached) throw failed
  const { code, message, fields, requestId } = failed.fault
  throw new ORPCError(code, { status: answer.status, message, data: { fields, requestId } })
}
