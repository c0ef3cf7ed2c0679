import { Menu } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { fullName } from '#domain/tickets/assignment.ts'
import { api, client, type Fault } from '#web/api/client.ts'
import { type Card, showCard } from '#web/api/live/invalidate.ts'
import { useCommand } from '#web/api/use-mutation-once.ts'
import { useTechnicians } from '#web/pages/desk/use-technicians.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { AssignButton } from './assign-button.tsx'
import styles from './ticket-lane.module.css'

/** Who there is to do a card's ticket. It comes open, in the place of the button that was pressed. */
export function CardMenu({ card }: { card: Card }) {
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
  const saying = (words: string) => ({
    onFault: ({ message, requestId }: Fault) => {
      void queries.invalidateQueries({ queryKey: api.tickets.board.key() })
      notify.failure(message, { requestId })
    },
    onDone: () => {
      void queries.invalidateQueries({ queryKey: api.tickets.board.key() })
      notify.success(words)
    },
  })
  const show = (assignedTechnician: string | null, technician: string | null) =>
    showCard(queries, card, { ...card, assignedTechnician, technician })
  const assign = useCommand(client.tickets.assign, {
    ...saying('Technician assigned successfully.'),
    foresee: ({ employeeId }) => show(employeeId, nameIn(queries, employeeId)),
  })
  const release = useCommand(client.tickets.release, {
    ...saying('Technician released successfully.'),
    foresee: () => show(null, null),
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
          present={assignedTechnician}
          onChoose={employeeId => assign.run({ ticketId, employeeId })}
          onRelease={() => release.run({ ticketId })}
        />
      </Menu.Dropdown>
    </Menu>
  )
}

/** The list was on screen when somebody was chosen from it. */
function nameIn(queries: QueryClient, employeeId: string): string | null {
  const people = queries.getQueryData(api.employees.list.queryKey()) ?? []
  const person = people.find(({ id }) => id === employeeId)
  return person === undefined ? null : fullName(person)
}

type ChoicesProps = {
  present: string | null
  onChoose: (employeeId: string) => void
  onRelease: () => void
}

/** Only an open menu asks who there is. */
function Choices({ present, onChoose, onRelease }: ChoicesProps) {
  const { technicians, isPending, isError, refetch } = useTechnicians()
  const start = useRef<HTMLButtonElement>(null)

  // The keyboard starts at the present technician, also where the list came after the menu had opened.
  useEffect(() => {
    if (!isPending) start.current?.focus({ preventScroll: true })
  }, [isPending])

  if (isPending) return <Menu.Label>Loading the technicians...</Menu.Label>

  function choose(employeeId: string) {
    // Somebody may have been deleted since the list was drawn.
    if (!technicians.some(({ id }) => id === employeeId)) notify.failure('Please select a technician.')
    else if (employeeId !== present) onChoose(employeeId)
  }

  return (
    <>
      {isError && (
        <Menu.Item closeMenuOnClick={false} onClick={() => refetch()}>
          The technicians could not be loaded. Try again
        </Menu.Item>
      )}
      {!isError && technicians.length === 0 && (
        <Menu.Label>Nobody in the company is a technician yet.</Menu.Label>
      )}
      <Menu.RadioGroup value={present} onChange={choose}>
        {technicians.map(person => (
          <Menu.RadioItem
            key={person.id}
            value={person.id}
            closeMenuOnClick
            {...(person.id === (present ?? technicians[0]?.id) ? { ref: start, 'data-autofocus': true } : {})}
          >
            {fullName(person)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      {present !== null && (
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
