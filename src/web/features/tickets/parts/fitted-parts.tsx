import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { type FittedPart, fittedPartLabel } from '#domain/tickets/fitted-part.ts'
import { api } from '#web/api/client.ts'
import { TextWithAmounts } from '#web/ui/numbers.tsx'
import styles from './parts.module.css'

type FittedPartsProps = {
  ticketId: number
  componentId: string
  onChoose: (part: FittedPart) => void
}

/** What fitted the same maker and model before; nothing without any, or without a connection. */
export function FittedParts({ ticketId, componentId, onChoose }: FittedPartsProps) {
  const titleId = useId()
  const { data } = useQuery(api.components.listFittedParts.queryOptions({ input: { ticketId, componentId } }))
  if (data === undefined || data.parts.length === 0) return null
  return (
    <div className={styles.fitted}>
      <span id={titleId}>Fitted before:</span>
      <ul aria-labelledby={titleId}>
        {data.parts.map(part => (
          <li key={part.description}>
            <Button size="compact-sm" variant="default" onClick={() => onChoose(part)}>
              <TextWithAmounts text={fittedPartLabel(part)} />
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
