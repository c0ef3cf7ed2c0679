// Pictures as pixels for the reader: as many as the narrow bars of a long code need, and no more.

import type { Pixels } from './read-barcodes.ts'

/** Pixels. A VIN in Code 39 is some 300 narrow bars wide, and each wants two or three. */
const LONGEST_OF_VIDEO = 1440
const LONGEST_OF_PHOTO = 2560

/** What the dialog shows of the camera's picture, as wide to high. */
const SHOWN = 4 / 3

export type Cut = { readonly x: number; readonly y: number; readonly width: number; readonly height: number }

/** The middle of a picture, as the dialog shows it. */
export function shownOf(width: number, height: number): Cut {
  const wide = Math.min(width, Math.round(height * SHOWN))
  const high = Math.min(height, Math.round(width / SHOWN))
  return { x: Math.floor((width - wide) / 2), y: Math.floor((height - high) / 2), width: wide, height: high }
}

function draw(canvas: HTMLCanvasElement, from: CanvasImageSource, cut: Cut, longest: number): Pixels {
  const scale = Math.min(1, longest / Math.max(cut.width, cut.height))
  canvas.width = Math.max(1, Math.round(cut.width * scale))
  canvas.height = Math.max(1, Math.round(cut.height * scale))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) throw new Error('This browser draws no pictures.')
  context.drawImage(from, cut.x, cut.y, cut.width, cut.height, 0, 0, canvas.width, canvas.height)
  const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height)
  return { data, width, height }
}

/** What the camera sees now; null before its first picture. */
export function pixelsOfVideo(video: HTMLVideoElement, canvas: HTMLCanvasElement): Pixels | null {
  const { videoWidth, videoHeight } = video
  if (videoWidth === 0 || video.readyState < video.HAVE_CURRENT_DATA) return null
  return draw(canvas, video, shownOf(videoWidth, videoHeight), LONGEST_OF_VIDEO)
}

/** The whole of a photo, the right way up; null when this browser cannot show it. */
export async function pixelsOfPhoto(photo: Blob): Promise<Pixels | null> {
  const bitmap = await createImageBitmap(photo, { imageOrientation: 'from-image' }).catch(() => null)
  if (bitmap === null) return null
  const { width, height } = bitmap
  const pixels = draw(
    document.createElement('canvas'),
    bitmap,
    { x: 0, y: 0, width, height },
    LONGEST_OF_PHOTO,
  )
  bitmap.close()
  return pixels
}
