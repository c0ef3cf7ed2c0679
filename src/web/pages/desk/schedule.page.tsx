import { Button } from '@mantine/core'
import { IconCalendarEvent } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import {
  type ComponentProps,
  lazy,
  Suspense,
  useCallback,
  useDeferredValue,
  useEffect,
  useState,
} from 'react'
import { PAGES } from '#contract/pages/page-routes.ts'
import { formatLongDay } from '#domain/bookings/appointment.ts'
import { addDays, isDay, mondayOf } from '#domain/lib/calendar-date.ts'
import { formatDay } from '#domain/lib/company-time.ts'
import { includesDay } from '#domain/lib/days-off.ts'
import { formatFreeHours } from '#domain/schedule/day-load.ts'
import { api } from '#web/api/client.ts'
import { lazyPage } from '#web/api/lazy-page.ts'
import { useLazyModule } from '#web/api/use-lazy-module.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { lazyPanel } from '#web/features/panels/lazy-panel.tsx'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { useServiceBays } from '#web/features/service-bays/use-service-bays.ts'
import type { AssignRequest } from '#web/pages/desk/schedule/assign-dialog.tsx'
import styles from '#web/pages/desk/schedule/schedule.module.css'
import { CarriedOverTickets, UnassignedTickets } from '#web/pages/desk/schedule/ticket-panels.tsx'
import { daysFrom, freeHoursOn, type Week } from '#web/pages/desk/schedule/week.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { CardsSkeleton, PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
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

const TODAY = 'today'
/** What the rows of a day are, if not technicians. */
const BAYS = 'bays'
const VIEWS = {
  day: {
    ...{ title: 'Day', days: 1, current: 'Today' },
    Board: lazyPanel(() => import('#web/pages/desk/schedule/day-board.tsx').then(module => module.DayBoard)),
  },
  week: {
    ...{ title: 'Week', days: 7, current: 'This Week' },
    Board: lazyPanel(() =>
      import('#web/pages/desk/schedule/week-board.tsx').then(module => module.WeekBoard),
    ),
  },
}
type View = keyof typeof VIEWS

/** The schedule of a week or a day: each technician's tickets, and those without one. */
export function SchedulePage() {
  const { week, day, rows } = useSearch({ from: '/signed-in/schedule' })
  const monday = week !== undefined && isDay(week) ? mondayOf(week) : null
  // While another day loads, the one before stays; not while another view does.
  return day === undefined ? (
    <Schedule key="week" view="week" chosen={monday} isByBay={false} />
  ) : (
    <Schedule key="day" view="day" chosen={isDay(day) ? day : null} isByBay={rows === BAYS} />
  )
}

/** The chosen day, or the first of the chosen week; null for the current one. */
type ScheduleProps = { view: View; chosen: string | null; isByBay: boolean }

