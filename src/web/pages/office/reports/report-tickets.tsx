import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { REPORT_TITLES } from '#domain/reports/report.ts'
import { formatReportFigure } from '#domain/reports/report-figure.ts'
import type { ReportRequest } from '#domain/reports/report-period.ts'
import { api } from '#web/api/client.ts'
import { downloadCsv } from '#web/features/csv/download-csv.ts'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { ticketPath } from '#web/features/tickets/ticket-path.ts'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TextLink } from '#web/ui/links.tsx'
import { VirtualList } from '#web/ui/lists/virtual-list.tsx'
import { TextWithAmounts } from '#web/ui/numbers.tsx'
import { reportTicketsCsvRowsOf } from './report-csv.ts'
import { TICKETS_ID } from './report-table.tsx'
import type { ReportTicketsView } from './report-views.ts'
import styles from './reports.module.css'

const ROW_HEIGHT_PX = 56

type ReportTicketsProps = { request: ReportRequest; row: string; label: string }

/** The tickets that make a row of a report. */
export function ReportTickets({ request, row, label }: ReportTicketsProps) {
  const { data, error, refetch } = useQuery(
    api.reports.listTickets.queryOptions({ input: { ...request, row } }),
  )
  const ticketAt = (index: number) => data?.tickets[index] as ReportTicket
  return (
    <div id={TICKETS_ID}>
      <Panel
        title={label}
        {...(data?.isComplete && { count: data.tickets.length })}
        actions={
          data !== undefined && (
            <Button
              size="compact-sm"
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() =>
                downloadCsv(
                  `${request.report}-tickets-${data.from}-${data.to}.csv`,
                  reportTicketsCsvRowsOf(data),
                )
              }
            >
              Download Tickets as CSV
            </Button>
          )
        }
      >
        {data === undefined && error === null && (
          <ListSkeleton
            rows={4}
            height={56}
            label={`Loading the tickets of ${REPORT_TITLES[request.report]}…`}
          />
        )}
        {data === undefined && error !== null && <QueryError error={error} onRetry={() => void refetch()} />}
        {data?.isComplete === false && (
          <p className={styles.note} role="status">
            There are more. Only the {data.tickets.length} with the largest figures are listed here.
          </p>
        )}
        {data !== undefined && (
          <VirtualList
            count={data.tickets.length}
            keyOf={index => ticketAt(index).ticketId}
            renderRow={index => <ReportTicketRow ticket={ticketAt(index)} columns={data.columns} />}
            estimatedHeight={ROW_HEIGHT_PX}
            gap={0}
          />
        )}
      </Panel>
    </div>
  )
}

type ReportTicket = ReportTicketsView['tickets'][number]
type ReportTicketRowProps = { ticket: ReportTicket; columns: ReportTicketsView['columns'] }

function ReportTicketRow({
  ticket: { ticketId, state, customer, rig, figures },
  columns,
}: ReportTicketRowProps) {
  return (
    <div className={styles.ticket}>
      <span>
        <TextLink to={ticketPath(state, ticketId) ?? `/service-ticket/${ticketId}`}>
          {`${customer}, ticket ${ticketId}`}
        </TextLink>
        <span className={styles.hint}>{rig}</span>
      </span>
      <span className={styles.figures}>
        {columns.map(({ label, unit }, at) => {
          const figure = figures[at]
          return (
            figure !== undefined && (
              <span key={label}>
                <span className={styles.hint}>{label}</span>
                <TextWithAmounts text={formatReportFigure(figure, unit)} />
              </span>
            )
          )
        })}
      </span>
    </div>
  )
}
