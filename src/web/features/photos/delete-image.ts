// Deleting an image is not in the typed client, because images are uploaded as files; its errors are the same.

import { ORPCError } from '@orpc/client'
import type { ClientContext } from '#web/api/client.ts'
import { fetchWithTimeout } from '#web/api/fetch-with-timeout.ts'
import { toUploadError } from '#web/api/upload.ts'

export async function deleteImage(
  url: string,
  { context: { idempotencyKey } }: { context: ClientContext },
): Promise<void> {
  const response = await fetchWithTimeout(url, {
    method: 'DELETE',
    headers: idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey },
  })
  if (response.ok) return
  const uploadError = toUploadError(response.status, await response.text())
  if (uploadError.isNetworkError) throw uploadError
  const { code, message, fields, requestId } = uploadError.error
  throw new ORPCError(code, { status: response.status, message, data: { fields, requestId } })
}
