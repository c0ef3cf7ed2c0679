// Imports a database tree: reads all of it, reports, and then writes one company after another. What is here already
// stays as it is, so that an import that was interrupted can be run again.

import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { sql } from 'kysely'
import { TreeNode } from '#domain/tree-import/tree-node.ts'
import type { Database } from '#server/db/database.ts'
import type { FileJournal } from '#server/files/file-journal.ts'
import type { ImageProcessor } from '#server/files/image-processor.ts'
import { type ImportedAccount, readAccounts } from './account-file.ts'
import { type CompanyHead, readContents, readHead } from './company-contents.ts'
import { ImageStorage } from './image-storage.ts'
import { withImportLock } from './import-lock.ts'
import { formatFinding, ImportReport } from './report.ts'
import { type SourceCompany, type SourceTree, sortTree } from './source-tree.ts'
import { removeAbandonedSpools } from './spool.ts'
import { treeId } from './tree-id.ts'
import { writeCompany } from './write-company.ts'

export type ImportContext = {
  readonly database: Database
  readonly fileJournal: FileJournal
  readonly openImageProcessor: () => Promise<ImageProcessor>
  /** Their emails belong to no company. */
  readonly founders: readonly string[]
  /** For companies without coordinates. */
  readonly serverTimeZone: string
  readonly now: () => Date
  readonly print: (line: string) => void
  /** What is done so far, on one line that the next replaces. */
  readonly showProgress: (line: string) => void
}

export type ImportFiles = {
  readonly tree: string
  readonly accounts?: string | undefined
  readonly hashParameters?: string | undefined
  /** The folder with the files of images. */
  readonly images?: string | undefined
  /** Where the report goes as JSON. */
  readonly report?: string | undefined
}

type Candidate = { readonly source: SourceCompany; readonly head: CompanyHead; readonly rows: number }

const MEGABYTE = 1_000_000
const BAR_LENGTH = 20

/** `[██████──────────────] 30 %`. */
function bar(done: number, all: number): string {
  const part = all === 0 ? 1 : Math.min(1, done / all)
  const filled = Math.round(part * BAR_LENGTH)
  return `[${'█'.repeat(filled)}${'─'.repeat(BAR_LENGTH - filled)}] ${Math.floor(part * 100)} %`
}

const perSecond = (amount: number, startedAt: number): number =>
  (amount * 1000) / Math.max(1, performance.now() - startedAt)

const count = (amount: number): string => Math.round(amount).toLocaleString('en-US')

/** Imports the tree; with `isDryRun` only reports. Throws an ImportError with a sentence if nothing can be read. */
export const importTree = (context: ImportContext, files: ImportFiles, isDryRun: boolean): Promise<void> =>
  withImportLock(context.database, async () => {
    const { print, fileJournal } = context
    // What an import that was killed left.
    await fileJournal.reconcile()
    await removeAbandonedSpools()
    const report = new ImportReport(files.report)
    const folder =
      files.images === undefined
        ? null
        : { folder: files.images, processor: await context.openImageProcessor() }
    let isReported = false
    const images = await ImageStorage.open(folder, fileJournal, finding =>
      isReported ? print(formatFinding(finding)) : report.add(finding),
    )
    const accounts =
      files.accounts === undefined ? null : await readAccounts(files.accounts, files.hashParameters)
    const tree = await readSource(context, files.tree, report)
    try {
      const candidates = await inspect(context, { tree, accounts, images, report })
      for (const line of report.lines()) print(line)
      report.close()
      isReported = true
      if (isDryRun) print('This was a dry run: nothing was written.')
      else if (candidates.length === 0) print('Nothing changed: there is nothing new in this tree.')
      else
        await writeAll(context, {
          tree,
          accounts,
          images,
          candidates,
          fileName: basename(files.tree),
          report,
        })
    } finally {
      await tree.spool.remove()
    }
  })

async function readSource(
  { print, showProgress }: ImportContext,
  file: string,
  report: ImportReport,
): Promise<SourceTree> {
  const startedAt = performance.now()
  let read = { bytes: 0, rows: 0 }
  const tree = await sortTree(file, report.add, (bytes, size, rows) => {
    read = { bytes, rows }
    const rate = perSecond(bytes / MEGABYTE, startedAt).toFixed(1)
    showProgress(`Reading ${bar(bytes, size)}, ${rate} MB/s, ${count(perSecond(rows, startedAt))} rows/s`)
  })
  const rate = perSecond(read.bytes / MEGABYTE, startedAt).toFixed(1)
  print(
    `Read ${(read.bytes / MEGABYTE).toFixed(1)} MB, ${count(read.rows)} rows: ${rate} MB/s, ${count(perSecond(read.rows, startedAt))} rows/s.`,
  )
  return tree
}

type Inspection = {
  readonly tree: SourceTree
  readonly accounts: ReadonlyMap<string, ImportedAccount> | null
  readonly images: ImageStorage
  readonly report: ImportReport
}

