import { ActionIcon } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatDay } from '#domain/lib/company-time.ts'
import { formatMoney } from '#domain/lib/money.ts'
import { markupOf } from '#domain/tickets/sublet.ts'
import { isInWork } from '#domain/tickets/ticket.ts'
import { api } from '#web/api/client.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { Adder } from '#web/features/tickets/adder.tsx'
import styles from '#web/features/tickets/parts/parts.module.css'
import type { PartView, TicketView } from '#web/features/tickets/ticket-view.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { MoneyText } from '#web/ui/numbers.tsx'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import { SubletForm } from './sublet-form.tsx'
import { SupplierBill } from './supplier-bill.tsx'

type SubletView = PartView & { readonly sublet: NonNullable<PartView['sublet']> }

const isSublet = (part: PartView): part is SubletView => part.sublet !== null

/** What other businesses do for the ticket and what they charge; offered by a company that bills here. */
export function SubletsPanel({ ticket }: { ticket: TicketView }) {
  const { ticketId } = ticket
  const may = usePermission()
  const mayChange = may('part.price') && isInWork(ticket)
  const { data: money } = useQuery({
    ...api.billing.getTicket.queryOptions({ input: { ticketId } }),
    enabled: mayChange && may('billing.use'),
  })
  const sublets = ticket.parts.filter(isSublet)
  const mayAdd = mayChange && money?.isOn === true
  if (sublets.length === 0 && !mayAdd) return null
  const draft = `sublet on ${ticketId}`
  return (
    <Panel title="Sublets" count={sublets.length} flush>
      {sublets.length === 0 && (
        <p className={styles.none}>Work that another business does, such as glass, a chassis or towing.</p>
      )}
      <ul className={styles.list} data-fixed={!mayChange || undefined}>
        {sublets.map(part => (
          <SubletRow
            key={part.partId}
            ticketId={ticketId}
            part={part}
            mayChange={mayChange && part.optimistic === undefined}
            mayAttach={may('part.price') && part.optimistic === undefined}
          />
        ))}
      </ul>
      {mayAdd && (
        <Adder label="Add Sublet" draft={draft}>
          {({ onClose }) => <SubletForm part={null} draft={draft} onClose={onClose} />}
        </Adder>
      )}
    </Panel>
  )
}

type SubletRowProps = { ticketId: number; part: SubletView; mayChange: boolean; mayAttach: boolean }

function SubletRow({ ticketId, part, mayChange, mayAttach }: SubletRowProps) {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const { partId, description, perPartAmount, sublet } = part
  const { supplier, reference, cost, expectedOn } = sublet
  const name = description || supplier
  if (isOpen && mayChange)
    return (
      <li>
        <SubletForm part={part} draft={`sublet ${partId}`} onClose={() => setOpen(false)} />
      </li>
    )
  const markup = perPartAmount === null || cost === null ? null : markupOf(perPartAmount, cost)
  const facts = [supplier, reference, expectedOn === null ? '' : `expected ${formatDay(expectedOn)}`]
  return (
    <li className={styles.part}>
      <div className={styles.description}>
        {name}
        <span className={styles.job}>{facts.filter(fact => fact !== '').join(' · ')}</span>
        {mayAttach && <SupplierBill {...{ ticketId, partId, name }} bill={sublet.bill} />}
      </div>
      <div className={styles.price}>
        {cost === null ? (
          <span>No cost yet</span>
        ) : (
          <>
            <span>Cost</span>
            <MoneyText amount={formatMoney(cost)} />
            {markup !== null && <span>{`${markup}% markup`}</span>}
          </>
        )}
      </div>
      <span className={styles.total}>
        {perPartAmount === null ? (
          <span className={styles.unpriced}>No price yet</span>
        ) : (
          <MoneyText amount={formatMoney(perPartAmount)} strong />
        )}
      </span>
      {mayChange && (
        <ActionIcon
          ref={opener}
          aria-label={`Edit sublet ${name}`}
          onClick={ignoreDoubleClick(() => setOpen(true))}
        >
          <IconPencil size={18} aria-hidden />
        </ActionIcon>
      )}
    </li>
  )
}
