// A phone's photo is eight times as large as needed, and campsite connections are slow. So it is resized before the
// upload, which also removes its location.

import { IMAGE_TYPES } from '#domain/photos/photo.ts'

/** Pixels. */
const MAX_SIDE = 2560
const QUALITY = 0.82

/** Types that may be transparent or graphics are sent unchanged: a JPEG would look worse. */
const UNCHANGED_TYPES = new Set(['image/png', 'image/webp', 'image/gif'])

/** `file` as a smaller JPEG, with its orientation applied; `file` itself if that fails or gains nothing. */
export async function resizeImage(file: File): Promise<Blob> {
  if (UNCHANGED_TYPES.has(file.type)) return file
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const scale = Math.min(1, MAX_SIDE / Math.max(bitmap.width, bitmap.height))
    const canvas = new OffscreenCanvas(Math.round(bitmap.width * scale), Math.round(bitmap.height * scale))
    const context = canvas.getContext('2d')
    if (context === null) return file
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
    bitmap.close()
    const smaller = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY })
    return smaller.size < file.size ? smaller : file
  } catch {
    return file
  }
}

/** For `<input type="file">`. */
export const ACCEPT = IMAGE_TYPES.join(',')
