// The owner's export of everything: started in the background, and opened with the password.

import { exportStateAt } from '#domain/export/company-export.ts'
import { Refusal } from '#domain/refusals/refusal.ts'
import { notFound } from '#server/lib/api-errors.ts'
import { command, passwordProcedure, withTransaction } from '#server/rpc/procedures.ts'
import { findExport, startOrJoinExport } from './company-export-store.ts'
import { createDownloadToken } from './download-token.ts'

export const startCompanyExport = command.companyExports.start.handler(async ({ context: { work } }) => {
  const { exportId, isNew } = await startOrJoinExport(work)
  if (isNew)
    work.recordChange({ kind: 'company', id: work.companyId, verb: 'company.export-start', card: null })
  return { exportId }
})

const openCommand = passwordProcedure.use(withTransaction)

export const openCompanyExport = openCommand.companyExports.openDownload.handler(
  async ({ input: { exportId }, context }) => {
    const { work, keyedHash, sessionId } = context
    const found = await findExport(work, exportId)
    if (found === undefined) throw notFound('There is no such export.')
    if (exportStateAt(found, work.now) !== 'ready') throw new Refusal([{ code: 'export.unavailable' }])
    const token = createDownloadToken(keyedHash, { companyId: work.companyId, exportId, sessionId }, work.now)
    work.recordChange({ kind: 'company', id: work.companyId, verb: 'company.export-download', card: null })
    return { url: `/api/company/exports/${exportId}/file?token=${token}` }
  },
)
