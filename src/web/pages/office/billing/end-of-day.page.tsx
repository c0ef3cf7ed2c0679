import { Button, Group } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { PAGES } from '#contract/pages/page-routes.ts'
import { formatFigure, sectionsOf } from '#domain/end-of-day/end-of-day.ts'
import { formatDay, formatTime } from '#domain/lib/company-time.ts'
import { api, client, toAppError } from '#web/api/client.ts'
import type { EndOfDayView } from '#web/features/billing/billing-views.ts'
import { downloadCsv } from '#web/features/csv/download-csv.ts'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { ticketPath } from '#web/features/tickets/ticket-path.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { LinkButton, TextLink } from '#web/ui/links.tsx'
import { Totals } from '#web/ui/numbers.tsx'
import { BillingLinks } from './billing-links.tsx'
import { DayPicker } from './day-picker.tsx'
import {
  dayClosesCsvRowsOf,
  endOfDayCsvRowsOf,
  notInvoicedCsvRowsOf,
  receivablesCsvRowsOf,
  salesCsvRowsOf,
} from './report-csv.ts'
import styles from './reports.module.css'

/** What a day came to, for the owner in the evening. */
export function EndOfDayPage() {
  const { day } = useSearch({ from: '/signed-in/company/end-of-day' })
  const input = day === undefined ? {} : { day }
  // Until another day has loaded, this one is shown: without it the date field would lose the focus while it is typed.
  const { data, error, refetch } = useQuery({
    ...api.endOfDay.get.queryOptions({ input }),
    placeholderData: keepPreviousData,
  })
  const isBillingOff = data?.money === null
  return (
    <Page
      title={PAGES.endOfDay.title}
      dense
      actions={
        isBillingOff ? (
          <LinkButton to="/dashboard">Back to Dashboard</LinkButton>
        ) : (
          <BillingLinks page="endOfDay" />
        )
      }
    >
      {data === undefined && error === null && (
        <ListSkeleton rows={4} height={120} label="Loading the end of the day…" />
      )}
      {data === undefined && error !== null && <QueryError error={error} onRetry={() => void refetch()} />}
      {data !== undefined && (
        <div className={styles.stack}>
          <DayPicker to="/company/end-of-day" day={day ?? data.today} today={data.today} />
          <div className={styles.sections}>
            {sectionsOf(data).map(({ title, figures }) => (
              <Panel key={title} title={title}>
                <Totals
                  rows={figures.map(figure => ({
                    ...{ label: figure.label, amount: formatFigure(figure), hint: figure.hint ?? null },
                    strong: figure.isStrong ?? false,
                  }))}
                />
              </Panel>
            ))}
            <Appointments end={data} />
            <CsvFiles end={data} />
          </div>
          <p className={styles.note}>
            To get this by email when the shop closes, turn on End of Day in{' '}
            <TextLink to="/company/preferences">Preferences</TextLink>.
          </p>
        </div>
      )}
    </Page>
  )
}

function Appointments({ end: { nextDay, appointments, timeZone } }: { end: EndOfDayView }) {
  return (
    <Panel
      title={`Appointments on ${formatDay(nextDay)}`}
      {...(appointments.length > 0 && { count: appointments.length })}
    >
      {appointments.length === 0 && <p className={styles.note}>No appointments.</p>}
      <ul className={styles.list}>
        {appointments.map(({ at, ticketId, state, customer, rig }) => (
          <li key={ticketId} className={styles.line}>
            <span>
              <TextLink to={ticketPath(state, ticketId) ?? `/service-ticket/${ticketId}`}>
                {customer}
              </TextLink>
              <span className={styles.block}>{rig}</span>
            </span>
            <span>{formatTime(at, timeZone)}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

type CsvFile = {
  readonly label: string
  readonly name: string
  readonly getRows: () => Promise<readonly (readonly string[])[]>
}

/** The day's own figures, and with billing each report as of now. */
function filesOf(end: EndOfDayView): CsvFile[] {
  const { day, today } = end
  const year = day.slice(0, 4)
  const ofDay = {
    label: 'End of Day',
    name: `end-of-day-${day}`,
    getRows: async () => endOfDayCsvRowsOf(end),
  }
  if (end.money === null) return [ofDay]
  return [
    ofDay,
    {
      ...{ label: 'Receivables', name: `receivables-${today}` },
      getRows: async () => receivablesCsvRowsOf(await client.billing.getReceivables()),
    },
    {
      ...{ label: 'Not Invoiced', name: `not-invoiced-${today}` },
      getRows: async () => {
        const { notInvoiced, timeZone } = await client.billing.getReceivables()
        return notInvoicedCsvRowsOf(notInvoiced.tickets, timeZone)
      },
    },
    {
      ...{ label: 'Day Closes', name: `day-closes-${today}` },
      getRows: async () => dayClosesCsvRowsOf((await client.billing.getDay({})).latest),
    },
    {
      ...{ label: `Sales and Tax ${year}`, name: `sales-and-tax-${year}` },
      getRows: async () =>
        salesCsvRowsOf((await client.billing.getSales({ from: `${year}-01`, to: `${year}-12` })).months),
    },
  ]
}

function CsvFiles({ end }: { end: EndOfDayView }) {
  const [busy, setBusy] = useState<string | null>(null)
  const download = ({ label, name, getRows }: CsvFile) => {
    setBusy(label)
    void getRows()
      .then(
        rows => downloadCsv(`${name}.csv`, rows),
        (error: unknown) => notify.failure(toAppError(error).message),
      )
      .finally(() => setBusy(null))
  }
  return (
    <Panel title="Download CSV">
      <Group gap="xs">
        {filesOf(end).map(file => (
          <Button
            key={file.label}
            variant="default"
            size="compact-sm"
            leftSection={<IconDownload size={16} aria-hidden />}
            disabled={busy !== null}
            onClick={() => download(file)}
          >
            {file.label}
          </Button>
        ))}
      </Group>
    </Panel>
  )
}
