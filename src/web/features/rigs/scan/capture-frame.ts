// Images as pixels for the reader: as many as a long code needs, and no more.

import type { Pixels } from './read-barcodes.ts'

/** Pixels. A VIN in Code 39 is about 300 narrow bars wide, and each needs two or three. */
const MAX_VIDEO_SIDE = 1440
const MAX_PHOTO_SIDE = 2560

/** The visible part of the camera's image, as width to height. */
const VISIBLE_ASPECT_RATIO = 4 / 3

type Crop = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** The middle of an image, as shown in the dialog. */
export function visibleCrop(width: number, height: number): Crop {
  const crop = {
    width: Math.min(width, Math.round(height * VISIBLE_ASPECT_RATIO)),
    height: Math.min(height, Math.round(width / VISIBLE_ASPECT_RATIO)),
  }
  return { x: Math.floor((width - crop.width) / 2), y: Math.floor((height - crop.height) / 2), ...crop }
}

function drawCrop(canvas: HTMLCanvasElement, from: CanvasImageSource, crop: Crop, maxSide: number): Pixels {
  const scale = Math.min(1, maxSide / Math.max(crop.width, crop.height))
  canvas.width = Math.max(1, Math.round(crop.width * scale))
  canvas.height = Math.max(1, Math.round(crop.height * scale))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('This browser cannot draw images.')
  context.drawImage(from, crop.x, crop.y, crop.width, crop.height, 0, 0, canvas.width, canvas.height)
  const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height)
  return { data, width, height }
}

/** The camera's current image; null before the first one. */
export function captureVideoFrame(video: HTMLVideoElement, canvas: HTMLCanvasElement): Pixels | null {
  const { videoWidth, videoHeight } = video
  if (videoWidth === 0 || video.readyState < video.HAVE_CURRENT_DATA) return null
  return drawCrop(canvas, video, visibleCrop(videoWidth, videoHeight), MAX_VIDEO_SIDE)
}

/** The whole photo, with its orientation; null if this browser cannot show it. */
export async function capturePhoto(photo: Blob): Promise<Pixels | null> {
  const bitmap = await createImageBitmap(photo, { imageOrientation: 'from-image' }).catch(() => null)
  if (bitmap === null) return null
  const { width, height } = bitmap
  const pixels = drawCrop(
    document.createElement('canvas'),
    bitmap,
    { x: 0, y: 0, width, height },
    MAX_PHOTO_SIDE,
  )
  bitmap.close()
  return pixels
}
