// Makes companies' exports in the background, one at a time on each server, and deletes their archives a day later.
// A server that ends meanwhile gives its export back; one that is killed loses its lease, and another starts again.

import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import {
  EXPORT_HOURS,
  type ExportFailure,
  exportExpiry,
  exportFailureSentence,
} from '#domain/export/company-export.ts'
import { exportFileName } from '#domain/export/export.ts'
import { imageFileOf } from '#domain/export/images.ts'
import { dayOf, formatWhen } from '#domain/lib/company-time.ts'
import { withSnapshot } from '#server/db/snapshot.ts'
import { runInTransaction, type UnitOfWork, type UnitOfWorkServices } from '#server/db/unit-of-work.ts'
import { type Company, getCompany } from '#server/features/companies/store.ts'
import type { FileJournal } from '#server/files/file-journal.ts'
import { archiveLocation } from '#server/files/file-keys.ts'
import { databaseProblemOf } from '#server/lib/pg-errors.ts'
import { type Email, type MailContext, toSingleLine } from '#server/mail/outbox.ts'
import { enqueueOwnerEmail } from '#server/mail/owner-mail.ts'
import { createArchive } from './archive.ts'
import {
  type ExportProgress,
  expireExport,
  failExport,
  findExpiredArchive,
  finishExport,
  type LeasedExport,
  leaseExport,
  listDueExports,
  releaseExport,
  saveExportProgress,
} from './company-export-store.ts'
import type { DocumentReader } from './document-files.ts'
import { countReads, type ExportFormat, listFiles } from './stream-files.ts'
import { isDiskFullError } from './write-files.ts'

const FORMATS: readonly ExportFormat[] = ['json', 'csv', 'tree']

const PROGRESS_INTERVAL_MS = 1000

export type ExportJobContext = {
  readonly services: UnitOfWorkServices
  /** For a connection besides the pool, so that a long export holds up no request. */
  readonly connection: pg.ClientConfig
  readonly fileJournal: Pick<FileJournal, 'withFileJournal' | 'writeArchive' | 'read'>
  readonly temporaryFolder: string
  /** Prints an invoice or a credit note. */
  readonly getPdf: DocumentReader['getPdf']
  readonly mailContext: MailContext
  readonly now: () => Date
  /** Aborted when the server stops. */
  readonly stopping: AbortSignal
}

/** Makes or deletes the next export of any company, and returns whether there was one. */
export async function processNextExport(context: ExportJobContext): Promise<boolean> {
  const { services, now, fileJournal } = context
  const [next] = await listDueExports(services.database, now())
  if (next === undefined) return false
  const { companyId, exportId, state } = next
  const inCompany = companyTransactions(context, companyId)
  if (state === 'ready') {
    const fileId = await inCompany(work => findExpiredArchive(work, exportId))
    const archives = fileId === null ? [] : [archiveLocation(companyId, fileId)]
    await fileJournal.withFileJournal(archives, () => inCompany(async work => expireExport(work, exportId)))
    return true
  }
  const lease = await inCompany(work => leaseExport(work, exportId))
  if (lease !== null) await makeExport(context, companyId, lease)
  return true
}

type InCompany = <T>(task: (work: UnitOfWork) => Promise<T>) => Promise<T>

/** Without a user: the log names the product. */
function companyTransactions({ services, now }: ExportJobContext, companyId: string): InCompany {
  const actor = { kind: 'owner', id: companyId, name: 'Rigwright', companyId } as const
  return task =>
    runInTransaction(services, { actor, actorKey: companyId, now: now(), timeZone: 'UTC' }, 'command', task)
}

/** Why an export ends early. */
class ExportStop extends Error {
  override readonly name = 'ExportStop'
  readonly reason: 'lost' | 'suspended' | 'server-stops'

  constructor(reason: ExportStop['reason']) {
    super(`The export ends early: ${reason}.`)
    this.reason = reason
  }
}

