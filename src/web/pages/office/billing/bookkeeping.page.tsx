import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconBook2, IconDownload } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { PAGES } from '#contract/pages/page-routes.ts'
import { type BookkeepingTarget, TARGET_LABELS } from '#domain/billing/bookkeeping.ts'
import { dayOf, formatDay, formatDayWithYear, formatTime } from '#domain/lib/company-time.ts'
import { formatMoney } from '#domain/lib/money.ts'
import { api, client, toAppError } from '#web/api/client.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { lazyValidation, setFormErrors, submitWith } from '#web/api/validate-with-contract.ts'
import type { BookkeepingView, SalesView } from '#web/features/billing/billing-views.ts'
import { downloadCsv } from '#web/features/csv/download-csv.ts'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Fields } from '#web/ui/layout/columns.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { MoneyText } from '#web/ui/numbers.tsx'
import { BillingIsOff, BillingLinks } from './billing-links.tsx'
import { KIND_LABELS, salesCsvRowsOf } from './report-csv.ts'
import styles from './reports.module.css'

const loadValidation = lazyValidation(() => import('./reports-validation.ts'))

/** What the bookkeeper gets: exports for their program, and sales with tax by month. */
export function BookkeepingPage() {
  const { data, error, refetch } = useQuery(api.billing.getBookkeeping.queryOptions())
  return (
    <Page title={PAGES.bookkeeping.title} width="reading" dense actions={<BillingLinks page="bookkeeping" />}>
      {data === undefined && error === null && (
        <ListSkeleton rows={3} height={80} label="Loading your exports…" />
      )}
      {data === undefined && error !== null && <QueryError error={error} onRetry={() => void refetch()} />}
      {data?.isOn === false && <BillingIsOff />}
      {data?.isOn && (
        <div className={styles.stack}>
          <ExportForm bookkeeping={data} />
          <Exports bookkeeping={data} />
          <Sales today={data.today} />
        </div>
      )}
    </Page>
  )
}

const TARGETS = Object.entries(TARGET_LABELS).map(([value, label]) => ({ value, label }))

/** The files of an export, as one: several are put into a zip. */
async function download(exportId: string, target: BookkeepingTarget): Promise<void> {
  const { files } = await client.billing.getBooks({ exportId })
  const { downloadFiles } = await import('#web/features/csv/download-files.ts')
  downloadFiles(`${target}-${exportId.slice(0, 8)}.zip`, files)
}

const failed = (error: unknown): void => notify.failure(toAppError(error).message)

function ExportForm({ bookkeeping: { today } }: { bookkeeping: BookkeepingView }) {
  const queries = useQueryClient()
  const form = useForm<{ target: BookkeepingTarget; from: string; to: string }>({
    initialValues: { target: 'quickbooks-online', from: `${today.slice(0, 8)}01`, to: today },
    validate: async typed => (await loadValidation()).validateBookkeepingExport(typed),
  })
  const { run, isRunning } = useMutationOnce(client.billing.exportBooks, {
    onDone: async ({ exportId }) => {
      await queries.invalidateQueries({ queryKey: api.billing.getBookkeeping.key() })
      await download(exportId, form.getValues().target).catch(failed)
    },
    onError: setFormErrors(form),
  })
  return (
    <Panel title="New export">
      <form onSubmit={submitWith(form, typed => run(typed))} noValidate className={styles.stack}>
        <Fields>
          <div data-wide>
            <NativeSelect label="Format" data={TARGETS} {...form.getInputProps('target')} />
          </div>
          <TextInput type="date" label="First day" max={today} {...form.getInputProps('from')} />
          <TextInput type="date" label="Last day" max={today} {...form.getInputProps('to')} />
        </Fields>
        <div>
          <PrimaryButton type="submit" loading={isRunning} loadingText="Exporting…">
            Export
          </PrimaryButton>
        </div>
        <p className={styles.note}>
          Invoices, credit notes, payments and refunds of these days. What was exported in this format before
          is left out, so nothing is imported twice.
          {form.values.target === 'quickbooks-online' &&
            ' QuickBooks Online imports customers and invoices. For credit notes and payments it needs an importer app, or you enter them by hand; refunds you enter by hand. The README in the export says how.'}
        </p>
      </form>
    </Panel>
  )
}

