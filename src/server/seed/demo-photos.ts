// Drawn pictures for the demo's job lines: a trailer with the place of the damage, circled until it is repaired. Drawn
// pixel by pixel, because the server's image library opens no SVG.

import { IMAGE_SIZES, type ImageSize, MAX_SIDE, type PhotoStage } from '#domain/photos/photo.ts'
import { loadSharp } from '#server/files/load-sharp.ts'

export const PHOTO_SIZE = { width: 1200, height: 800 } as const

/** The middle of the damage, in pixels. */
export type DamagePlace = readonly [x: number, y: number]

type Color = readonly [red: number, green: number, blue: number]
/** A rectangle, or of a ring what lies in its rectangle. */
type Shape = {
  readonly color: Color
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly covers: (x: number, y: number) => boolean
}

const rectangle = (color: Color, left: number, top: number, width: number, height: number): Shape => ({
  color,
  left,
  top,
  width,
  height,
  covers: () => true,
})

const ring = (color: Color, [middleX, middleY]: DamagePlace, inner: number, outer: number): Shape => ({
  ...rectangle(color, middleX - outer, middleY - outer, 2 * outer, 2 * outer),
  covers: (x, y) => {
    const distance = Math.hypot(x - middleX, y - middleY)
    return distance >= inner && distance < outer
  },
})

const PINE: Color = [43, 99, 74]
const TIRE: Color = [42, 38, 32]
const GLASS: Color = [127, 166, 186]
const BRICK: Color = [189, 69, 43]
const PATCH: Color = [216, 204, 182]

/** Sky, ground and trailer, from back to front. */
const TRAILER: readonly Shape[] = [
  rectangle([201, 220, 207], 0, 0, 1200, 800),
  rectangle([143, 137, 124], 0, 640, 1200, 160),
  rectangle([75, 68, 58], 1030, 572, 110, 18),
  rectangle([75, 68, 58], 125, 185, 910, 420),
  rectangle([255, 253, 248], 135, 195, 890, 400),
  rectangle(PINE, 135, 440, 890, 46),
  rectangle(GLASS, 220, 270, 200, 120),
  rectangle(GLASS, 760, 270, 180, 120),
  rectangle([194, 181, 157], 520, 260, 130, 320),
  ring(TIRE, [330, 620], 28, 66),
  ring(TIRE, [480, 620], 28, 66),
]

function damageShapes([x, y]: DamagePlace, moment: PhotoStage): Shape[] {
  if (moment === 'after') return [rectangle(PATCH, x - 60, y - 20, 120, 40)]
  return [
    rectangle(TIRE, x - 50, y - 5, 60, 8),
    rectangle(TIRE, x - 5, y + 3, 55, 8),
    ring(BRICK, [x, y], 85, 97),
  ]
}

/** The picture in both sizes, as an upload would be stored. */
export async function drawPhoto(place: DamagePlace, moment: PhotoStage): Promise<[ImageSize, Uint8Array][]> {
  const { width, height } = PHOTO_SIZE
  const pixels = new Uint8Array(width * height * 3)
  for (const shape of [...TRAILER, ...damageShapes(place, moment)])
    for (let y = shape.top; y < shape.top + shape.height; y += 1)
      for (let x = shape.left; x < shape.left + shape.width; x += 1)
        if (shape.covers(x, y)) pixels.set(shape.color, (y * width + x) * 3)
  const sharp = await loadSharp()
  const drawn = () => sharp(pixels, { raw: { width, height, channels: 3 } })
  const images: [ImageSize, Uint8Array][] = []
  for (const size of IMAGE_SIZES)
    images.push([
      size,
      await drawn()
        .resize({ width: Math.min(width, MAX_SIDE[size]) })
        .webp({ effort: 0 })
        .toBuffer(),
    ])
  return images
}
