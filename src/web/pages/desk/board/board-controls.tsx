import { useNavigate } from '@tanstack/react-router'
import { memo } from 'react'
import { fullName } from '#domain/tickets/assignment.ts'
import { type BoardSearch, parseBoardSearch } from '#domain/tickets/board-search.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { useTechnicians } from '#web/features/employees/use-technicians.ts'
import { useDebouncedSearch } from '#web/ui/use-debounced-search.ts'
import styles from './board-controls.module.css'

/** So long after the last key, the board is asked for. */
const TYPING_PAUSE_MS = 300

/** The board's order and filter, without the code of Mantine's fields; kept in the URL; it does not render with every change of a card. */
export const BoardControls = memo(function BoardControls({ search }: { search: BoardSearch }) {
  const may = usePermission()
  const navigate = useNavigate({ from: '/dashboard' })
  const { technicians } = useTechnicians()
  const change = (changes: Record<string, string>) =>
    void navigate({
      search: before => parseBoardSearch({ ...before, ...changes }),
      replace: true,
      resetScroll: false,
    })
  const { typed, type } = useDebouncedSearch(search.q ?? '', TYPING_PAUSE_MS, q => change({ q }))
  return (
    <search className={styles.controls} aria-label="Filter the board">
      <input
        type="search"
        className={styles.field}
        aria-label="Filter tickets"
        placeholder="Filter tickets"
        maxLength={200}
        value={typed}
        onChange={event => type(event.currentTarget.value)}
      />
      {may('ticket.assign') && (
        <select
          className={styles.field}
          aria-label="Technician"
          value={search.technician ?? ''}
          onChange={event => change({ technician: event.currentTarget.value })}
        >
          <option value="">All technicians</option>
          <option value="none">No technician</option>
          {technicians.map(technician => (
            <option key={technician.id} value={technician.id}>
              {fullName(technician)}
            </option>
          ))}
        </select>
      )}
      <select
        className={styles.field}
        aria-label="Order"
        value={search.sort ?? ''}
        onChange={event => change({ sort: event.currentTarget.value })}
      >
        <option value="">Newest first</option>
        <option value="oldest">Oldest first</option>
        <option value="day">By booked day</option>
      </select>
    </search>
  )
})
