// A phone's photo is eight times as large as anything the desk looks at, and the signal at a
// campsite is thin. So it is made smaller before it leaves; where it was taken stays on the phone.

import { IMAGE_TYPES } from '#domain/photos/photo.ts'

/** Pixels. */
const MAX_SIDE = 2560
const QUALITY = 0.82

/** What may be clear in places, or was drawn by hand, is sent as it is: a JPEG would spoil it. */
const UNCHANGED_TYPES = new Set(['image/png', 'image/webp', 'image/gif'])

/** `file` as a smaller JPEG, turned the right way up; `file` itself when that fails or gains nothing. */
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
