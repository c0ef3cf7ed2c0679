// A company's invoices and credit notes in its export, as PDFs. Without links to pay or claim.

import { sql } from 'kysely'
import { documentNumber } from '#domain/billing/issued-document.ts'
import { Refusal } from '#domain/refusals/refusal.ts'
import { authorize, type UnitOfWork } from '#server/db/unit-of-work.ts'
import type { FileStore } from '#server/files/file-store.ts'
import { type PdfRequest, renderPdf } from '#server/pdf/render-pdf.ts'
import { type QueryContext, runQuery } from '#server/rpc/procedures.ts'
import type { ExportFile } from './write-files.ts'

export type DocumentReader = {
  readonly getPdf: (work: UnitOfWork, ticketId: number, invoiceId: string) => Promise<PdfRequest>
  readonly readImage: FileStore['read']
  readonly signal: AbortSignal
}

const PAGE_SIZE = 500

export async function countDocuments(work: UnitOfWork): Promise<number> {
  authorize(work, 'company.export')
  const { count } = await work
    .from('invoice')
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** By id, so that a page begins after the last of the one before. */
const listDocuments = (work: UnitOfWork, after: string) =>
  work
    .from('invoice')
    .select(['invoiceId', 'ticketId', 'kind', 'prefix', 'number'])
    .where('invoiceId', '>', after)
    .orderBy('invoiceId')
    .limit(PAGE_SIZE)
    .execute()

const FOLDERS = { invoice: 'invoices', 'credit-note': 'credit-notes' } as const

export async function* documentFiles(
  reader: QueryContext,
  companyId: string,
  { getPdf, readImage, signal }: DocumentReader,
): AsyncGenerator<ExportFile> {
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    const last = after
    const page = await runQuery(reader, work => listDocuments(work, last))
    for (const { invoiceId, ticketId, kind, prefix, number } of page) {
      after = invoiceId
      // A prefix may have characters that a file's name cannot.
      const name = documentNumber({ prefix, number }).replace(/[^\p{L}\p{N}_.-]/gu, '_')
      const path = `${FOLDERS[kind]}/${companyId}/${name}`
      const request = await runQuery(reader, work => getPdf(work, ticketId, invoiceId))
      try {
        const pdf = await renderPdf(request, readImage, { key: companyId, signal })
        yield { name: `${path}.pdf`, content: [pdf] }
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        yield { name: `${path}.txt`, content: [`${error.message}\nPrint it from ticket ${ticketId}.\n`] }
      }
    }
    if (page.length < PAGE_SIZE) return
  }
}
