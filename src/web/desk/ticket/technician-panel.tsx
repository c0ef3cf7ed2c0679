import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { fullName, technicianName } from '#domain/assignment.ts'
import { api, client } from '#web/api.ts'
import { firstClick } from '#web/parts/first-click.ts'
import { type TicketView, useTicketCommand } from '#web/parts/ticket/ticket-view.ts'
import { useMay } from '#web/parts/use-may.ts'
import { TextLink } from '#web/ui/links.tsx'
import { notify } from '#web/ui/notify.tsx'
import { Panel } from '#web/ui/panel.tsx'
import styles from './technician-panel.module.css'

/** Who is on the ticket; in work, the desk may change that. */
export function TechnicianPanel({ ticket, inWork }: { ticket: TicketView; inWork: boolean }) {
  const may = useMay()
  const name = technicianName(ticket)
  const { run, isRunning } = useTicketCommand(ticket.ticketId, client.tickets.release, {
    onDone: () => notify.success('Technician released successfully.'),
  })
  const release = (
    <Button
      size="compact-sm"
      disabled={isRunning}
      onClick={firstClick(() => run({ ticketId: ticket.ticketId }))}
    >
      Release Technician
    </Button>
  )
  return (
    <Panel title="Technician" actions={name !== null && inWork && may('ticket.release') && release}>
      <p className={styles.name} data-none={name === null || undefined}>
        {name ?? 'No technician assigned yet.'}
      </p>
      {inWork && may('ticket.assign') && <Assign ticketId={ticket.ticketId} />}
    </Panel>
  )
}

function Assign({ ticketId }: { ticketId: number }) {
  const may = useMay()
  const [chosen, setChosen] = useState('')
  const { data, isPending, isError, refetch } = useQuery(api.employees.list.queryOptions())
  const technicians = (data ?? []).filter(({ roles, isActive }) => isActive && roles.isTechnician)
  const { run, isRunning } = useTicketCommand(ticketId, client.tickets.assign, {
    onDone: () => {
      setChosen('')
      notify.success('Technician assigned successfully.')
    },
  })

  function assign(event: FormEvent) {
    event.preventDefault()
    // Somebody may have been deleted since they were chosen.
    if (!technicians.some(({ id }) => id === chosen)) notify.failure('Please select a technician.')
    else run({ ticketId, employeeId: chosen })
  }

  if (isError)
    return (
      <p className={styles.hint}>
        The technicians could not be loaded.{' '}
        <Button size="compact-sm" onClick={() => refetch()}>
          Try again
        </Button>
      </p>
    )
  if (!isPending && technicians.length === 0)
    return (
      <p className={styles.hint}>
        Nobody in the company is a technician yet.{' '}
        {may('employee.register') && <TextLink to="/register-employee">Add Employee</TextLink>}
      </p>
    )
  return (
    <form className={styles.assign} onSubmit={assign}>
      <NativeSelect
        aria-label="Select Technician"
        value={chosen}
        disabled={isPending}
        onChange={event => setChosen(event.currentTarget.value)}
      >
        <option value="">Select Technician</option>
        {technicians.map(person => (
          <option key={person.id} value={person.id}>
            {fullName(person)}
          </option>
        ))}
      </NativeSelect>
      <Button type="submit" disabled={isPending || isRunning} onClick={firstClick()}>
        Assign Technician
      </Button>
    </form>
  )
}
