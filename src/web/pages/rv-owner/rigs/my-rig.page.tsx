import { Button } from '@mantine/core'
import { IconCaravan, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { PAGES } from '#contract/pages/pages.ts'
import { dayOf, formatDayWithYear } from '#domain/lib/company-time.ts'
import { rigName } from '#domain/rigs/rig.ts'
import { normalizeVin } from '#domain/rigs/vin.ts'
import { api, toAppError } from '#web/api/client.ts'
import { useLiveRigs } from '#web/api/live/use-live.ts'
import { QueryError } from '#web/api/query-error.tsx'
import { RigVisits } from '#web/features/work-history/rig-visits.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Section } from '#web/ui/layout/panel.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { BuyerReports } from './buyer-reports.tsx'
import styles from './my-rig.module.css'
import { PublicQrCode } from './public-qr-code.tsx'
import { TransferRig } from './transfer-rig.tsx'
import { VisitNotes } from './visit-notes.tsx'

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
  const { rig, visits } = data
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
