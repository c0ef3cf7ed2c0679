import { formatDayWithYear } from '#domain/lib/company-time.ts'
import { type FigureUnit, isReportOfNow, type ReportFigure } from '#domain/reports/report.ts'
import { formatReportFigure } from '#domain/reports/report-figure.ts'
import { type ReportDays, type ReportRequest, reportSearchOf } from '#domain/reports/report-period.ts'
import { TextLink } from '#web/ui/links.tsx'
import { MoneyText } from '#web/ui/numbers.tsx'
import type { ReportView } from './report-views.ts'
import styles from './reports.module.css'

/** Where the tickets of a row are listed, below the table. */
export const TICKETS_ID = 'tickets'

type ReportTableProps = {
  request: ReportRequest
  view: ReportView
  /** The row whose tickets are listed; null for none. */
  opened: string | null
}

/** A row each with its bar and its figures. Its label leads to its tickets. */
export function ReportTable({ request, view, opened }: ReportTableProps) {
  const { columns, rows } = view
  const sizes = rows.map(({ figures: [figure] }) => Math.max(0, figure?.amount ?? figure?.number ?? 0))
  const largest = Math.max(...sizes)
  return (
    <table className={styles.table}>
      <caption>{isReportOfNow(request.report) ? 'Now' : formatDays(view)}</caption>
      <thead>
        <tr>
          <td />
          {columns.map(({ label }) => (
            <th key={label} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, label, hint, figures, ticketCount }, index) => (
          <tr key={key} data-open={key === opened || undefined}>
            <th scope="row">
              {ticketCount === 0 ? (
                label
              ) : (
                <TextLink
                  to="/company/reports"
                  search={{ ...reportSearchOf(request), row: key }}
                  hash={TICKETS_ID}
                >
                  {label}
                </TextLink>
              )}
              {hint !== '' && <span className={styles.hint}>{hint}</span>}
              <span className={styles.bar} aria-hidden>
                <span
                  style={{ inlineSize: `${largest === 0 ? 0 : (100 * (sizes[index] ?? 0)) / largest}%` }}
                />
              </span>
            </th>
            {columns.map(({ label: column, unit }, at) => (
              <td key={column} data-label={column}>
                <Figure figure={figures[at]} unit={unit} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const formatDays = ({ from, to }: ReportDays): string =>
  from === to ? formatDayWithYear(from) : `${formatDayWithYear(from)} to ${formatDayWithYear(to)}`

const Figure = ({ figure, unit }: { figure: ReportFigure | undefined; unit: FigureUnit }) =>
  figure === undefined ? null : <MoneyText amount={formatReportFigure(figure, unit)} />
