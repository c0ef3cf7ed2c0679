import { Button } from '@mantine/core'
import { IconCaravan, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { PAGES } from '#contract/pages/page-routes.ts'
import { dayOf, formatDayWithYear, formatWhen } from '#domain/lib/company-time.ts'
import { REPORT_DAYS } from '#domain/rig-claims/claim-code.ts'
import { rigName } from '#domain/rigs/rig.ts'
import { normalizeVin } from '#domain/rigs/vin.ts'
import { api, client, toAppError } from '#web/api/client.ts'
import { lazyPage } from '#web/api/lazy-page.ts'
import { useLiveRigs } from '#web/api/live/use-live.ts'
import { useBrowserTimeZone } from '#web/api/use-browser-time-zone.ts'
import { useNow } from '#web/api/use-now.ts'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { RigVisits } from '#web/features/work-history/rig-visits.tsx'
import { ConfirmInline } from '#web/ui/buttons/confirm-inline.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { shareLink } from '#web/ui/feedback/share-link.ts'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Panel, Section } from '#web/ui/layout/panel.tsx'
import { LazyContent } from '#web/ui/lazy-content.tsx'
import { LinkButton, TextLink } from '#web/ui/links.tsx'
import styles from './my-rig.module.css'
import { TransferRig } from './transfer-rig.tsx'
import { useRigCommand } from './use-rig-command.ts'
import { VisitNotes } from './visit-notes.tsx'

const loadRigComponents = lazyPage(() => import('./rig-components.tsx'))
const RigComponents = lazy(async () => ({ default: (await loadRigComponents()).RigComponents }))

/** A rig's full history for its owner. Printing prints only the history. */
export function MyRigPage() {
  const { vin: vinParam = '' } = useParams({ strict: false }) as { vin?: string }
  const vin = normalizeVin(vinParam)
  useLiveRigs()
  const { data, error, refetch } = useQuery(api.rigClaims.get.queryOptions({ input: { vin } }))
  if (error !== null && toAppError(error).code === 'NOT_FOUND')
    return (
      <Page title={PAGES.myRig.title} tabTitle={`${PAGES.myRig.title} ${vin}`} width="reading">
        <EmptyState
          icon={IconCaravan}
          sentence={toAppError(error).message}
          next="To put it on your list, enter a code under My Rigs. The public history is in Work History."
          action={
            <LinkButton next to="/my">
              My Rigs
            </LinkButton>
          }
        />
      </Page>
    )
  if (data === undefined)
    return (
      <Page title={PAGES.myRig.title} tabTitle={`${PAGES.myRig.title} ${vin}`} width="reading">
        {error === null ? (
          <ListSkeleton rows={3} height={140} label="Loading the history…" />
        ) : (
          <QueryError error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    )
  const { rig, visits, bookAgainAt } = data
  return (
    <Page
      title={rigName(rig)}
      tabTitle={`${rigName(rig)} ${vin}`}
      width="reading"
      lead={`VIN ${vin}`}
      actions={
        <span className={styles.tools}>
          <LinkButton to="/my" variant="default">
            My Rigs
          </LinkButton>
          {bookAgainAt !== null && (
            <LinkButton
              to={`/companies/${bookAgainAt.companyUUID}/book`}
              search={{ vin }}
              variant="default"
              aria-label={`Book again at ${bookAgainAt.companyName}`}
            >
              Book Again
            </LinkButton>
          )}
          <Button leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
            Print
          </Button>
        </span>
      }
    >
      <Section title="History" lead={claimSentence(data)}>
        <RigVisits visits={visits} footer={visit => <VisitNotes vin={vin} visit={visit} />} />
      </Section>
      <div className={styles.tools}>
        <LazyContent>
          <RigComponents vin={vin} />
        </LazyContent>
        <BuyerReports vin={vin} reports={data.reports} />
        <TransferRig vin={vin} transferUntil={data.transferUntil} />
        <PublicQrCode vin={vin} />
      </div>
    </Page>
  )
}

type MyRig = Awaited<ReturnType<typeof api.rigClaims.get.call>>

function claimSentence({ state, openedFrom }: MyRig): string {
  const claim =
    openedFrom === null
      ? 'Your claim is confirmed.'
      : `Your claim is unconfirmed. You see full details from ${formatDayWithYear(dayOf(openedFrom, 'UTC'))} on. Your code is from a ticket for a different customer than the earlier ones, so earlier visits show only the public history.`
  return state === 'disputed' ? `${claim} You dispute a visit: its shop and the founders see that.` : claim
}

const loadQrCode = lazyPage(() => import('#web/ui/images/qr-code.tsx'))
const QrCode = lazy(async () => ({ default: (await loadQrCode()).QrCode }))

/** A QR code that opens the rig's public history, to stick inside the RV. */
function PublicQrCode({ vin }: { vin: string }) {
  const [isShown, setShown] = useState(false)
  const path = `/work-history?vin=${vin}`
  return (
    <Panel title="QR code">
      <div className={styles.stack}>
        <p className={styles.muted}>
          It opens the rig’s public history: date, technician and total. It shows nothing about you. Save the
          image, print it and stick it inside a door.
        </p>
        <span className={styles.actions}>
          <Button aria-expanded={isShown} onClick={() => setShown(!isShown)}>
            {isShown ? 'Hide code' : 'Show code'}
          </Button>
          <LinkButton to="/work-history" search={{ vin }} variant="default">
            Public history
          </LinkButton>
        </span>
        {isShown && (
          <Suspense fallback={<p className={styles.muted}>Loading the code…</p>}>
            <QrCode
              url={`${window.location.origin}${path}`}
              alt={`QR code of the public history of ${vin}`}
              saveAs={`${vin}.svg`}
            />
          </Suspense>
        )}
      </div>
    </Panel>
  )
}

type Report = Awaited<ReturnType<typeof api.rigClaims.get.call>>['reports'][number]
type BuyerReportsProps = { vin: string; reports: readonly Report[] }

const urlOf = ({ path }: Report): string => `${window.location.origin}${path}`

/** Creates and turns off links that show a buyer the history. */
function BuyerReports({ vin, reports }: BuyerReportsProps) {
  const timeZone = useBrowserTimeZone()
  const now = useNow()
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
