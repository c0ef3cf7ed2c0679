import { Button, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { formatMoney } from '#domain/lib/money.ts'
import { isFoundInStock } from '#domain/stock/stock-item.ts'
import { type AppError, api, client } from '#web/api/client.ts'
import { useTicketContext } from '#web/features/tickets/ticket-context.ts'
import { useTicketCommand } from '#web/features/tickets/use-ticket-command.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { TextWithAmounts } from '#web/ui/numbers.tsx'
import styles from './parts.module.css'

const MAX_SHOWN = 6

type FromStockProps = {
  quantity: number
  /** Undefined for the whole ticket. */
  jobNumber: number | undefined
  onError: (error: AppError) => void
}

/** Takes a part from stock with one tap; nothing in a company that has none, or without a connection. */
export function FromStock({ quantity, jobNumber, onError }: FromStockProps) {
  const titleId = useId()
  const { ticketId, parts } = useTicketContext()
  const queries = useQueryClient()
  const [search, setSearch] = useState('')
  const { data = [] } = useQuery(api.stock.list.queryOptions())
  const reload = () => queries.invalidateQueries({ queryKey: api.stock.list.key() })
  const take = useTicketCommand(ticketId, client.tickets.addPart, {
    // Another tap after one that was answered takes another.
    basis: String(parts.length),
    onDone: () => {
      void reload()
      notify.success('Taken from stock.')
    },
    onError: error => {
      void reload()
      onError(error)
    },
  })
  const inStock = data.filter(item => item.quantity > 0)
  if (inStock.length === 0) return null
  const found = inStock.filter(item => isFoundInStock(item, search))
  return (
    <div className={styles.fitted}>
      {inStock.length > MAX_SHOWN ? (
        <TextInput
          id={titleId}
          type="search"
          label="From stock"
          placeholder="Part number, description or place"
          value={search}
          onChange={({ currentTarget: { value } }) => setSearch(value)}
          onKeyDown={event => {
            // A scanner ends with Enter, which would send the form around it.
            if (event.key === 'Enter') event.preventDefault()
          }}
        />
      ) : (
        <span id={titleId}>From stock:</span>
      )}
      <ul aria-labelledby={titleId}>
        {found.slice(0, MAX_SHOWN).map(({ stockItemId, description, partNumber, place, price, ...item }) => (
          <li key={stockItemId}>
            <Button
              size="compact-sm"
              variant="default"
              disabled={take.isRunning}
              onClick={ignoreDoubleClick(() =>
                take.run({ ticketId, stockItemId, quantity, ...(jobNumber !== undefined && { jobNumber }) }),
              )}
            >
              <TextWithAmounts
                text={[
                  ...[description, partNumber, place, `${item.quantity} in stock`],
                  price === null ? '' : formatMoney(price),
                ]
                  .filter(fact => fact !== '')
                  .join(' · ')}
              />
            </Button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p role="status">Nothing in stock matches.</p>}
    </div>
  )
}
