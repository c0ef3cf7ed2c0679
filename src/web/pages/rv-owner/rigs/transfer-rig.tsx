import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { dayOf, formatDayWithYear } from '#domain/lib/company-time.ts'
import { TRANSFER_DAYS } from '#domain/rig-claims/claim-code.ts'
import { client } from '#web/api/client.ts'
import { ConfirmInline } from '#web/ui/buttons/confirm-inline.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import styles from './my-rig.module.css'
import { useRigCommand } from './use-rig-command.ts'

type TransferRigProps = { vin: string; transferUntil: Date | null }

/** Transfers a rig to its buyer with a code, or removes it from the account. */
export function TransferRig({ vin, transferUntil }: TransferRigProps) {
  const navigate = useNavigate()
  // Shown only now: the server stores its hash.
  const [code, setCode] = useState<string | null>(null)
  const createCode = useRigCommand(client.rigClaims.createTransfer, transfer => setCode(transfer.code))
  const cancel = useRigCommand(client.rigClaims.cancelTransfer, () => {
    setCode(null)
    notify.success('Code canceled.')
  })
  const release = useRigCommand(client.rigClaims.release, async () => {
    notify.success('This rig was removed from your account.')
    await navigate({ to: '/my' })
  })
  return (
    <Panel title="Transfer">
      <div className={styles.stack}>
        <p
          className={styles.muted}
        >{`Sold it? Give the buyer a transfer code. With their own account and the code they get the full history, and you lose access to it. A code works once and expires in ${TRANSFER_DAYS} days.`}</p>
        <div role="status">
          {code !== null && <p className={styles.code}>{code}</p>}
          {transferUntil !== null && (
            <p>
              {`${code === null ? 'There is a code. It' : 'Write it down. It won’t be shown again. It'} works until ${formatDayWithYear(dayOf(transferUntil, 'UTC'))}.`}
            </p>
          )}
        </div>
        <span className={styles.actions}>
          <Button aria-disabled={createCode.isRunning} onClick={() => createCode.run({ vin })}>
            {createCode.isRunning
              ? 'Creating…'
              : transferUntil === null
                ? 'Create transfer code'
                : 'Create a new code'}
          </Button>
          {transferUntil !== null && (
            <Button aria-disabled={cancel.isRunning} onClick={() => cancel.run({ vin })}>
              {cancel.isRunning ? 'Canceling…' : 'Cancel code'}
            </Button>
          )}
          <ConfirmInline
            label="Remove from my account"
            question="You’ll lose its history until you claim it again."
            confirmLabel="Remove"
            loading={release.isRunning}
            onConfirm={() => release.run({ vin })}
          />
        </span>
      </div>
    </Panel>
  )
}
