import { Button } from '@mantine/core'
import { IconBuildingStore } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { dayOf, formatDayWithYear } from '#domain/lib/company-time.ts'
import { MAX_STARS } from '#domain/reviews/review.ts'
import { api, client, toAppError } from '#web/api/client.ts'
import { optimisticUpdate } from '#web/api/optimistic-update.ts'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { KeyValues } from '#web/ui/layout/key-values.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { LinkButton, TextLink } from '#web/ui/links.tsx'
import type { AdminCompany } from './admin-company.ts'
import { CompanyBadges } from './company-badges.tsx'
import { CompanyReviews } from './company-reviews.tsx'
import { CompanyVerification } from './company-verification.tsx'
import styles from './platform-admin.module.css'
import { ReasonForm } from './reason-form.tsx'
import { RestoreFocusGroup } from './restore-focus-group.tsx'
import { useAdminAction } from './use-admin-action.ts'

/** A company for founders: details, badges, listing, reviews. */
export function CompanyDetail({ companyUUID }: { companyUUID: string }) {
  const { data, error, refetch } = useQuery(
    api.platformAdmin.getCompany.queryOptions({ input: { companyUUID } }),
  )
  // An invalid id is not found either.
  const isNotFound = error !== null && ['NOT_FOUND', 'INVALID'].includes(toAppError(error).code)
  if (data === undefined && isNotFound) return <CompanyNotFound />
  if (data === undefined && error !== null) return <QueryError error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <PanelSkeleton lines={8} label="Loading the company…" />
  return (
    <div className={styles.stack}>
      <Panel title={data.companyName}>
        <div className={styles.stack}>
          <CompanyBadges company={data} />
          <CompanyFacts company={data} />
          {data.suspendedAt === null && (
            <p className={styles.text}>
              <TextLink to={`/companies/${companyUUID}`}>View public page</TextLink>
            </p>
          )}
          <Pending company={data} />
        </div>
      </Panel>
      <RestoreFocusGroup label="Verified">
        <CompanyVerification company={data} />
      </RestoreFocusGroup>
      <RestoreFocusGroup label="Suspension">
        <Suspension company={data} />
      </RestoreFocusGroup>
      <CompanyReviews company={data} />
    </div>
  )
}

const CompanyNotFound = () => (
  <EmptyState
    icon={IconBuildingStore}
    sentence="Company not found."
    next="Search by name, city or email."
    action={
      <LinkButton next to="/founders">
        Back to All Companies
      </LinkButton>
    }
  />
)

function CompanyFacts({ company }: { company: AdminCompany }) {
  const { trust, counts, timeZone } = company
  const average = trust.average === null ? '' : `, ${trust.average.toFixed(1)} of ${MAX_STARS} stars`
  return (
    <KeyValues
      rows={[
        { label: 'Address', value: company.companyAddress },
        { label: 'Phone', value: company.companyPhone },
        { label: 'Email', value: company.email },
        { label: 'Email confirmed', value: company.isEmailConfirmed ? 'Yes' : 'Not yet' },
        { label: 'Registered', value: formatDayWithYear(dayOf(company.registeredAt, timeZone)) },
        { label: 'Employees', value: counts.employees },
        { label: 'Tickets', value: counts.tickets.toLocaleString('en-US') },
        { label: 'Reviews that count', value: `${trust.count}${average}` },
      ]}
    />
  )
}

function useSetPending({ companyUUID }: AdminCompany, pendingStatus: boolean, successMessage: string) {
  const queries = useQueryClient()
  const { queryKey } = api.platformAdmin.getCompany.queryOptions({ input: { companyUUID } })
  const { run, isRunning } = useAdminAction(client.platformAdmin.setPending, {
    successMessage,
    optimistic: () =>
      optimisticUpdate<AdminCompany>(queries, queryKey, company => ({ ...company, pendingStatus })),
  })
  return { run: () => run({ companyUUID, pendingStatus }), isRunning }
}

function Pending({ company }: { company: AdminCompany }) {
  const { pendingStatus } = company
  // Two, so that each keeps its message once the other's button is shown.
  const markPending = useSetPending(company, true, 'Marked as pending.')
  const unmarkPending = useSetPending(company, false, 'No longer pending.')
  return (
    <div className={styles.buttons}>
      <Button
        disabled={markPending.isRunning || unmarkPending.isRunning}
        onClick={pendingStatus ? unmarkPending.run : markPending.run}
      >
        {pendingStatus ? 'Approve Company' : 'Mark as Pending'}
      </Button>
    </div>
  )
}

function Suspension({ company }: { company: AdminCompany }) {
  const { companyUUID, companyName, suspendedAt, suspendedBecause, timeZone } = company
  const shared = { input: { companyUUID } }
  return (
    <Panel title="Suspension">
      <div className={styles.stack}>
        {suspendedAt === null ? (
          <>
            <p className={styles.text}>
              A suspended company is hidden, takes no bookings, and its staff can’t log in. Nothing is
              deleted.
            </p>
            <ReasonForm
              {...shared}
              isDestructive
              label="Suspend"
              description="The company reads it in an email and at login."
              action={client.platformAdmin.suspend}
              successMessage={`${companyName} is suspended.`}
            />
          </>
        ) : (
          <>
            <p className={styles.text}>
              Suspended on {formatDayWithYear(dayOf(suspendedAt, timeZone))}: {suspendedBecause}
            </p>
            <ReasonForm
              {...shared}
              label="Restore"
              description="The company reads it in an email."
              action={client.platformAdmin.restore}
              successMessage={`${companyName} is restored.`}
            />
          </>
        )}
      </div>
    </Panel>
  )
}
