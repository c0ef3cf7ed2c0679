import { hasImageSignature, SIGNATURE_BYTES } from '#domain/photos/image-signature.ts'
import { IMAGE_TYPES, InvalidImageError, MAX_IMAGE_BYTES } from '#domain/photos/photo.ts'
import { resizeImage } from './resize-image.ts'

/** Why a chosen file cannot be uploaded, in one sentence; null if that is not known before the server has it. */
async function imageError(file: File): Promise<string | null> {
  const isOtherType = file.type !== '' && !(IMAGE_TYPES as readonly string[]).includes(file.type)
  const head = await file
    .slice(0, SIGNATURE_BYTES)
    .arrayBuffer()
    .catch(() => new ArrayBuffer())
  if (isOtherType || !hasImageSignature(new Uint8Array(head)))
    return new InvalidImageError('not-an-image').message
  // A phone's photo is sent smaller than it is.
  const isTooLarge = file.size > MAX_IMAGE_BYTES && (await resizeImage(file)).size > MAX_IMAGE_BYTES
  return isTooLarge ? new InvalidImageError('too-large').message : null
}

/** How many more files fit, and why no more. */
export type UploadLimit = { readonly room: number; readonly full: string }

type CheckedFiles = {
  readonly accepted: readonly File[]
  /** `lie.jpg: That file isn’t an image.`, for each other file. */
  readonly refused: readonly string[]
}

/**
 * Sorts chosen files before anything is sent. `room` is asked last: files may have been added meanwhile. `full` is why
 * no more fit.
 */
export async function checkFiles(
  files: readonly File[],
  room: () => number = () => Infinity,
  full = '',
): Promise<CheckedFiles> {
  const checked = await Promise.all(files.map(async file => ({ file, error: await imageError(file) })))
  const usable = checked.filter(({ error }) => error === null).map(({ file }) => file)
  const accepted = usable.slice(0, Math.max(0, room()))
  const refused = checked
    .filter(({ file }) => !accepted.includes(file))
    .map(({ file, error }) => `${file.name}: ${error ?? full}`)
  return { accepted, refused }
}
