import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { PAGES } from '#contract/pages/page-routes.ts'
import { addDays, mondayOf } from '#domain/lib/calendar-date.ts'
import { formatDay } from '#domain/lib/company-time.ts'
import { api } from '#web/api/client.ts'
import { lazyPage } from '#web/api/lazy-page.ts'
import { useLazyModule } from '#web/api/use-lazy-module.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { QueryError } from '#web/features/panels/query-error.tsx'
import type { AssignRequest } from '#web/pages/desk/schedule/assign-dialog.tsx'
import styles from '#web/pages/desk/schedule/schedule.module.css'
import { UnassignedTickets } from '#web/pages/desk/schedule/unassigned-tickets.tsx'
import { WeekBoard } from '#web/pages/desk/schedule/week-board.tsx'
import { CardsSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { LazyContent } from '#web/ui/lazy-content.tsx'
import { LinkButton } from '#web/ui/links.tsx'

const CanceledAppointments = lazy(() =>
  import('#web/features/bookings/canceled-appointments.tsx').then(module => ({
    default: module.CanceledAppointments,
  })),
)

// The dialog's code loads when a ticket or a day is approached.
const loadDialog = lazyPage(() => import('#web/pages/desk/schedule/assign-dialog.tsx'))
const AssignDialog = lazy(() => loadDialog().then(module => ({ default: module.AssignDialog })))
const preload = () => void loadDialog().catch(() => {})

/** The week's schedule: each technician's days, and unassigned tickets. */
export function SchedulePage() {
  const { week } = useSearch({ from: '/signed-in/schedule' })
  const may = usePermission()
  const navigate = useNavigate({ from: '/schedule' })
  const [request, setRequest] = useState<AssignRequest | null>(null)
  const [isDialogOpen, setDialogOpen] = useState(false)
  const { isLoading, load } = useLazyModule(loadDialog)
  const query = api.schedule.week.queryOptions({ input: week === undefined ? {} : { from: week } })
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...query,
    placeholderData: keepPreviousData,
  })
  // The requested week, even while the previous one is still shown.
  const from = week ?? (data && mondayOf(data.today))
  const openDialog = (newRequest: AssignRequest) =>
    void load(() => {
      setRequest(newRequest)
      setDialogOpen(true)
    })

  const go = (days: number) => void navigate({ search: { week: addDays(from ?? '', days) }, replace: true })

  return (
    <Page
      title={PAGES.schedule.title}
      width="full"
      dense
      lead={
        from !== undefined && data !== undefined && `${formatDay(from)} to ${formatDay(addDays(from, 6))}`
      }
      actions={
        data !== undefined && (
          <>
            {may('ticket.create') && (
              <LinkButton to="/new-appointment" next>
                New Appointment
              </LinkButton>
            )}
            <Button onClick={() => go(-7)} aria-label="Previous week">
              Previous
            </Button>
            <Button onClick={() => void navigate({ search: {}, replace: true })}>This Week</Button>
            <Button onClick={() => go(7)} aria-label="Next week">
              Next
            </Button>
          </>
        )
      }
    >
      {data === undefined && error === null && (
        <CardsSkeleton count={2} height={320} label="Loading schedule..." />
      )}
      {data === undefined && error !== null && <QueryError error={error} onRetry={() => refetch()} />}
      {data !== undefined && (
        <>
          {/* biome-ignore lint/a11y/noStaticElementInteractions: these events only load code ahead */}
          <div
            className={styles.tickets}
            aria-busy={isPlaceholderData || isLoading}
            onPointerEnter={preload}
            onFocus={preload}
          >
            <LazyContent>
              <CanceledAppointments timeZone={data.timeZone} isPageLoaded />
            </LazyContent>
            <UnassignedTickets
              cards={data.unassigned}
              count={data.unassignedCount}
              timeZone={data.timeZone}
              onPick={card => openDialog({ card, date: card.bookedDay ?? data.today })}
            />
            <WeekBoard week={data} onAssignRequest={openDialog} />
          </div>
          {request !== null && (
            <Suspense fallback={null}>
              <AssignDialog
                week={data}
                queryKey={query.queryKey}
                request={request}
                isOpen={isDialogOpen}
                onClose={() => setDialogOpen(false)}
              />
            </Suspense>
          )}
        </>
      )}
    </Page>
  )
}
