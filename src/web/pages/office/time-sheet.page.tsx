import { Button, TextInput } from '@mantine/core'
import { IconClock, IconDownload } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { PAGES } from '#contract/pages/page-routes.ts'
import { addDays } from '#domain/lib/calendar-date.ts'
import { dayOf, formatDay, formatTime } from '#domain/lib/company-time.ts'
import { formatHours } from '#domain/lib/hours.ts'
import { type SheetDays, sheetDaysErrors, weekOf } from '#domain/shop-clock/sheet-days.ts'
import { decimalHours, payrollRows, type SheetOfPerson, timeSheet } from '#domain/shop-clock/shop-session.ts'
import { api } from '#web/api/client.ts'
import { useNow } from '#web/api/use-now.ts'
import { downloadCsv } from '#web/features/csv/download-csv.ts'
import { QueryError } from '#web/features/panels/query-error.tsx'
import styles from '#web/features/shop-clock/shop-clock.module.css'
import { ShopTimeForm, type ShopTimeView } from '#web/features/shop-clock/shop-time-form.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { ListSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { LinkButton } from '#web/ui/links.tsx'
import { Numbers } from '#web/ui/numbers.tsx'
import { useOpenForm } from '#web/ui/use-open-form.ts'

const PATH = PAGES.timeSheet.path

/** Who was in the shop on which day and how long, for the owner and payroll. */
export function TimeSheetPage() {
  const { firstDay: from, lastDay: to } = useSearch({ from: `/signed-in${PATH}` })
  const isChosen = Object.keys(sheetDaysErrors({ from, to })).length === 0
  const { data, error, refetch } = useQuery({
    ...api.shopClock.list.queryOptions({ input: isChosen ? { from, to } : {} }),
    // Until other days have loaded, these are shown.
    placeholderData: keepPreviousData,
  })
  return (
    <Page
      title={PAGES.timeSheet.title}
      dense
      actions={<LinkButton to="/dashboard">Back to Dashboard</LinkButton>}
    >
      {data === undefined && error === null && (
        <ListSkeleton rows={4} height={72} label="Loading the time sheet…" />
      )}
      {data === undefined && error !== null && <QueryError error={error} onRetry={() => void refetch()} />}
      {data !== undefined && <TimeSheet sheet={data} />}
    </Page>
  )
}

type SheetView = Awaited<ReturnType<typeof api.shopClock.list.call>>

function TimeSheet({ sheet }: { sheet: SheetView }) {
  const { isOn, sessions, people, timeZone } = sheet
  const now = useNow()
  const days = { from: sheet.from, to: sheet.to }
  const rows = timeSheet(sessions, days, timeZone, now)
  const { place, form, close, openerProps } = useOpenForm<'add', HTMLDivElement>()
  const timeOf = (at: Date) => formatTime(at, timeZone)
  return (
    <div ref={place} className={styles.people}>
      <div className={styles.tools}>
        <Days days={days} today={dayOf(now, timeZone)} />
        {form === null && <Button {...openerProps('add')}>Add Time</Button>}
        {rows.length > 0 && (
          <Button
            variant="subtle"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() =>
              downloadCsv(`payroll-${days.from}-${days.to}.csv`, payrollRows(rows, timeZone, timeOf))
            }
          >
            Download Payroll File
          </Button>
        )}
      </div>
      {form === 'add' && (
        <Panel title="Add Time">
          <ShopTimeForm session={null} people={people} timeZone={timeZone} onClose={close} />
        </Panel>
      )}
      {rows.length === 0 && (
        <EmptyState
          icon={IconClock}
          sentence={isOn ? 'No one was clocked in to the shop on these days.' : 'The shop clock is off.'}
          {...(!isOn && { next: 'Turn it on under Company, Preferences.' })}
        />
      )}
      {rows.map(person => (
        <Person key={person.employeeId} person={person} people={people} timeZone={timeZone} />
      ))}
      {rows.length > 0 && (
        <p className={styles.muted}>
          Times are in the shop’s time zone. A day counts to the nearest minute, time over midnight on both
          days, and a person who is still in the shop up to now.
        </p>
      )}
    </div>
  )
}

/** The days that are shown, which are in the page's address. */
function Days({ days, today }: { days: SheetDays; today: string }) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState(days)
  const errors = sheetDaysErrors(typed)
  const show = (chosen: SheetDays) => {
    setTyped(chosen)
    const search = { firstDay: chosen.from, lastDay: chosen.to }
    if (Object.keys(sheetDaysErrors(chosen)).length === 0) void navigate({ to: PATH, search, replace: true })
  }
  return (
    <>
      <Button onClick={() => show(weekOf(today))}>This Week</Button>
      <Button onClick={() => show(weekOf(addDays(today, -7)))}>Last Week</Button>
      <TextInput
        type="date"
        label="First day"
        value={typed.from}
        error={errors.from}
        onChange={({ currentTarget: { value } }) => show({ ...typed, from: value })}
      />
      <TextInput
        type="date"
        label="Last day"
        value={typed.to}
        error={errors.to}
        onChange={({ currentTarget: { value } }) => show({ ...typed, to: value })}
      />
    </>
  )
}

type PersonProps = {
  person: SheetOfPerson<ShopTimeView>
  people: SheetView['people']
  timeZone: string
}

function Person({ person: { name, days, minutes, isRunning }, people, timeZone }: PersonProps) {
  return (
    <Panel
      title={name}
      flush
      actions={
        <span>
          {isRunning && <span className={styles.muted}>still clocked in · </span>}
          <Numbers strong>{formatHours(minutes / 60)}</Numbers>{' '}
          <span className={styles.muted}>{decimalHours(minutes)} hours</span>
        </span>
      }
    >
      <ul className={styles.days}>
        {days.map(({ day, minutes: ofDay, sessions }) => (
          <li key={day} className={styles.day}>
            <span>
              {formatDay(day)} · <Numbers>{formatHours(ofDay / 60)}</Numbers>
            </span>
            <ul className={styles.sessions}>
              {sessions.map(session => (
                <SessionRow
                  key={session.sessionId}
                  session={session}
                  day={day}
                  people={people}
                  timeZone={timeZone}
                />
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

type SessionRowProps = {
  session: ShopTimeView
  day: string
  people: SheetView['people']
  timeZone: string
}

function SessionRow({ session, day, people, timeZone }: SessionRowProps) {
  const { clockInTime, clockOutTime, employeeName, isCorrected } = session
  const { place, form, close, openerProps } = useOpenForm<'fix', HTMLLIElement>()
  const timeOn = (at: Date) => {
    const time = formatTime(at, timeZone)
    return dayOf(at, timeZone) === day ? time : `${formatDay(dayOf(at, timeZone))}, ${time}`
  }
  const span = `${timeOn(clockInTime)} – ${clockOutTime === null ? 'still clocked in' : timeOn(clockOutTime)}`
  return (
    <li ref={place} className={styles.session}>
      <span>
        {span}
        {isCorrected && <span className={styles.muted}> · corrected</span>}
      </span>
      {form === null ? (
        <Button size="compact-sm" aria-label={`Fix time of ${employeeName}, ${span}`} {...openerProps('fix')}>
          Fix time
        </Button>
      ) : (
        <ShopTimeForm session={session} people={people} timeZone={timeZone} onClose={close} />
      )}
    </li>
  )
}
