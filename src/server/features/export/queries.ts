import { exportFailureSentence, exportStateAt } from '#domain/export/company-export.ts'
import { mayEmailOwner } from '#domain/mail/owner-email.ts'
import { getOwnerMailbox } from '#server/mail/owner-mail.ts'
import { query } from '#server/rpc/procedures.ts'
import { findLatestExport } from './company-export-store.ts'

export const getCompanyExport = query.companyExports.get.handler(
  async ({ context: { work, mailContext } }) => {
    const found = await findLatestExport(work)
    const isEmailed = mailContext.canDeliver && mayEmailOwner('notice', await getOwnerMailbox(work))
    if (found === undefined) return { export: null, isEmailed }
    const { exportId, requestedAt, requestedByName, bytes, missingImages } = found
    const { expiresAt, failure } = found
    return {
      export: {
        exportId,
        state: exportStateAt(found, work.now),
        requestedAt,
        requestedBy: requestedByName,
        progress: progressOf(found),
        bytes,
        missingImages,
        expiresAt,
        failure: failure === null ? null : exportFailureSentence(failure),
      },
      isEmailed,
    }
  },
)

type ExportRow = NonNullable<Awaited<ReturnType<typeof findLatestExport>>>

/** Null until it is known how much there is. */
function progressOf({ fileId, reads, totalReads }: ExportRow): number | null {
  if (fileId !== null) return 1
  return totalReads === null ? null : Math.min(1, reads / Math.max(1, totalReads))
}
