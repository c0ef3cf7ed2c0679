// The images of an import: their files are looked for in a folder, and stored as those of uploads are.

import { createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { InvalidImageError, MAX_IMAGE_BYTES, type Photo } from '#domain/photos/photo.ts'
import type { Ticket } from '#domain/tickets/ticket.ts'
import type { TreeImage, TreeTicketImage } from '#domain/tree-import/tree-image.ts'
import type { Finding } from '#domain/tree-import/tree-node.ts'
import type { TreeTicket } from '#domain/tree-import/tree-ticket.ts'
import type { FileJournal } from '#server/files/file-journal.ts'
import { companyImageUrl, type FileLocation, ticketImageUrl } from '#server/files/file-keys.ts'
import type { ImageProcessor, ProcessedImage, ReceivedFile } from '#server/files/image-processor.ts'
import { batchesOf } from '#server/lib/batches.ts'
import { hashOf, NumberMap } from './number-map.ts'
import { ImportError } from './read-tree.ts'

export type ImageFolder = {
  /** Where the files are, by the paths in their URLs. */
  readonly folder: string
  readonly processor: ImageProcessor
}

/** One image after another takes as long as the processor for each; it works on two at once. */
const IMAGES_AT_ONCE = 2

type StoredTicket = {
  readonly ticket: Ticket
  /** By job line. */
  readonly photos: ReadonlyMap<number, readonly Photo[]>
}

/** The operator waits for all. */
const REQUESTER = { key: 'import', signal: new AbortController().signal }

export class ImageStorage {
  readonly #source: ImageFolder | null
  readonly #root: string
  readonly #fileJournal: FileJournal
  readonly #report: (finding: Finding) => void
  /** The hashes of the paths of those that were reported: each is looked for again when it is written. */
  readonly #leftOut = new NumberMap()
  #addLocation: (location: FileLocation) => Promise<void> = async () => {}

  private constructor(
    source: ImageFolder | null,
    root: string,
    fileJournal: FileJournal,
    report: (finding: Finding) => void,
  ) {
    this.#source = source
    this.#root = root
    this.#fileJournal = fileJournal
    this.#report = report
  }

  /** Without a `source` every image is left out. Throws an ImportError if its folder cannot be read. */
  static async open(
    source: ImageFolder | null,
    fileJournal: FileJournal,
    report: (finding: Finding) => void,
  ): Promise<ImageStorage> {
    const root = source === null ? '' : await realpath(source.folder).catch(() => '')
    if (source !== null && !(root !== '' && (await stat(root)).isDirectory()))
      throw new ImportError(`${source.folder} is no folder that can be read.`)
    return new ImageStorage(source, root, fileJournal, report)
  }

  /** Whether the image would be imported, as far as its file’s header tells; reports it otherwise. */
  async check(image: TreeImage): Promise<boolean> {
    const file = await this.#find(image)
    if (file === null) return false
    return (await this.#refused(image, () => this.#processor.countPixels(unreceived(file)))) !== null
  }

  /** Runs `write`, in which images are stored; those that its transaction does not refer to afterwards are deleted. */
  withJournal<T>(write: () => Promise<T>): Promise<T> {
    return this.#fileJournal.withFileJournal([], addLocation => {
      this.#addLocation = addLocation
      return write()
    })
  }

  /** Stores the company’s image and passes on its URL. */
  async storeLogo(
    { companyUUID: companyId, image }: { readonly companyUUID: string; readonly image: TreeImage | null },
    save: (url: string) => Promise<unknown>,
  ): Promise<void> {
    if (image === null) return
    const { imageId } = image
    const stored = await this.#store(image, { companyId, ticketId: null, imageId })
    if (stored !== null) await save(companyImageUrl(companyId, imageId))
  }

  /** Stores the ticket’s images; the ticket with the URLs of its own, and the photos of its job lines. */
  async store(
    companyId: string,
    { ticket, images }: Pick<TreeTicket, 'ticket' | 'images'>,
  ): Promise<StoredTicket> {
    const photos = new Map<number, Photo[]>()
    let { customerDetails, customerRV } = ticket
    for (const some of batchesOf(images, IMAGES_AT_ONCE)) {
      const storing = some.map(image =>
        this.#store(image, { companyId, ticketId: ticket.ticketId, imageId: image.imageId }),
      )
      // After a failure the others are waited for: what they write must be there when it is deleted.
      await Promise.allSettled(storing)
      const stored = await Promise.all(storing)
      for (const [index, image] of some.entries()) {
        const size = stored[index]
        if (size === undefined || size === null) continue
        if (image.slot === 'photo') addPhoto(photos, image, size)
        else {
          const url = ticketImageUrl(ticket.ticketId, image.slot, image.imageId)
          if (image.slot === 'rig-image') customerRV = { ...customerRV, rvImage: url }
          else customerDetails = { ...customerDetails, profileImageUrl: url }
        }
      }
    }
    return { ticket: { ...ticket, customerDetails, customerRV }, photos }
  }

  get #processor(): ImageProcessor {
    if (this.#source === null) throw new Error('There is no folder of images.')
    return this.#source.processor
  }

  async #find(image: TreeImage): Promise<string | null> {
    if (this.#source === null)
      return this.#skip(image, 'Images are imported with --files; this one was left out.')
    const file = await realpath(join(this.#root, image.objectPath)).catch(() => null)
    if (file === null)
      return this.#skip(
        image,
        `The folder of images has no file ${image.objectPath}; the image was left out.`,
      )
    if (!file.startsWith(this.#root + sep))
      return this.#skip(image, 'This file is a link out of the folder of images; the image was left out.')
    const found = await stat(file)
    if (!found.isFile()) return this.#skip(image, `${image.objectPath} is no file; the image was left out.`)
    return found.size > MAX_IMAGE_BYTES
      ? this.#skip(image, `${new InvalidImageError('too-large').message} It was left out.`)
      : file
  }

  async #store(image: TreeImage, location: FileLocation): Promise<ProcessedImage | null> {
    // Every image was reported before anything is written.
    if (this.#source === null) return null
    const file = await this.#find(image)
    if (file === null) return null
    return this.#refused(image, async () => {
      const received = await this.#processor.receive(createReadStream(file))
      try {
        const processed = await this.#processor.process(received, REQUESTER)
        await this.#addLocation(location)
        await this.#fileJournal.write(location, processed)
        return processed
      } finally {
        await received.discard()
      }
    })
  }

  /** The answer of `task`; null with a report if it refuses the image. */
  async #refused<T>(image: TreeImage, task: () => Promise<T>): Promise<T | null> {
    try {
      return await task()
    } catch (error) {
      if (!(error instanceof InvalidImageError)) throw error
      return this.#skip(image, `${error.message} It was left out.`)
    }
  }

  #skip({ path }: TreeImage, problem: string): null {
    const hash = hashOf(path)
    if (!this.#leftOut.has(hash)) this.#report({ path, problem, kind: 'skipped' })
    this.#leftOut.set(hash, 1)
    return null
  }
}

const unreceived = (file: string): ReceivedFile => ({ file, sha256: '', discard: async () => {} })

function addPhoto(
  photos: Map<number, Photo[]>,
  { imageId: photoId, jobNumber, moment, addedAt, addendumId }: Extract<TreeTicketImage, { slot: 'photo' }>,
  { width, height }: ProcessedImage,
): void {
  const photo = { photoId, moment, addedAt, width, height, addendumId }
  photos.set(jobNumber, [...(photos.get(jobNumber) ?? []), photo])
}
