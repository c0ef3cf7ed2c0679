import { Menu } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { fullName } from '#domain/tickets/assignment.ts'
import { type AppError, api, client } from '#web/api/client.ts'
import { showTicketSummary, type TicketSummary } from '#web/api/live/invalidate.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { useTechnicians } from '#web/features/employees/use-technicians.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { AssignButton } from './assign-button.tsx'
import styles from './ticket-lane.module.css'

/** Who there is to do a card's ticket. It comes open, in the place of the button that was pressed. */
export function CardMenu({ card }: { card: TicketSummary }) {
  const { ticketId, assignedTechnician } = card
  const queries = useQueryClient()
  const button = useRef<HTMLButtonElement>(null)
  // Pressed once more for whoever pressed the one before it: an open menu gives the keyboard back to where it was.
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
  return (
    <Menu
      position="bottom-end"
      shadow="md"
      // A hidden stop for the keyboard is no part of a menu.
      withInitialFocusPlaceholder={false}
      checkIcon={<IconCheck size={16} aria-hidden />}
      classNames={{ dropdown: styles.people ?? '' }}
    >
      <Menu.Target>
        <AssignButton
          ref={button}
          card={card}
          // Not disabled meanwhile: the keyboard comes back to it as soon as the menu closes.
          aria-busy={assign.isRunning || release.isRunning || undefined}
        />
      </Menu.Target>
      <Menu.Dropdown>
        <Choices
          currentId={assignedTechnician}
          onChoose={employeeId => assign.run({ ticketId, employeeId })}
          onRelease={() => release.run({ ticketId })}
        />
      </Menu.Dropdown>
    </Menu>
  )
}

/** The list was on screen when somebody was chosen from it. */
function nameIn(queries: QueryClient, employeeId: string): string | null {
  const employees = queries.getQueryData(api.employees.list.queryKey()) ?? []
  const employee = employees.find(({ id }) => id === employeeId)
  return employee === undefined ? null : fullName(employee)
}

type ChoicesProps = {
  currentId: string | null
  onChoose: (employeeId: string) => void
  onRelease: () => void
}

/** Only an open menu asks who there is. */
function Choices({ currentId, onChoose, onRelease }: ChoicesProps) {
  const { technicians, isPending, isError, refetch } = useTechnicians()
  const firstItem = useRef<HTMLButtonElement>(null)

  // The keyboard starts at the present technician, also where the list came after the menu had opened.
  useEffect(() => {
    if (!isPending) firstItem.current?.focus({ preventScroll: true })
  }, [isPending])

  if (isPending) return <Menu.Label>Loading technicians...</Menu.Label>

  function choose(employeeId: string) {
    // Somebody may have been deleted since the list was drawn.
    if (!technicians.some(({ id }) => id === employeeId)) notify.failure('Please select a technician.')
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
