// A place that shows one picture: a company's image, a customer's, a rig's. Another picture put there
// takes the place of the one before, which is removed once nothing names it.

import type { Context } from 'hono'
import { changedImage } from '#contract/photos.ts'
import type { Action } from '#domain/account/permission.ts'
import { allow, type Work } from '#server/db/unit-of-work.ts'
import { asCommand, type RequestContext } from '#server/rpc/procedures.ts'
import { type PicturePlace, pictureIdOf } from './file-keys.ts'
import { beforeReading, type PictureDoor, placeOf } from './file-routes.ts'
import type { Picture } from './image-processing.ts'
import { readUpload } from './multipart.ts'

export type ImageSlot = {
  /** What a command on it is called. */
  readonly name: string
  readonly ticketId: number | null
  /** The image's address now, after asking whether this person may change it. */
  readonly current: (work: Work) => Promise<string | null>
  readonly urlOf: (place: PicturePlace) => string
  /** Writes the new address, or none, and answers with the one before. */
  readonly save: (work: Work, url: string | null) => Promise<string | null>
}

type Wish = { readonly picture: Picture | null; readonly body: string; readonly before: string | null }

function change({ keeper }: PictureDoor, slot: ImageSlot, context: RequestContext, wish: Wish) {
  const { name, ticketId, urlOf, save } = slot
  const { picture, before } = wish
  const placesOf = (url: string | null): PicturePlace[] => {
    const pictureId = pictureIdOf(url)
    return pictureId === null ? [] : [placeOf(context, ticketId, pictureId)]
  }
  const fresh = placeOf(context, ticketId)
  const url = picture === null ? null : urlOf(fresh)
  const places = [...placesOf(url), ...placesOf(before)]
  return keeper.deciding(places, async () => {
    if (picture !== null) await keeper.write(fresh, picture)
    const { output } = await asCommand(context, name, JSON.stringify([ticketId, wish.body]), async work => {
      places.push(...placesOf(await save(work, url)))
      return changedImage.parse({ imageURL: url })
    })
    return output
  })
}

/** A slot that a path may name, and the right that comes before the path is looked at. */
export type SlotAt = { readonly needs: Action; readonly slotOf: (c: Context) => ImageSlot }

async function enter(c: Context, { asking }: PictureDoor, { needs, slotOf }: SlotAt) {
  const context = await asking(c)
  allow(context.occasion, needs)
  return { context, slot: slotOf(c) }
}

/** Takes the one picture of the form, in its field `image`. */
export async function putImage(c: Context, door: PictureDoor, at: SlotAt): Promise<Response> {
  const { context, slot } = await enter(c, door, at)
  const before = await beforeReading(context, slot.current)
  const { pictures, body } = await readUpload(context, c.req.raw, door.pictures, { field: 'image', most: 1 })
  return c.json(await change(door, slot, context, { picture: pictures[0] ?? null, body, before }))
}

export async function removeImage(c: Context, door: PictureDoor, at: SlotAt): Promise<Response> {
  const { context, slot } = await enter(c, door, at)
  const before = await beforeReading(context, slot.current)
  return c.json(await change(door, slot, context, { picture: null, body: '', before }))
}