/** The companies that can be imported. Everything that was found is reported. */
async function inspect(
  context: ImportContext,
  { tree, accounts, images, report }: Inspection,
): Promise<Candidate[]> {
  const { database, founders, serverTimeZone, showProgress } = context
  const now = context.now()
  const here = await listExisting(database, tree)
  const emails = new Set(founders)
  const candidates: Candidate[] = []
  for (const source of tree.companies) {
    showProgress(`Checking ${bar(source.index, tree.companies.length)}`)
    const node = new TreeNode(source.path, source.head, report.add)
    if (here.has(treeId(source.uid))) {
      node.skip('This company is here already; nothing of it was changed.')
      continue
    }
    const read = await readHead(source, { accounts, serverTimeZone, now }, report.add)
    const head = read && (await withFreeEmails(database, source, read, emails, report))
    if (head === null) continue
    const rows = await countContents({ tree, images, report }, source, head, now)
    candidates.push({ source, head, rows })
  }
  for (const uid of accounts?.keys() ?? [])
    if (!tree.companies.some(source => source.uid === uid || Object.hasOwn(source.employees, uid)))
      new TreeNode(`accounts/${uid}`, null, report.add).skip(
        'This account belongs to no company and no employee of the tree; it was left out.',
      )
  return candidates
}

async function listExisting(database: Database, { companies }: SourceTree): Promise<ReadonlySet<string>> {
  const ids = companies.map(({ uid }) => treeId(uid))
  const { rows } = await sql<{ companyId: string }>`
    select company_id from company where company_id = any(${ids}::uuid[])`.execute(database)
  return new Set(rows.map(({ companyId }) => companyId))
}

/** The company without employees whose email is in use; null with a report if that is its own. */
async function withFreeEmails(
  database: Database,
  { path }: SourceCompany,
  head: CompanyHead,
  taken: Set<string>,
  report: ImportReport,
): Promise<CompanyHead | null> {
  const wanted = [head.company.email, ...[...head.employees.values()].map(({ email }) => email)]
  const ids = [head.company.companyUUID, ...[...head.employees.values()].map(({ id }) => id)]
  const { rows } = await sql<{ id: string; email: string }>`
    select id, email from auth_user where email = any(${wanted}) or id = any(${ids}::uuid[])`.execute(
    database,
  )
  for (const { email } of rows) taken.add(email)
  const accounts = new Set(rows.map(({ id }) => id))
  const isTaken = (id: string, email: string) => taken.has(email) || accounts.has(id)
  const { email } = head.company
  if (isTaken(head.company.companyUUID, email))
    return new TreeNode(`${path}/companyDetails/email`, email, report.add).skip(
      `An account here has the email ${email}: this company was left out.`,
    )
  taken.add(email)
  const employees = [...head.employees].filter(([key, employee]) => {
    const isFree = !isTaken(employee.id, employee.email)
    if (!isFree)
      new TreeNode(`${path}/Employees/${key}`, null, report.add).skip(
        `An account here has the email ${employee.email}: this employee was left out.`,
      )
    taken.add(employee.email)
    return isFree
  })
  return { ...head, employees: new Map(employees) }
}

/** How many rows the company has; each is read as it will be written. */
async function countContents(
  { tree, images, report }: Pick<Inspection, 'tree' | 'images' | 'report'>,
  source: SourceCompany,
  head: CompanyHead,
  now: Date,
): Promise<number> {
  let rows = 0
  report.count('companies')
  report.count('employees', head.employees.size)
  const { image } = head.company
  if (image !== null && (await images.check(image))) report.count('images')
  for await (const content of readContents(tree, source, head, now, report.add)) {
    rows += 1
    if (content.kind === 'rig') report.count('rigs')
    if (content.kind === 'customer') report.count('customers')
    if (content.kind === 'record' && content.record.set.countedAs !== undefined)
      report.count(content.record.set.countedAs)
    if (content.kind !== 'ticket') continue
    const { ticket, images: ofTicket } = content
    report.count(ticket.state === 'recorded' ? 'visits' : 'tickets')
    report.count('jobs', ticket.jobs.length)
    report.count('parts', ticket.parts.length)
    for (const { sessions } of ticket.jobs) report.count('sessions', sessions.length)
    for (const image of ofTicket) if (await images.check(image)) report.count('images')
  }
  return rows
}

type Write = Inspection & { readonly candidates: readonly Candidate[]; readonly fileName: string }

async function writeAll(
  { database, now, print, showProgress }: ImportContext,
  { tree, accounts, images, candidates, fileName, report }: Write,
): Promise<void> {
  const importId = randomUUID()
  const startedAt = performance.now()
  const begun = now()
  const all = candidates.reduce((sum, { rows }) => sum + rows, 0)
  let done = 0
  for (const { source, head, rows } of candidates) {
    const onRows = (written: number) => showProgress(`Writing ${bar(done + written, all)}`)
    const run = {
      importId,
      fileName,
      fileHash: tree.fileHash,
      rowCount: rows,
      report: report.summary,
      startedAt: begun,
    }
    await images.withJournal(() =>
      writeCompany({ database, tree, accounts, images, now: begun, run, onRows }, source, head),
    )
    done += rows
    print(`Imported ${head.company.companyName}.`)
  }
  const rate = count(perSecond(all, startedAt))
  print(`Run ${importId}: ${count(all)} tickets, visits, rigs and customers, ${rate} rows/s.`)
  print(`To undo it: npm run import -- --undo ${importId}`)
}
