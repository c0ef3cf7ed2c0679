import { Button } from '@mantine/core'
import { IconBuildingStore } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { dayOf, printDayOfYear } from '#domain/lib/company-time.ts'
import { MOST_STARS } from '#domain/reviews/review.ts'
import { api, client, faultOf } from '#web/api/client.ts'
import { showAtOnce } from '#web/api/optimistic-update.ts'
import { LoadFault } from '#web/api/query-error.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { KeyValues } from '#web/ui/layout/key-values.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { LinkButton, TextLink } from '#web/ui/links.tsx'
import { Held } from './claim-holder.tsx'
import { CompanyBadges } from './company-badges.tsx'
import type { SeenCompany } from './company-queries.ts'
import { SeenReviews } from './company-reviews.tsx'
import styles from './platform-admin.module.css'
import { ReasonForm } from './reason-form.tsx'
import { useAct } from './use-admin-action.ts'
import { Verification } from './verification.tsx'

/** One company as a founder needs it: what it is, its badges, its place in the list, its reviews. */
export function OpenCompany({ companyUUID }: { companyUUID: string }) {
  const { data, error, refetch } = useQuery(api.founders.company.queryOptions({ input: { companyUUID } }))
  // What is no id at all is nobody's either.
  const isNobody = error !== null && ['NOT_FOUND', 'INVALID'].includes(faultOf(error).code)
  if (data === undefined && isNobody) return <NoSuchCompany />
  if (data === undefined && error !== null) return <LoadFault error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <PanelSkeleton lines={8} label="Loading the company…" />
  return (
    <div className={styles.stack}>
      <Panel title={data.companyName}>
        <div className={styles.stack}>
          <CompanyBadges company={data} />
          <Facts company={data} />
          {data.suspendedAt === null && (
            <p className={styles.text}>
              <TextLink to={`/companies/${companyUUID}`}>As customers see it</TextLink>
            </p>
          )}
          <Pending company={data} />
        </div>
      </Panel>
      <Held label="Verified">
        <Verification company={data} />
      </Held>
      <Held label="Suspension">
        <Suspension company={data} />
      </Held>
      <SeenReviews company={data} />
    </div>
  )
}

const NoSuchCompany = () => (
  <EmptyState
    icon={IconBuildingStore}
    sentence="There is no such company."
    next="Look for it by its name, its town or its email."
    action={
      <LinkButton next to="/founders">
        Back to All Companies
      </LinkButton>
    }
  />
)

function Facts({ company }: { company: SeenCompany }) {
  const { trust, counts, timeZone } = company
  const average = trust.average === null ? '' : `, ${trust.average.toFixed(1)} of ${MOST_STARS} stars`
  return (
    <KeyValues
      rows={[
        { label: 'Address', value: company.companyAddress },
        { label: 'Phone', value: company.companyPhone },
        { label: 'Email', value: company.email },
        { label: 'Registered', value: printDayOfYear(dayOf(company.registeredAt, timeZone)) },
        { label: 'Employees', value: counts.employees },
        { label: 'Tickets', value: counts.tickets.toLocaleString('en-US') },
        { label: 'Reviews that count', value: `${trust.count}${average}` },
      ]}
    />
  )
}

function useSetPending({ companyUUID }: SeenCompany, pendingStatus: boolean, said: string) {
  const queries = useQueryClient()
  const { queryKey } = api.founders.company.queryOptions({ input: { companyUUID } })
  const { run, isRunning } = useAct(client.founders.setPending, {
    said,
    foresee: () => showAtOnce<SeenCompany>(queries, queryKey, company => ({ ...company, pendingStatus })),
  })
  return { run: () => run({ companyUUID, pendingStatus }), isRunning }
}

function Pending({ company }: { company: SeenCompany }) {
  const { pendingStatus } = company
  // Two, so that each still says its own words once the other's button stands there.
  const mark = useSetPending(company, true, 'Marked as pending.')
  const unmark = useSetPending(company, false, 'No longer pending.')
  return (
    <div className={styles.buttons}>
      <Button disabled={mark.isRunning || unmark.isRunning} onClick={pendingStatus ? unmark.run : mark.run}>
        {pendingStatus ? 'No Longer Pending' : 'Mark as Pending'}
      </Button>
    </div>
  )
}

function Suspension({ company }: { company: SeenCompany }) {
  const { companyUUID, companyName, suspendedAt, suspendedBecause, timeZone } = company
  const shared = { input: { companyUUID } }
  return (
    <Panel title="Suspension">
      <div className={styles.stack}>
        {suspendedAt === null ? (
          <>
            <p className={styles.text}>
              A suspended company is not shown, takes no bookings, and nobody of it can sign in. Nothing is
              deleted.
            </p>
            <ReasonForm
              {...shared}
              isGrave
              label="Suspend"
              description="The company reads it: in a letter, and whenever somebody tries to sign in."
              act={client.founders.suspend}
              said={`${companyName} is suspended.`}
            />
          </>
        ) : (
          <>
            <p className={styles.text}>
              Suspended on {printDayOfYear(dayOf(suspendedAt, timeZone))}: {suspendedBecause}
            </p>
            <ReasonForm
              {...shared}
              label="Restore"
              description="The company reads it in a letter."
              act={client.founders.restore}
              said={`${companyName} is restored.`}
            />
          </>
        )}
      </div>
    </Panel>
  )
}
