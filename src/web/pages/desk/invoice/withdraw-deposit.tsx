import { Button } from '@mantine/core'
import { client } from '#web/api/client.ts'
import { usePermission } from '#web/api/use-permission.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import styles from './invoice.module.css'
import { useMoneyCommand } from './use-money-command.ts'

/** Stops asking for a deposit that has not come; it can be asked for again with an approval. */
export function WithdrawDeposit({ ticketId, asked }: { ticketId: number; asked: number }) {
  const may = usePermission()
  const { run, isRunning } = useMoneyCommand(
    ticketId,
    client.billing.withdrawDeposit,
    'The customer is no longer asked for a deposit.',
    () => {},
    ({ message }) => notify.failure(message),
  )
  if (!may('approval.ask')) return null
  return (
    <div className={styles.actions}>
      <Button disabled={isRunning} onClick={ignoreDoubleClick(() => run({ ticketId, asked }))}>
        Stop Asking for the Deposit
      </Button>
    </div>
  )
}
