// Taking a picture away is no name of the typed client, because pictures travel as files; its faults
// are the same.

import { ORPCError } from '@orpc/client'
import type { ClientContext } from '#web/api/client.ts'
import { askServer } from '#web/api/fetch-with-timeout.ts'
import { faultOfAnswer } from '#web/api/upload.ts'

export async function removePicture(
  url: string,
  { context: { idempotencyKey } }: { context: ClientContext },
): Promise<void> {
  const answer = await askServer(url, {
    method: 'DELETE',
    headers: idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey },
  })
  if (answer.ok) return
  const failed = faultOfAnswer(answer.status, await answer.text())
  if (failed.isUnreached) throw failed
  const { code, message, fields, requestId } = failed.fault
  throw new ORPCError(code, { status: answer.status, message, data: { fields, requestId } })
}
