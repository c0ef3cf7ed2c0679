// The file store and the database cannot commit together. So before a picture is written or let go
// it is noted as undecided; whatever happens then, the database is asked whether it names the picture,
// and one that it does not name is removed. After a crash the notes are still there.

import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Owner } from '#domain/account/actor.ts'
import { runInTransaction, type UnitOfWork, type UnitOfWorkServices } from '#server/db/unit-of-work.ts'
import { type FileLocation, fileKeyOf, fileKeysOf } from './file-keys.ts'
import type { FileStore } from './file-store.ts'
import type { ProcessedImage } from './image-processing.ts'

export type FileReconciler = {
  /**
   * Runs `act`, which may write pictures at `places` and change what the database says of them. Afterwards
   * every picture of `places`, also of those that `act` added to it, is kept or removed as the database says.
   */
  readonly withFileJournal: <T>(locations: FileLocation[], change: () => Promise<T>) => Promise<T>
  /** Writes both sizes. Only within `deciding`. */
  readonly write: (location: FileLocation, image: ProcessedImage) => Promise<void>
  readonly read: FileStore['read']
  /** Decides what a crash or a lost database left undecided. */
  readonly reconcile: () => Promise<void>
}

type FileReconcilerOptions = {
  readonly files: FileStore
  /** Where the notes lie; on this machine, never shared. */
  readonly folder: string
  readonly unitOfWorkServices: UnitOfWorkServices
  /**
   * The ids of the pictures that the database names beside one at `location`. Its locks come first: where an answer was
   * lost, the work that names a picture may still be committing somewhere, and is waited for.
   */
  readonly listReferencedImages: (
    work: UnitOfWork,
    location: FileLocation,
  ) => Promise<readonly (string | null)[]>
  readonly log: (sentence: string, error: unknown) => void
}

export async function createFileReconciler({
  files,
  folder,
  unitOfWorkServices,
  listReferencedImages,
  log,
}: FileReconcilerOptions): Promise<FileReconciler> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const inProgress = new Set<string>()
  const journalPathOf = ({ imageId }: FileLocation) => join(folder, imageId)

  async function reconcileFile(location: FileLocation): Promise<void> {
    const { companyId, imageId } = location
    const actor: Owner = { kind: 'owner', id: companyId, name: '', companyId }
    const execution = { actor, actorKey: '', now: new Date(0), timeZone: 'UTC' }
    const referenced = await runInTransaction(unitOfWorkServices, execution, 'command', work =>
      listReferencedImages(work, location),
    )
    if (!referenced.includes(imageId)) await files.remove(fileKeysOf(location))
    await rm(journalPathOf(location), { force: true })
  }

  const reconcileOrLog = (location: FileLocation): Promise<void> =>
    reconcileFile(location).catch(error =>
      log(`The picture ${location.imageId} stays undecided for now.`, error),
    )

  return {
    withFileJournal: async (locations, change) => {
      for (const { imageId } of locations) inProgress.add(imageId)
      try {
        for (const location of locations)
          await writeFile(journalPathOf(location), JSON.stringify(location), { mode: 0o600 })
        return await change()
      } finally {
        for (const location of locations) await reconcileOrLog(location)
        for (const { imageId } of locations) inProgress.delete(imageId)
      }
    },
    write: async (place, { small, large }) => {
      await files.write(fileKeyOf(place, 'large'), large, 'image/webp')
      await files.write(fileKeyOf(place, 'small'), small, 'image/webp')
    },
    read: files.read,
    reconcile: async () => {
      for (const name of await readdir(folder)) {
        if (inProgress.has(name)) continue
        const entry = await readFile(join(folder, name), 'utf8')
        // A note that the crash cut off was not followed by any picture.
        if (entry.endsWith('}')) await reconcileOrLog(JSON.parse(entry))
        else await rm(join(folder, name))
      }
    },
  }
}
