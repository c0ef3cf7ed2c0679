// The file store and the database cannot commit together. So before an image is written or removed, it is noted as
// undecided in a journal; afterwards the database decides whether it is referenced, and unreferenced images are
// deleted. After a crash the journal is still there.

import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Owner } from '#domain/account/actor.ts'
import { runInTransaction, type UnitOfWork, type UnitOfWorkServices } from '#server/db/unit-of-work.ts'
import { archiveKeyOf, type FileLocation, fileKeyOf, fileKeysOf, pdfKeyOf } from './file-keys.ts'
import type { FileStore } from './file-store.ts'
import type { ProcessedImage } from './image-processor.ts'

export type FileJournal = {
  /**
   * Runs `change`, which may write images at `locations` and change references to them. Afterwards every image in
   * `locations`, including those `change` added, is kept if the database refers to it, and otherwise deleted. `change`
   * notes with `addLocation` where else it will write.
   */
  readonly withFileJournal: <T>(
    locations: FileLocation[],
    change: (addLocation: (location: FileLocation) => Promise<void>) => Promise<T>,
  ) => Promise<T>
  /** Writes both sizes. Only within `withFileJournal`. */
  readonly write: (location: FileLocation, image: ProcessedImage) => Promise<void>
  /** Writes a PDF. Only within `withFileJournal`. */
  readonly writePdf: (location: FileLocation, bytes: Uint8Array) => Promise<void>
  /** Writes an archive. Only within `withFileJournal`. */
  readonly writeArchive: (location: FileLocation, content: AsyncIterable<Uint8Array>) => Promise<void>
  readonly read: FileStore['read']
  readonly readStream: FileStore['readStream']
  /** Whether a crash or a lost database left something undecided, or a change is under way. */
  readonly hasEntries: () => Promise<boolean>
  /** Resolves what a crash or a lost database left undecided. */
  readonly reconcile: () => Promise<void>
}

type FileJournalOptions = {
  readonly files: FileStore
  /** The journal's folder; on this machine, never shared. */
  readonly folder: string
  readonly unitOfWorkServices: UnitOfWorkServices
  /**
   * The ids of the images the database refers to, for the ticket, booking or company of `location`. Locks first: after
   * a lost response, the transaction that refers to an image may still be committing.
   */
  readonly listReferencedImages: (
    work: UnitOfWork,
    location: FileLocation,
  ) => Promise<readonly (string | null)[]>
  readonly log: (sentence: string, error: unknown) => void
}

export async function createFileJournal({
  files,
  folder,
  unitOfWorkServices,
  listReferencedImages,
  log,
}: FileJournalOptions): Promise<FileJournal> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const inProgress = new Set<string>()
  const journalPathOf = ({ imageId }: FileLocation) => join(folder, imageId)

  async function reconcileFile(location: FileLocation): Promise<void> {
    const { companyId, imageId } = location
    const actor: Owner = { kind: 'owner', id: companyId, name: '', companyId }
    const execution = { actor, actorKey: null, now: new Date(0), timeZone: 'UTC' }
    const referenced = await runInTransaction(unitOfWorkServices, execution, 'command', work =>
      listReferencedImages(work, location),
    )
    if (!referenced.includes(imageId)) await files.remove(fileKeysOf(location))
    await rm(journalPathOf(location), { force: true })
  }

  const reconcileOrLog = (location: FileLocation): Promise<void> =>
    reconcileFile(location).catch(error =>
      log(`Could not check the image ${location.imageId}; will retry.`, error),
    )

  return {
    withFileJournal: async (locations, change) => {
      const note = async (location: FileLocation) => {
        inProgress.add(location.imageId)
        await writeFile(journalPathOf(location), JSON.stringify(location), { mode: 0o600 })
      }
      try {
        for (const location of locations) await note(location)
        return await change(async location => {
          locations.push(location)
          await note(location)
        })
      } finally {
        for (const location of locations) await reconcileOrLog(location)
        for (const { imageId } of locations) inProgress.delete(imageId)
      }
    },
    write: async (location, { small, large }) => {
      await files.write(fileKeyOf(location, 'large'), large, 'image/webp')
      await files.write(fileKeyOf(location, 'small'), small, 'image/webp')
    },
    writePdf: (location, bytes) => files.write(pdfKeyOf(location), bytes, 'application/pdf'),
    writeArchive: (location, content) =>
      files.writeStream(archiveKeyOf(location), content, 'application/gzip'),
    read: files.read,
    readStream: files.readStream,
    hasEntries: async () => (await readdir(folder)).length > 0,
    reconcile: async () => {
      for (const name of await readdir(folder)) {
        if (inProgress.has(name)) continue
        const entry = await readFile(join(folder, name), 'utf8')
        // A truncated journal entry was not followed by any image.
        if (entry.endsWith('}')) await reconcileOrLog(JSON.parse(entry))
        else await rm(join(folder, name))
      }
    },
  }
}