function Exports({ bookkeeping: { exports, timeZone } }: { bookkeeping: BookkeepingView }) {
  const [busy, setBusy] = useState<string | null>(null)
  const again = (exportId: string, target: BookkeepingTarget) => {
    setBusy(exportId)
    void download(exportId, target)
      .catch(failed)
      .finally(() => setBusy(null))
  }
  return (
    <Panel title="Exports" {...(exports.length > 0 && { count: exports.length })}>
      {exports.length === 0 && (
        <EmptyState
          icon={IconBook2}
          sentence="No exports yet."
          next="Each one stays here to be downloaded again."
          compact
        />
      )}
      <ul className={styles.list}>
        {exports.map(({ exportId, target, from, to, entryCount, exportedAt, exportedByName }) => (
          <li key={exportId} className={styles.close}>
            <span>
              {TARGET_LABELS[target]}
              <span className={styles.block}>
                {from === to
                  ? formatDayWithYear(from)
                  : `${formatDayWithYear(from)} to ${formatDayWithYear(to)}`}
                , {entryCount === 1 ? '1 entry' : `${entryCount.toLocaleString('en-US')} entries`}
              </span>
              <span className={styles.block}>
                {formatTime(exportedAt, timeZone)} on {formatDay(dayOf(exportedAt, timeZone))} by{' '}
                {exportedByName}
              </span>
            </span>
            <Button
              size="compact-sm"
              leftSection={<IconDownload size={16} aria-hidden />}
              disabled={busy !== null}
              onClick={() => again(exportId, target)}
            >
              Download Again
            </Button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** How many years back can be chosen. */
const YEARS = 8

function Sales({ today }: { today: string }) {
  const thisYear = Number(today.slice(0, 4))
  const [year, setYear] = useState(String(thisYear))
  const input = { from: `${year}-01`, to: `${year}-12` }
  const { data, error, refetch } = useQuery(api.billing.getSales.queryOptions({ input }))
  const years = Array.from({ length: YEARS }, (_, index) => String(thisYear - index))
  const months = data?.months ?? []
  return (
    <Panel
      title="Sales and tax"
      actions={
        months.length > 0 && (
          <Button
            size="compact-sm"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => downloadCsv(`sales-and-tax-${year}.csv`, salesCsvRowsOf(months))}
          >
            Download CSV
          </Button>
        )
      }
    >
      <div className={styles.stack}>
        <NativeSelect
          label="Year"
          data={years}
          value={year}
          onChange={({ currentTarget: { value } }) => setYear(value)}
        />
        {data === undefined && error === null && (
          <ListSkeleton rows={2} height={64} label="Loading sales and tax…" />
        )}
        {data === undefined && error !== null && <QueryError error={error} onRetry={() => void refetch()} />}
        {data !== undefined && months.length === 0 && (
          <p className={styles.note}>Nothing was invoiced in {year}.</p>
        )}
        <ul className={styles.list}>
          {months.map(month => (
            <MonthOfSales key={month.month} month={month} />
          ))}
        </ul>
        <p className={styles.note}>
          By the day of the invoice, paid or not, after discounts. Credit notes count in their own month.
        </p>
      </div>
    </Panel>
  )
}

type Month = SalesView['months'][number]

const MONTHS = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' })
const monthName = (month: string): string => MONTHS.format(new Date(`${month}-01T00:00:00Z`))

const MonthOfSales = ({ month: { month, sales, tax, rates, exempt, ...kinds } }: { month: Month }) => (
  <li className={styles.month}>
    <h3 className={styles.name}>{monthName(month)}</h3>
    <p className={styles.line}>
      <span>Sales before tax</span>
      <MoneyText amount={formatMoney(sales)} />
    </p>
    {KIND_LABELS.filter(([kind]) => kinds[kind] !== 0).map(([kind, label]) => (
      <p key={kind} className={styles.line}>
        <span className={styles.soft}>{label}</span>
        <MoneyText amount={formatMoney(kinds[kind])} />
      </p>
    ))}
    {exempt !== 0 && (
      <p className={styles.line}>
        <span>Of these, exempt from tax</span>
        <MoneyText amount={formatMoney(exempt)} />
      </p>
    )}
    {rates.map(({ name, percentage, base, amount }) => (
      <p key={`${name} ${percentage}`} className={styles.line}>
        <span>
          {name} {percentage}%
          <span className={styles.block}>
            On <MoneyText amount={formatMoney(base)} />
          </span>
        </span>
        <MoneyText amount={formatMoney(amount)} />
      </p>
    ))}
    <p className={styles.line}>
      <strong>Tax</strong>
      <MoneyText amount={formatMoney(tax)} strong />
    </p>
  </li>
)
