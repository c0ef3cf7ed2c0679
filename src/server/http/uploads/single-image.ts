// An image slot: a company's, a customer's or a rig's image. A new image replaces the previous one, which is deleted
// once unreferenced.

import type { Context } from 'hono'
import { imageResult } from '#contract/photos.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { type FileLocation, imageIdOf } from '#server/files/file-keys.ts'
import type { ProcessedImage } from '#server/files/image-processor.ts'
import { runCommand } from '#server/rpc/procedures.ts'
import type { RequestContext } from '#server/rpc/request-context.ts'
import type { FileRouteContext } from './file-route-context.ts'
import { readUpload } from './multipart.ts'
import { authorizeBeforeBody, newFileLocation } from './prepare-upload.ts'

export type ImageField = {
  /** The name of its command. */
  readonly name: string
  readonly ticketId: number | null
  /** The image's current URL, after checking permission. */
  readonly current: (work: UnitOfWork) => Promise<string | null>
  readonly urlOf: (location: FileLocation) => string
  /** Saves the new URL, or null, and returns the previous one. */
  readonly save: (work: UnitOfWork, url: string | null) => Promise<string | null>
}

type ImageChange = {
  readonly image: ProcessedImage | null
  readonly body: string
  readonly before: string | null
}

function saveImage(
  { fileJournal }: FileRouteContext,
  field: ImageField,
  context: RequestContext,
  input: ImageChange,
) {
  const { name, ticketId, urlOf, save } = field
  const { image, before } = input
  const locationsOf = (url: string | null): FileLocation[] => {
    const imageId = imageIdOf(url)
    return imageId === null ? [] : [newFileLocation(context, ticketId, imageId)]
  }
  const newLocation = newFileLocation(context, ticketId)
  const url = image === null ? null : urlOf(newLocation)
  const locations = [...locationsOf(url), ...locationsOf(before)]
  return fileJournal.withFileJournal(locations, async () => {
    if (image !== null) await fileJournal.write(newLocation, image)
    const { output } = await runCommand(context, name, JSON.stringify([ticketId, input.body]), async work => {
      locations.push(...locationsOf(await save(work, url)))
      return imageResult.parse({ imageURL: url })
    })
    return output
  })
}

/** Reads the single image of the form, in its field `image`. */
export async function uploadImage(
  c: Context,
  context: RequestContext,
  routeContext: FileRouteContext,
  field: ImageField,
): Promise<Response> {
  const before = await authorizeBeforeBody(context, field.current)
  const { images, body } = await readUpload(context, c.req.raw, routeContext.imageProcessor, {
    field: 'image',
    max: 1,
  })
  return c.json(await saveImage(routeContext, field, context, { image: images[0] ?? null, body, before }))
}

export async function deleteImage(
  c: Context,
  context: RequestContext,
  routeContext: FileRouteContext,
  field: ImageField,
): Promise<Response> {
  const before = await authorizeBeforeBody(context, field.current)
  return c.json(await saveImage(routeContext, field, context, { image: null, body: '', before }))
}
