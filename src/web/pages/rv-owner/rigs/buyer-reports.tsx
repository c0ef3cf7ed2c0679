import { Button } from '@mantine/core'
import { dayOf, formatDayWithYear, formatWhen } from '#domain/lib/company-time.ts'
import { REPORT_DAYS } from '#domain/rig-claims/claim-code.ts'
import { type api, client } from '#web/api/client.ts'
import { useBrowserTimeZone } from '#web/api/use-browser-time-zone.ts'
import { useNow } from '#web/api/use-now.ts'
import { ConfirmInline } from '#web/ui/buttons/confirm-inline.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { shareLink } from '#web/ui/feedback/share-link.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TextLink } from '#web/ui/links.tsx'
import styles from './my-rig.module.css'
import { useRigCommand } from './use-rig-command.ts'

type Report = Awaited<ReturnType<typeof api.rigClaims.get.call>>['reports'][number]
type BuyerReportsProps = { vin: string; reports: readonly Report[] }

const urlOf = ({ path }: Report): string => `${window.location.origin}${path}`

/** Creates and turns off links that show a buyer the history. */
export function BuyerReports({ vin, reports }: BuyerReportsProps) {
  const timeZone = useBrowserTimeZone()
  const now = useNow(60_000)
  const createReport = useRigCommand(client.rigClaims.createReport, ({ report }) => shareLink(urlOf(report)))
  const revokeReport = useRigCommand(client.rigClaims.revokeReport, () => notify.success('Link turned off.'))
  return (
    <Panel title="Share with a buyer">
      <div className={styles.stack}>
        <p
          className={styles.muted}
        >{`A link to everything above, with your notes and without your name. It expires in ${REPORT_DAYS} days.`}</p>
        {reports.length > 0 && (
          <ul className={styles.list}>
            {reports.map(report => (
              <li key={report.reportId}>
                <TextLink to={report.path}>
                  {`Created ${formatWhen(report.createdAt, timeZone, now)}, works until ${formatDayWithYear(dayOf(report.endsAt, 'UTC'))}`}
                </TextLink>
                <span className={styles.actions}>
                  <Button size="compact-sm" onClick={() => void shareLink(urlOf(report))}>
                    Copy link
                  </Button>
                  <ConfirmInline
                    label="Turn off link"
                    question="Anyone with the link will lose access."
                    confirmLabel="Turn it off"
                    loading={revokeReport.isRunning}
                    onConfirm={() => revokeReport.run({ vin, reportId: report.reportId })}
                  />
                </span>
              </li>
            ))}
          </ul>
        )}
        <span className={styles.actions}>
          <Button disabled={createReport.isRunning} onClick={() => createReport.run({ vin })}>
            Create link
          </Button>
        </span>
      </div>
    </Panel>
  )
}
