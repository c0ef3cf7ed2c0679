import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type * as z from 'zod'
import type { deferredJob } from '#contract/rigs.ts'
import { formatHours } from '#domain/lib/hours.ts'
import { isStorableVin } from '#domain/rigs/vin.ts'
import { partLabel } from '#domain/tickets/part.ts'
import { api } from '#web/api/client.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { formatPrice } from '#web/features/approvals/line-price.tsx'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { TextWithAmounts } from '#web/ui/numbers.tsx'
import styles from './deferred-work.module.css'

type DeferredLineView = z.output<typeof deferredJob>

type DeferredWorkProps = {
  vin: string
  /** Whose rig it is, where the text is no VIN. */
  ofTicket?: number | undefined
  /** Excluded: lines already on this ticket. */
  isOnTicket: (line: DeferredLineView) => boolean
  isBusy?: boolean
  onAdd: (line: DeferredLineView) => void
}

/** Work that this rig's customers declined before: it may be due now. Nothing without any. */
export function DeferredWork({ vin, ofTicket, isOnTicket, isBusy = false, onAdd }: DeferredWorkProps) {
  const may = usePermission()
  const { data } = useQuery({
    ...api.rigs.deferred.queryOptions({ input: { vin, ticketId: ofTicket } }),
    enabled: isStorableVin(vin) && may('rig.suggest'),
  })
  const lines = (data ?? []).filter(line => !isOnTicket(line))
  if (lines.length === 0) return null
  return (
    <Panel title="Deferred Work" count={lines.length} flush>
      <ul className={styles.list}>
        {lines.map(line => (
          <DeferredLine
            key={`${line.ticketId} ${line.jobNumber}`}
            line={line}
            isBusy={isBusy}
            onAdd={() => onAdd(line)}
          />
        ))}
      </ul>
    </Panel>
  )
}

function DeferredLine({
  line,
  isBusy,
  onAdd,
}: {
  line: DeferredLineView
  isBusy: boolean
  onAdd: () => void
}) {
  const problemId = useId()
  const { problem, ticketId, total, estimatedTime, flatPrice, parts } = line
  const quoted = [
    ...(estimatedTime > 0 ? [formatHours(estimatedTime)] : []),
    ...(flatPrice === null ? [] : ['flat price']),
    ...parts.map(part => `${part.quantity} × ${partLabel(part)}`),
  ].join(', ')
  return (
    <li className={styles.line}>
      <div className={styles.words}>
        <span id={problemId}>{problem}</span>
        <span className={styles.hint}>
          Declined on ticket {ticketId}
          {total !== null && <TextWithAmounts text={`, at ${formatPrice(total)}`} />}
        </span>
        {quoted !== '' && <span className={styles.hint}>{quoted}</span>}
      </div>
      <Button
        size="compact-sm"
        leftSection={<IconPlus size={16} aria-hidden />}
        disabled={isBusy}
        aria-describedby={problemId}
        onClick={ignoreDoubleClick(onAdd)}
      >
        Add to this ticket
      </Button>
    </li>
  )
}
