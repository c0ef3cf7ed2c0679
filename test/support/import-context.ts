// What the import's command line gives to an import, on a test's database.

import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { Database } from '#server/db/database.ts'
import { listReferencedImages } from '#server/features/bookings/referenced-images.ts'
import type { ImportContext } from '#server/features/tree-import/import-tree.ts'
import { createFileJournal } from '#server/files/file-journal.ts'
import { createFakeFileStore } from '#server/files/file-store.ts'
import { createImageProcessor } from '#server/files/image-processor.ts'

type TestImport = {
  readonly context: ImportContext
  readonly lines: string[]
  readonly files: ReturnType<typeof createFakeFileStore>['files']
}

/** An import into this database, with an empty file store of its own. */
export async function createImportContext(database: Database, now: Date): Promise<TestImport> {
  const folder = await mkdtemp(join(inject('postgres').folder, 'import-'))
  const store = createFakeFileStore()
  const lines: string[] = []
  const fileJournal = await createFileJournal({
    files: store,
    folder: join(folder, 'journal'),
    unitOfWorkServices: { database, publish: () => {} },
    listReferencedImages,
    log: (sentence, error) => {
      throw new Error(sentence, { cause: error })
    },
  })
  const context: ImportContext = {
    database,
    fileJournal,
    openImageProcessor: () => createImageProcessor(join(folder, 'arriving')),
    founders: ['founder@rigwright.example'],
    serverTimeZone: 'America/Chicago',
    now: () => now,
    print: line => void lines.push(line),
    showProgress: () => {},
  }
  return { context, lines, files: store.files }
}
