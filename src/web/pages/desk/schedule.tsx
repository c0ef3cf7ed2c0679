import '@mantine/dates/styles.layer.css'
import '@mantine/schedule/styles.layer.css'
import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { printDay } from '#domain/lib/company-time.ts'
import { addDays, mondayOf } from '#domain/schedule/schedule.ts'
import { api } from '#web/api/client.ts'
import { LoadFault } from '#web/api/query-error.tsx'
import { AssignDialog, type Wish } from '#web/pages/desk/schedule/assign-dialog.tsx'
import { WaitingTickets } from '#web/pages/desk/schedule/waiting-tickets.tsx'
import { WeekBoard } from '#web/pages/desk/schedule/week-board.tsx'
import { CardsSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Page } from '#web/ui/layout/page.tsx'

/** The week on the wall: each technician's days, and what still waits for somebody. */
export function SchedulePage() {
  const { week } = useSearch({ from: '/signed-in/schedule' })
  const navigate = useNavigate({ from: '/schedule' })
  const [wish, setWish] = useState<Wish | null>(null)
  const [isAsking, setAsking] = useState(false)
  const query = api.schedule.week.queryOptions({ input: week === undefined ? {} : { from: week } })
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...query,
    placeholderData: keepPreviousData,
  })
  // What is asked for, also while the week before it still stands there.
  const from = week ?? (data && mondayOf(data.today))
  function ask(wanted: Wish) {
    setWish(wanted)
    setAsking(true)
  }

  const go = (days: number) => void navigate({ search: { week: addDays(from ?? '', days) }, replace: true })

  return (
    <Page
      title="Schedule"
      width="full"
      dense
      lead={from !== undefined && data !== undefined && `${printDay(from)} to ${printDay(addDays(from, 6))}`}
      actions={
        data !== undefined && (
          <>
            <Button onClick={() => go(-7)} aria-label="Week before">
              Before
            </Button>
            <Button onClick={() => void navigate({ search: {}, replace: true })}>This Week</Button>
            <Button onClick={() => go(7)} aria-label="Week after">
              After
            </Button>
          </>
        )
      }
    >
      {data === undefined && error === null && (
        <CardsSkeleton count={2} height={320} label="Loading the schedule..." />
      )}
      {data === undefined && error !== null && <LoadFault error={error} onRetry={() => refetch()} />}
      {data !== undefined && (
        <>
          <WaitingTickets
            cards={data.waiting}
            onPick={card => ask({ card, date: card.wantedDay ?? data.today })}
          />
          <WeekBoard week={data} isComing={isPlaceholderData} onWish={ask} />
          <AssignDialog
            week={data}
            queryKey={query.queryKey}
            wish={wish}
            opened={isAsking}
            onClose={() => setAsking(false)}
          />
        </>
      )}
    </Page>
  )
}
