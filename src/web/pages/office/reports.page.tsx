import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconDownload, IconReportAnalytics } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { PAGES } from '#contract/pages/page-routes.ts'
import { isReportOfNow, REPORT_TITLES, REPORTS, type ReportName } from '#domain/reports/report.ts'
import {
  PERIOD_LABELS,
  parseReportSearch,
  REPORT_PERIODS,
  type ReportDays,
  type ReportPeriod,
  type ReportRequest,
  reportDaysErrors,
  reportSearchOf,
} from '#domain/reports/report-period.ts'
import { api } from '#web/api/client.ts'
import { downloadCsv } from '#web/features/csv/download-csv.ts'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { reportCsvRowsOf } from './reports/report-csv.ts'
import { ReportTable } from './reports/report-table.tsx'
import { ReportTickets } from './reports/report-tickets.tsx'
import type { ReportView } from './reports/report-views.ts'
import styles from './reports/reports.module.css'

const PATH = PAGES.reports.path

/** What the company's tickets came to, over a range of days. */
export function ReportsPage() {
  const { row, ...search } = useSearch({ from: `/signed-in${PATH}` })
  const request = parseReportSearch(search)
  const hasDays = request.period !== 'own' || Object.keys(reportDaysErrors(request)).length === 0
  const {
    data: latest,
    error,
    refetch,
  } = useQuery({
    ...api.reports.get.queryOptions({ input: request }),
    enabled: hasDays,
    // Until other days have loaded, these are shown.
    placeholderData: keepPreviousData,
  })
  const data = latest?.report === request.report ? latest : undefined
  return (
    <Page
      title={PAGES.reports.title}
      dense
      actions={<LinkButton to="/dashboard">Back to Dashboard</LinkButton>}
    >
      <div className={styles.stack}>
        <Choices request={request} view={data} />
        {hasDays && data === undefined && error === null && (
          <ListSkeleton rows={4} height={56} label="Loading the report…" />
        )}
        {hasDays && data === undefined && error !== null && (
          <QueryError error={error} onRetry={() => void refetch()} />
        )}
        {hasDays && data !== undefined && <ShownReport request={request} view={data} row={row} />}
      </div>
    </Page>
  )
}

type ChoicesProps = {
  request: ReportRequest
  /** What is shown; undefined before it has loaded. */
  view: ReportView | undefined
}

/** Chooses the report and its days, which are in the page's address. */
function Choices({ request, view }: ChoicesProps) {
  const { report, period } = request
  const navigate = useNavigate()
  const choose = (chosen: ReportRequest) =>
    void navigate({ to: PATH, search: reportSearchOf(chosen), replace: true })
  return (
    <div className={styles.choices}>
      <NativeSelect
        label="Report"
        value={report}
        data={REPORTS.map(value => ({ value, label: REPORT_TITLES[value] }))}
        onChange={({ currentTarget: { value } }) => choose({ ...request, report: value as ReportName })}
      />
      {!isReportOfNow(report) && (
        <NativeSelect
          label="Period"
          value={period}
          data={REPORT_PERIODS.map(value => ({ value, label: PERIOD_LABELS[value] }))}
          onChange={({ currentTarget: { value } }) =>
            choose({
              ...{ report, period: value as ReportPeriod },
              // Begins with the days that are shown.
              ...(value === 'own' && { from: view?.from, to: view?.to }),
            })
          }
        />
      )}
      {!isReportOfNow(report) && period === 'own' && (
        <OwnDays
          from={request.from ?? ''}
          to={request.to ?? ''}
          onChange={days => choose({ report, period, ...days })}
        />
      )}
    </div>
  )
}

type OwnDaysProps = ReportDays & { onChange: (days: ReportDays) => void }

/** Two days, with a sentence beside the one that cannot be used. */
function OwnDays({ from, to, onChange }: OwnDaysProps) {
  const [typed, setTyped] = useState({ from, to })
  const errors = reportDaysErrors(typed)
  const change = (changes: Partial<ReportDays>) => {
    const days = { ...typed, ...changes }
    setTyped(days)
    if (Object.keys(reportDaysErrors(days)).length === 0) onChange(days)
  }
  return (
    <>
      <TextInput
        type="date"
        label="First day"
        value={typed.from}
        error={errors.from}
        onChange={({ currentTarget: { value } }) => change({ from: value })}
      />
      <TextInput
        type="date"
        label="Last day"
        value={typed.to}
        error={errors.to}
        onChange={({ currentTarget: { value } }) => change({ to: value })}
      />
    </>
  )
}

type ShownReportProps = { request: ReportRequest; view: ReportView; row: string | undefined }

function ShownReport({ request, view, row }: ShownReportProps) {
  const { report } = request
  const title = REPORT_TITLES[report]
  const opened = view.rows.find(({ key }) => key === row)
  return (
    <>
      <Panel
        title={title}
        flush
        actions={
          view.rows.length > 0 && (
            <Button
              size="compact-sm"
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() =>
                downloadCsv(`${report}-${view.from}-${view.to}.csv`, reportCsvRowsOf(title, view))
              }
            >
              Download CSV
            </Button>
          )
        }
      >
        {view.rows.length === 0 ? (
          <EmptyState icon={IconReportAnalytics} sentence={EMPTY_SENTENCES[report]} />
        ) : (
          <ReportTable request={request} view={view} opened={opened?.key ?? null} />
        )}
      </Panel>
      {opened !== undefined && (
        <ReportTickets key={opened.key} request={request} row={opened.key} label={opened.label} />
      )}
      <div>
        {view.notes.map(note => (
          <p key={note} className={styles.note}>
            {note}
          </p>
        ))}
      </div>
    </>
  )
}

const EMPTY_SENTENCES: Readonly<Record<ReportName, string>> = {
  'cycle-time': 'No tickets were finished in this range.',
  'days-by-cause': 'No tickets were finished in this range.',
  technicians: 'No one clocked in during these days.',
  'work-in-progress': 'No open tickets.',
  comebacks: 'No tickets were finished in this range.',
  sales: 'Nothing was invoiced in this range.',
  'parts-margin': 'No parts were invoiced in this range.',
}