async function makeExport(context: ExportJobContext, companyId: string, lease: LeasedExport): Promise<void> {
  const { fileJournal, mailContext } = context
  const inCompany = companyTransactions(context, companyId)
  const fileId = randomUUID()
  const location = archiveLocation(companyId, fileId)
  try {
    // After a failure or a crash, the database does not refer to the archive, and it is deleted.
    await fileJournal.withFileJournal([location], async () => {
      const archive = await writeArchive(context, companyId, lease, location)
      await inCompany(async work => {
        if (!(await finishExport(work, lease, { fileId, ...archive }))) throw new ExportStop('lost')
        const company = await getCompany(work)
        await enqueueOwnerEmail(work, mailContext, 'notice', readyEmail(company, work.now, mailContext))
      })
    })
  } catch (error) {
    const failure = failureOf(error)
    if (error instanceof ExportStop && error.reason === 'server-stops')
      await inCompany(work => releaseExport(work, lease))
    if (failure !== null)
      await inCompany(async work => {
        if (!(await failExport(work, lease, failure))) return
        const company = await getCompany(work)
        // Nobody can log in to a suspended company.
        if (company.suspension !== null) return
        await enqueueOwnerEmail(work, mailContext, 'notice', failedEmail(company, failure, mailContext))
      })
    if (!(error instanceof ExportStop)) throw error
  }
}

/** Null if the export stays: without its database it is tried again once the lease is over. */
function failureOf(error: unknown): ExportFailure | null {
  if (error instanceof ExportStop) return error.reason === 'suspended' ? 'suspended' : null
  const problem = databaseProblemOf(error)
  if (problem === 'full' || isDiskFullError(error)) return 'disk-full'
  return problem === null ? 'error' : null
}

/** Writes all files as of one moment, and saves every second how far it is. */
async function writeArchive(
  context: ExportJobContext,
  companyId: string,
  lease: LeasedExport,
  location: ReturnType<typeof archiveLocation>,
): Promise<{ bytes: number; missingImages: number }> {
  const { connection, fileJournal, temporaryFolder, getPdf, now, stopping } = context
  const ended = new AbortController()
  let stop: ExportStop | null = null
  let progress: ExportProgress = { reads: 0, totalReads: null }
  let bytes = 0
  let missingImages = 0
  const assertWanted = () => {
    if (stopping.aborted) throw new ExportStop('server-stops')
    if (stop !== null) throw stop
  }
  const inCompany = companyTransactions(context, companyId)
  const saving = (async () => {
    while (!ended.signal.aborted) {
      // Without the database the lease may be lost, which the end of the export finds out.
      const reason = await inCompany(work => saveExportProgress(work, lease, progress)).catch(() => null)
      if (reason !== null) stop = new ExportStop(reason)
      await delay(PROGRESS_INTERVAL_MS, undefined, { signal: ended.signal }).catch(() => {})
    }
  })()
  try {
    await withSnapshot(connection, async database => {
      const options = {
        database,
        companyId,
        now: now(),
        link: (path: string, owner?: string) => (owner === undefined ? path : imageFileOf(path, owner)),
        readImage: fileJournal.read,
        documents: { getPdf, signal: stopping },
        onRead: (count: number) => {
          assertWanted()
          progress = { ...progress, reads: progress.reads + count }
        },
        onMissingImage: () => {
          missingImages += 1
          progress = { ...progress, reads: progress.reads + 1 }
        },
      }
      progress = { reads: 0, totalReads: await countReads(options, [companyId], FORMATS) }
      const company = await inCompany(getCompany)
      const name = exportFileName(company.companyName, dayOf(now(), company.timeZone), '')
      const files = listFiles(options, [companyId], FORMATS)
      const archive = createArchive(files, { name, at: now(), temporaryFolder })
      const counted = async function* () {
        for await (const chunk of archive) {
          assertWanted()
          bytes += chunk.length
          yield chunk
        }
      }
      await fileJournal.writeArchive(location, counted())
    })
  } finally {
    ended.abort()
    await saving
  }
  assertWanted()
  return { bytes, missingImages }
}

const readyEmail = ({ companyName, email, timeZone }: Company, now: Date, { url }: MailContext): Email => ({
  recipient: email,
  subject: `Your export of ${toSingleLine(companyName)} is ready`,
  text: `The export of everything that ${toSingleLine(companyName)} has at Rigwright is ready: the data, the images and the invoices.

Download it here, with your password:
${url()}/downloads

It is deleted after ${EXPORT_HOURS} hours, on ${formatWhen(exportExpiry(now), timeZone, now)}.
`,
})

const failedEmail = (
  { companyName, email }: Company,
  failure: ExportFailure,
  { url }: MailContext,
): Email => ({
  recipient: email,
  subject: `Your export of ${toSingleLine(companyName)} failed`,
  text: `The export of everything that ${toSingleLine(companyName)} has at Rigwright failed. ${exportFailureSentence(failure)}

${url()}/downloads
`,
})
