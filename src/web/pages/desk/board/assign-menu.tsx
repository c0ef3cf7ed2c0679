import { Menu } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { absenceOn } from '#domain/employees/working-times.ts'
import { dayOf } from '#domain/lib/company-time.ts'
import { SELECT_TECHNICIAN } from '#domain/refusals/page-blocker.ts'
import { fullName } from '#domain/tickets/assignment.ts'
import { type AppError, api, client } from '#web/api/client.ts'
import { showTicketSummary, type TicketSummary } from '#web/api/live/apply-change.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { useNow } from '#web/api/use-now.ts'
import { useStopClockQuestion } from '#web/features/clocks/use-stop-clock-question.tsx'
import { useTechnicians } from '#web/features/employees/use-technicians.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { AssignButton } from './assign-button.tsx'
import styles from './ticket-column.module.css'

/** The technicians for a card's ticket. It opens in place of the tapped button. */
export function AssignMenu({ card }: { card: TicketSummary }) {
  const { ticketId, assignedTechnician } = card
  const queries = useQueryClient()
  const button = useRef<HTMLButtonElement>(null)
  // Clicks programmatically: an open menu returns the focus to where it was.
  useEffect(() => {
    const timer = setTimeout(() => {
      button.current?.focus({ preventScroll: true })
      button.current?.click()
    })
    return () => clearTimeout(timer)
  }, [])
  const withMessage = (text: string) => ({
    onError: ({ message, requestId }: AppError) => {
      void queries.invalidateQueries({ queryKey: api.tickets.board.key() })
      notify.failure(message, { requestId })
    },
    onDone: () => {
      void queries.invalidateQueries({ queryKey: api.tickets.board.key() })
      notify.success(text)
    },
  })
  const show = (assignedTechnician: string | null, technician: string | null) =>
    showTicketSummary(queries, card, { ...card, assignedTechnician, technician })
  const assign = useMutationOnce(client.tickets.assign, {
    ...withMessage('Technician assigned successfully.'),
    optimistic: ({ employeeId }) => show(employeeId, nameIn(queries, employeeId)),
  })
  const release = useMutationOnce(client.tickets.release, {
    ...withMessage('Technician released successfully.'),
    optimistic: () => show(null, null),
  })
  const { ask, question } = useStopClockQuestion()
  return (
    <>
      {question}
      <Menu
        position="bottom-end"
        shadow="md"
        // A hidden focus stop is not part of a menu.
        withInitialFocusPlaceholder={false}
        checkIcon={<IconCheck size={16} aria-hidden />}
        classNames={{ dropdown: styles.people ?? '' }}
      >
        <Menu.Target>
          <AssignButton
            ref={button}
            card={card}
            // Not disabled: focus returns to it when the menu closes.
            aria-busy={assign.isRunning || release.isRunning || undefined}
          />
        </Menu.Target>
        <Menu.Dropdown>
          <Choices
            currentId={assignedTechnician}
            onChoose={employeeId => ask({ ticketId, employeeId }, () => assign.run({ ticketId, employeeId }))}
            onRelease={() => ask({ ticketId, employeeId: null }, () => release.run({ ticketId }))}
          />
        </Menu.Dropdown>
      </Menu>
    </>
  )
}

/** The name was on screen when it was selected. */
function nameIn(queries: QueryClient, employeeId: string): string | null {
  const employees = queries.getQueryData(api.employees.list.queryKey()) ?? []
  const employee = employees.find(({ id }) => id === employeeId)
  return employee === undefined ? null : fullName(employee)
}

const Absence = ({ absence }: { absence: string | null }) =>
  absence !== null && (
    <span className={styles.absence}>
      <IconAlertTriangle size={14} aria-hidden /> {absence}
    </span>
  )

type ChoicesProps = {
  currentId: string | null
  onChoose: (employeeId: string) => void
  onRelease: () => void
}

/** Only an open menu loads the technicians. */
function Choices({ currentId, onChoose, onRelease }: ChoicesProps) {
  const { technicians, isPending, isError, refetch } = useTechnicians()
  const { data: company } = useQuery(api.companies.mine.queryOptions())
  const now = useNow()
  const firstItem = useRef<HTMLButtonElement>(null)

  // Focus starts at the current technician, even if the list loads later.
  useEffect(() => {
    if (!isPending) firstItem.current?.focus({ preventScroll: true })
  }, [isPending])

  if (isPending) return <Menu.Label>Loading technicians...</Menu.Label>

  function choose(employeeId: string) {
    // The employee may have been deleted meanwhile.
    if (!technicians.some(({ id }) => id === employeeId)) notify.failure(SELECT_TECHNICIAN)
    else if (employeeId !== currentId) onChoose(employeeId)
  }

  return (
    <>
      {isError && (
        <Menu.Item closeMenuOnClick={false} onClick={() => refetch()}>
          Couldn’t load technicians. Try again
        </Menu.Item>
      )}
      {!isError && technicians.length === 0 && <Menu.Label>Your company has no technicians yet.</Menu.Label>}
      <Menu.RadioGroup value={currentId} onChange={choose}>
        {technicians.map(technician => (
          <Menu.RadioItem
            key={technician.id}
            value={technician.id}
            closeMenuOnClick
            {...(technician.id === (currentId ?? technicians[0]?.id)
              ? { ref: firstItem, 'data-autofocus': true }
              : {})}
          >
            {fullName(technician)}
            {company !== undefined && (
              <Absence absence={absenceOn(technician, dayOf(now, company.timeZone))} />
            )}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      {currentId !== null && (
        <>
          <Menu.Divider />
          <Menu.Item className={styles.release} onClick={onRelease}>
            Release Technician
          </Menu.Item>
        </>
      )}
    </>
  )
}
