import { Button, Checkbox, Group, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { fullName } from '#domain/tickets/assignment.ts'
import { isOpen as isOpenTicket, type State } from '#domain/tickets/ticket.ts'
import { api, client } from '#web/api/client.ts'
import { QueryError } from '#web/features/panels/query-error.tsx'
import { ticketPath } from '#web/features/tickets/ticket-path.ts'
import { TicketStateBadge } from '#web/features/tickets/ticket-state-badge.tsx'
import type { TicketView } from '#web/features/tickets/ticket-view.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { TextLink } from '#web/ui/links.tsx'

type EraseCustomerProps = { ticketId: number; name: string; onClose: () => void }
type DialogProps = { ticket: TicketView; isOpen: boolean; setOpen: (isOpen: boolean) => void }

/** Says what is removed of a customer and what stays, and asks once more. */
export function EraseCustomerDialog({ ticket, isOpen, setOpen }: DialogProps) {
  const onClose = () => setOpen(false)
  const name = fullName(ticket.customerDetails)
  // Opened after mounting: a dialog returns the focus to where it was on opening.
  const [isShown, setShown] = useState(false)
  useEffect(() => setShown(isOpen), [isOpen])
  return (
    <Modal
      opened={isShown}
      onClose={onClose}
      title={`Forget ${name}?`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <EraseCustomer ticketId={ticket.ticketId} name={name} onClose={onClose} />
    </Modal>
  )
}

const countedRows = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [count === 1 ? `1 ${one}` : `${count} ${many}`]

function EraseCustomer({ ticketId, name, onClose }: EraseCustomerProps) {
  const { data, error, refetch } = useQuery(
    api.tickets.getCustomerData.queryOptions({ input: { ticketId }, staleTime: 0 }),
  )
  const [chosenNames, setChosenNames] = useState<readonly string[] | null>(null)
  const { run, isRunning } = useTicketCommand(ticketId, client.tickets.eraseCustomer, {
    waitForRefetch: true,
    onDone: () => {
      onClose()
      notify.success('The customer’s details were removed.')
    },
    onError: (failure, showError) => {
      void refetch()
      showError(failure)
    },
  })
  if (data === undefined)
    return error === null ? (
      <PanelSkeleton lines={6} />
    ) : (
      <QueryError error={error} onRetry={() => void refetch()} />
    )
  const { customers } = data
  const chosen = customers.filter(each => chosenNames?.includes(each.name) ?? each.isOfTicket)
  const names = chosen.map(each => each.name)
  const open = chosen.flatMap(each => each.tickets).filter(isOpenTicket)
  const sumOf = (count: 'unconfirmedBookings' | 'importedCustomers' | 'invoices'): number =>
    chosen.reduce((sum, each) => sum + each[count], 0)
  const deleted = [
    ...countedRows(sumOf('unconfirmedBookings'), 'unconfirmed booking', 'unconfirmed bookings'),
    ...countedRows(sumOf('importedCustomers'), 'imported customer row', 'imported customer rows'),
  ]
  const isShared = customers.length > 1
  return (
    <Stack gap="sm">
      <Text>
        <strong>Removed, for good:</strong> {isShared ? 'the customer' : name}’s name, email, phone number,
        address and photo; their messages and the words of their reviews; their booking requests and links.
      </Text>
      <Text>
        <strong>Kept:</strong> the RV, the work, its photos, times and amounts, under “Former customer”. Your
        books and the RV’s work history need them.
        {sumOf('invoices') > 0 &&
          ' Issued invoices keep the name and address, which only the owner can read then.'}
      </Text>
      {isShared ? (
        <Checkbox.Group
          label="Whose details"
          description="These customers share an email or phone number. Those you don’t choose keep everything."
          value={names}
          onChange={setChosenNames}
        >
          <Stack gap="sm" mt="sm">
            {customers.map(customer => (
              <div key={customer.name}>
                <Checkbox value={customer.name} label={customer.name || 'No name'} />
                <TicketList tickets={customer.tickets} />
              </div>
            ))}
          </Stack>
        </Checkbox.Group>
      ) : (
        <div>
          <Text component="h3" fw={600} size="md">
            Tickets it changes
          </Text>
          <TicketList tickets={chosen.flatMap(each => each.tickets)} />
        </div>
      )}
      {deleted.length > 0 && <Text>Deleted as well: {deleted.join(' and ')}.</Text>}
      <Text>
        What your own people typed, job lines too, stays as they typed it. If the customer has an account, it
        stays: only they can delete it. So does what other companies have. Backups and exports downloaded
        before now still hold the details.
      </Text>
      <Group>
        <PrimaryButton
          loading={isRunning}
          loadingText="Removing…"
          blockers={blockersFor(names, open)}
          onClick={() => run({ ticketId, names })}
        >
          {chosen.length > 1 ? 'Forget These Customers' : 'Forget This Customer'}
        </PrimaryButton>
        <Button variant="default" disabled={isRunning} onClick={onClose}>
          Cancel
        </Button>
      </Group>
    </Stack>
  )
}

type ListedTicket = { readonly ticketId: number; readonly state: State }

function blockersFor(names: readonly string[], open: readonly ListedTicket[]): string[] {
  if (names.length === 0) return ['Choose a customer.']
  return open.length === 0
    ? []
    : [`Close these first: ${open.map(each => `ticket ${each.ticketId}`).join(', ')}.`]
}

const TicketList = ({ tickets }: { tickets: readonly ListedTicket[] }) => (
  <ul>
    {tickets.map(({ ticketId, state }) => {
      const path = ticketPath(state, ticketId)
      return (
        <li key={ticketId}>
          {path === null ? ticketId : <TextLink to={path}>{ticketId}</TextLink>}{' '}
          <TicketStateBadge state={state} />
        </li>
      )
    })}
  </ul>
)
