import { hasImageSignature, SIGNATURE_BYTES } from '#domain/photos/image-signature.ts'
import { IMAGE_TYPES, InvalidImageError } from '#domain/photos/photo.ts'
/**
 * Why a chosen file cannot be uploaded, in one sentence; null if that is not known before the server has it.
 */
export async function imageError(file: File): Promise<string | null> {
  const isOtherType = file.type !== '' && !(IMAGE_TYPES as readonly string[]).includes(file.type)
  const head = await file
    .slice(0, SIGNATURE_BYTES)
    .arrayBuffer()
    .catch(() => new ArrayBuffer())
  if (isOtherType || !hasImageSignature(new Uint8Array(head)))
    return new InvalidImageError('not-an-image').message
  return null
}
