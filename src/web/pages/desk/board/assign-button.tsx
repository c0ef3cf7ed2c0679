import { Button, type ButtonProps } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import type { ComponentPropsWithRef } from 'react'
import { customerLabel } from '#domain/customers/customer.ts'
import type { TicketSummary } from '#web/api/live/apply-change.ts'
import styles from './ticket-column.module.css'

type AssignButtonProps = ButtonProps & ComponentPropsWithRef<'button'> & { card: TicketSummary }

/** One button for both: before its menu is loaded, and as the menu's target. */
export const AssignButton = ({ card, className, ...rest }: AssignButtonProps) => (
  <Button
    className={[styles.assign, className].join(' ')}
    aria-label={`Assign ${customerLabel(card)}`}
    size="compact-xs"
    variant="subtle"
    rightSection={<IconChevronDown size={14} aria-hidden />}
    {...rest}
  >
    Assign
  </Button>
)