function Schedule({ view, chosen, isByBay }: ScheduleProps) {
  const { Board, days } = VIEWS[view]
  const [request, setRequest] = useState<AssignRequest | null>(null)
  const [isDialogOpen, setDialogOpen] = useState(false)
  const { isLoading, load } = useLazyModule(loadDialog)
  // With the answer, not after it.
  useEffect(() => void Board.preload().catch(() => {}), [Board])
  const query = api.schedule.week.queryOptions({
    input: { ...(chosen !== null && { from: chosen }), ...(view === 'day' && { days }) },
  })
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...query,
    placeholderData: keepPreviousData,
  })
  // The requested day or week, even while the previous one is still shown.
  const from = chosen ?? (data && (view === 'day' ? data.today : mondayOf(data.today)))
  const { serviceBays, isLoading: areBaysLoading } = useServiceBays()
  const rows = isByBay && serviceBays.length > 0 ? serviceBays : null
  const openDialog = useCallback(
    (newRequest: AssignRequest) =>
      void load(() => {
        setRequest(newRequest)
        setDialogOpen(true)
      }),
    [load],
  )

  return (
    <Page
      title={PAGES.schedule.title}
      width="full"
      dense
      lead={
        from !== undefined &&
        data !== undefined &&
        [
          view === 'day' ? formatLongDay(from) : `${formatDay(from)} to ${formatDay(addDays(from, 6))}`,
          ...(isPlaceholderData ? [] : notesOf(data, daysFrom(data.from, days))),
        ].join(' · ')
      }
      actions={
        from !== undefined &&
        data !== undefined && (
          <Actions
            view={view}
            from={from}
            today={data.today}
            isByBay={isByBay}
            hasBays={serviceBays.length > 0}
          />
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
            <CarriedOverTickets week={data} onAssignRequest={openDialog} />
            <UnassignedTickets week={data} onAssignRequest={openDialog} />
            {data.technicians.length === 0 && rows === null && <NoTechnicians />}
            {(data.technicians.length > 0 || rows !== null) &&
              (isByBay && areBaysLoading ? (
                <CardsSkeleton count={1} height={320} label="Loading bays…" />
              ) : (
                <BoardInSteps view={view} week={data} onAssignRequest={openDialog} serviceBays={rows} />
              ))}
          </div>
          {request !== null && (
            <Suspense fallback={null}>
              <AssignDialog
                week={data}
                serviceBays={serviceBays}
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

type BoardInStepsProps = { view: View } & ComponentProps<(typeof VIEWS)['day']['Board']>

/** A board of 200 tickets takes long to render: between small steps the page responds. */
function BoardInSteps({ view, ...board }: BoardInStepsProps) {
  const { Board } = VIEWS[view]
  const shown = useDeferredValue(board, null)
  return shown === null ? <PanelSkeleton lines={4} /> : <Board {...shown} />
}

/** Why the company is closed on a single day, and how many hours are free. */
function notesOf(week: Week, days: readonly string[]): string[] {
  const [day = ''] = days
  const closed = days.length === 1 && week.closedDays.find(each => includesDay(each, day))
  const freeHours = freeHoursOn(week, days)
  return [
    ...(closed ? [`Closed${closed.reason && `: ${closed.reason}`}`] : []),
    ...(freeHours === null ? [] : [formatFreeHours(freeHours)]),
  ]
}

type ActionsProps = { view: View; from: string; today: string; isByBay: boolean; hasBays: boolean }

/** Which day or week to show, as which, and what its rows are. */
function Actions({ view, from, today, isByBay, hasBays }: ActionsProps) {
  const may = usePermission()
  const navigate = useNavigate({ from: '/schedule' })
  const { title, days, current } = VIEWS[view]
  const show = (date: string, as: View = view, byBay = isByBay) => {
    const monday = mondayOf(date)
    const ofWeek = monday === mondayOf(today) ? {} : { week: monday }
    const search =
      as === 'week' ? ofWeek : { day: date === today ? TODAY : date, ...(byBay && { rows: BAYS }) }
    void navigate({ search, replace: true })
  }
  const isTodayShown = from <= today && today < addDays(from, days)
  const name = title.toLowerCase()
  return (
    <>
      {may('ticket.create') && (
        <LinkButton to="/new-appointment" next>
          New Appointment
        </LinkButton>
      )}
      <Button.Group aria-label="What to show">
        {(['day', 'week'] as const).map(each => (
          <Button
            key={each}
            variant={each === view ? 'light' : 'default'}
            aria-pressed={each === view}
            onClick={() => show(isTodayShown ? today : from, each)}
          >
            {VIEWS[each].title}
          </Button>
        ))}
      </Button.Group>
      {view === 'day' && hasBays && (
        <Button.Group aria-label="Rows">
          {[false, true].map(byBay => (
            <Button
              key={String(byBay)}
              variant={byBay === isByBay ? 'light' : 'default'}
              aria-pressed={byBay === isByBay}
              onClick={() => show(from, view, byBay)}
            >
              {byBay ? 'Bays' : 'Technicians'}
            </Button>
          ))}
        </Button.Group>
      )}
      <Button onClick={() => show(addDays(from, -days))} aria-label={`Previous ${name}`}>
        Previous
      </Button>
      <Button onClick={() => show(today)}>{current}</Button>
      <Button onClick={() => show(addDays(from, days))} aria-label={`Next ${name}`}>
        Next
      </Button>
    </>
  )
}

const NoTechnicians = () => (
  <EmptyState
    icon={IconCalendarEvent}
    sentence="Your company has no technicians yet."
    next="The schedule has a row for each technician."
    action={<LinkButton to="/register-employee">Add Employee</LinkButton>}
  />
)
