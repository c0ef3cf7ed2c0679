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

type TransferRigProps = { vin: string; offerUntil: Date | null }

/** A sold rig goes to its buyer by a code, with everything; or is let go. */
export function TransferRig({ vin, offerUntil }: TransferRigProps) {
  const navigate = useNavigate()
  // Kept nowhere else: another visit of the page does not know it.
  const [code, setCode] = useState<string | null>(null)
  const createCode = useRigCommand(client.rigClaims.createTransfer, offer => setCode(offer.code))
  const withdraw = useRigCommand(client.rigClaims.cancelTransfer, () => {
    setCode(null)
    notify.success('The code does not work any more.')
  })
  const release = useRigCommand(client.rigClaims.release, async () => {
    notify.success('This rig is not on your list any more.')
    await navigate({ to: '/my' })
  })
  return (
    <Panel title="Hand it on">
      <div className={styles.stack}>
        <p className={styles.soft}>
          Sold it? Give the buyer a transfer code. With it and an account of their own they have everything;
          you see nothing of it from then on. A code works once, for {TRANSFER_DAYS} days.
        </p>
        <div role="status">
          {code !== null && <p className={styles.code}>{code}</p>}
          {offerUntil !== null && (
            <p>
              {code === null ? 'A code was made; it' : 'Write it down: it is shown only now. It'} works until{' '}
              {formatDayWithYear(dayOf(offerUntil, 'UTC'))}.
            </p>
          )}
        </div>
        <span className={styles.acts}>
          <Button aria-disabled={createCode.isRunning} onClick={() => createCode.run({ vin })}>
            {createCode.isRunning
              ? 'Making…'
              : offerUntil === null
                ? 'Make a transfer code'
                : 'Make a new code instead'}
          </Button>
          {offerUntil !== null && (
            <Button aria-disabled={withdraw.isRunning} onClick={() => withdraw.run({ vin })}>
              {withdraw.isRunning ? 'Taking it back…' : 'Take the code back'}
            </Button>
          )}
          <ConfirmInline
            label="Let this rig go"
            question="You lose its history until you claim it again."
            confirmLabel="Let it go"
            loading={release.isRunning}
            onConfirm={() => release.run({ vin })}
          />
        </span>
      </div>
    </Panel>
  )
}
