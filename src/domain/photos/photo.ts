// Photos show what text cannot: the crack before, the seal after. Manufacturers ask for them before they pay, owners
// when they sell. An image is either stored whole, without its location, or refused with a reason.

/** The stage of the repair; empty if not given. */
export const PHOTO_STAGES = ['before', 'after', ''] as const
export type PhotoStage = (typeof PHOTO_STAGES)[number]

/** What a photo shows, in words. */
export const PHOTO_STAGE_LABELS: Readonly<Record<PhotoStage, string>> = {
  before: 'Before the repair',
  after: 'After the repair',
  '': '',
}

/** Every image is stored in two sizes: at most 480 pixels long for lists, at most 1600 for viewing. */
export const IMAGE_SIZES = ['small', 'large'] as const
export type ImageSize = (typeof IMAGE_SIZES)[number]
export const MAX_SIDE: Readonly<Record<ImageSize, number>> = { small: 480, large: 1600 }

export type Photo = {
  readonly photoId: string
  readonly moment: PhotoStage
  readonly addedAt: Date
  /** Pixels of the large size, to reserve space in layouts. */
  readonly width: number
  readonly height: number
  /** The addendum that it came with; absent for a photo of the work. */
  readonly addendumId?: string | undefined
}

export const MAX_IMAGE_BYTES = 20 * 1024 * 1024
export const MAX_PIXELS = 50_000_000
export const MAX_PHOTOS_PER_UPLOAD = 12
export const MAX_PHOTOS_PER_JOB = 100
/** Why a job line takes no more. */
export const TOO_MANY_PHOTOS = `A job line can have up to ${MAX_PHOTOS_PER_JOB} photos. Remove some first.`

/** Accepted types. Everything is stored as WebP. */
export const IMAGE_TYPES = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
  'image/heic',
  'image/heif',
  'image/avif',
] as const

export type ImageProblem =
  | 'not-an-image'
  | 'unknown-kind'
  | 'moving'
  | 'too-large'
  | 'too-many-pixels'
  | 'damaged'
  | 'too-slow'

const SENTENCES: Readonly<Record<ImageProblem, string>> = {
  'not-an-image': 'That file isn’t an image.',
  'unknown-kind': 'This image type isn’t supported. Use JPEG, PNG, WebP, GIF, HEIC or AVIF.',
  moving: 'Animated images aren’t supported. Choose a still image.',
  'too-large': 'This image is larger than 20 MB.',
  'too-many-pixels': 'This image has more than 50 million pixels. Choose a smaller one.',
  damaged: 'This image is damaged and can’t be read.',
  'too-slow': 'This image takes too long to process. Choose another one.',
}

/** Thrown for an unusable image; its message is a sentence for the user. */
export class InvalidImageError extends Error {
  override readonly name = 'InvalidImageError'
  readonly problem: ImageProblem

  constructor(problem: ImageProblem, options?: ErrorOptions) {
    super(SENTENCES[problem], options)
    this.problem = problem
  }
}
