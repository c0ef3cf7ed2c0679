// A picture says what no cause or correction can: the crack before, the seal after. Makers ask for
// it before they pay, owners when they sell. So one is kept whole or refused with a reason, never
// half, and where it was taken stays out of it.

/** What a photo shows of the repair; empty when nobody said. */
export const MOMENTS = ['before', 'after', ''] as const
export type Moment = (typeof MOMENTS)[number]

/** Every picture is kept twice: at most 480 pixels long for lists, at most 1600 for looking closely. */
export const PICTURE_SIZES = ['small', 'large'] as const
export type PictureSize = (typeof PICTURE_SIZES)[number]
export const LONGEST_SIDE: Readonly<Record<PictureSize, number>> = { small: 480, large: 1600 }

export type Photo = {
  readonly photoId: string
  readonly moment: Moment
  readonly addedAt: Date
  /** Pixels of the large variant, so that a page can keep its place free. */
  readonly width: number
  readonly height: number
}

export const LARGEST_PICTURE_BYTES = 20 * 1024 * 1024
export const MOST_PIXELS = 50_000_000
export const MOST_PHOTOS_AT_ONCE = 12
export const MOST_PHOTOS_ON_A_JOB = 100

/** What may be sent. Everything is kept as WebP. */
export const PICTURE_TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/heic',
  'image/heif',
  'image/avif',
] as const

export type PictureProblem =
  | 'not-a-picture'
  | 'unknown-kind'
  | 'moving'
  | 'too-large'
  | 'too-many-pixels'
  | 'damaged'
  | 'too-slow'

const SENTENCES: Readonly<Record<PictureProblem, string>> = {
  'not-a-picture': 'This file is not a picture.',
  'unknown-kind': 'Pictures of this kind cannot be kept. Use a JPEG, PNG, WebP, GIF, HEIC or AVIF.',
  moving: 'This picture moves. Choose a still one.',
  'too-large': 'This picture is larger than 20 MB.',
  'too-many-pixels': 'This picture has more than 50 million pixels. Choose a smaller one.',
  damaged: 'This picture is damaged and cannot be read.',
  'too-slow': 'This picture takes too long to read. Choose another one.',
}

/** Thrown for a picture that cannot be kept; its message is the sentence for the person. */
export class UnusablePicture extends Error {
  override readonly name = 'UnusablePicture'
  readonly problem: PictureProblem

  constructor(problem: PictureProblem, options?: ErrorOptions) {
    super(SENTENCES[problem], options)
    this.problem = problem
  }
}
