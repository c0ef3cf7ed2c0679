import { Button } from '@mantine/core'
import { IconCaravan, IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { dayOf, printDayOfYear } from '#domain/calendar.ts'
import { rigName } from '#domain/rig.ts'
import { mendVin } from '#domain/vin.ts'
import { api, faultOf } from '#web/api.ts'
import { LoadFault } from '#web/parts/load-fault.tsx'
import { RigVisits } from '#web/parts/rig-visits.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { Page } from '#web/ui/page.tsx'
import { Section } from '#web/ui/panel.tsx'
import { ListSkeleton } from '#web/ui/skeletons.tsx'
import { HandOn } from './hand-on.tsx'
import styles from './own-rig.module.css'
import { PublicCode } from './public-code.tsx'
import { ReportsForBuyers } from './reports-for-buyers.tsx'
import { VisitNotes } from './visit-notes.tsx'

const TITLE = 'My Rig'

/** Everything that was ever done to a rig, for whoever holds it; printed, it is the history alone. */
export function OwnRigPage() {
  const { vin: typed = '' } = useParams({ strict: false }) as { vin?: string }
  const vin = mendVin(typed)
  const { data, error, refetch } = useQuery(api.myRigs.get.queryOptions({ input: { vin } }))
  if (error !== null && faultOf(error).code === 'NOT_FOUND')
    return (
      <Page title={TITLE} tabTitle={`${TITLE} ${vin}`} width="reading">
        <EmptyState
          icon={IconCaravan}
          sentence={faultOf(error).message}
          next="If it was until now, somebody else holds it, or its VIN was corrected: a letter of ours says so, and how to claim it again. What anybody may see is in Work History."
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
      <Page title={TITLE} tabTitle={`${TITLE} ${vin}`} width="reading">
        {error === null ? (
          <ListSkeleton rows={3} height={140} label="Loading the history…" />
        ) : (
          <LoadFault error={error} onRetry={() => void refetch()} />
        )}
      </Page>
    )
  const { rig, visits, openedFrom } = data
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
      <Section
        title="History"
        lead={
          openedFrom === null
            ? undefined
            : `What was done is open to you from ${printDayOfYear(dayOf(openedFrom, 'UTC'))} on. Your code was of a ticket for somebody else than the owner known until then, so earlier visits stay as anybody sees them.`
        }
      >
        <RigVisits visits={visits} foot={visit => <VisitNotes vin={vin} visit={visit} />} />
      </Section>
      <div className={styles.tools}>
        <ReportsForBuyers vin={vin} reports={data.reports} />
        <HandOn vin={vin} offerUntil={data.offerUntil} />
        <PublicCode vin={vin} />
      </div>
    </Page>
  )
}
