import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '#web/api/client.ts'
import { QueryError } from '#web/api/query-error.tsx'
import { notify } from '#web/ui/feedback/notify.ts'
import { PanelSkeleton } from '#web/ui/feedback/skeletons.tsx'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { createRecoveryCodes, disableTwoFactor, enableTwoFactor, type TwoFactorSetup } from './account-api.ts'
import { ConfirmPassword } from './confirm-password.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import styles from './security.module.css'
import { TwoFactorSetupForm } from './two-factor-setup.tsx'

/** What stands in the panel besides whether it is on. */
type TwoFactorStage =
  | { readonly kind: 'rest' | 'begin' | 'end' | 'renew' }
  | { readonly kind: 'setup'; readonly setup: TwoFactorSetup }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }

const IDLE_STAGE: TwoFactorStage = { kind: 'rest' }

/** A code of an app, asked after the password. */
export function TwoFactor() {
  const { data: account, error, refetch } = useQuery(api.account.get.queryOptions())
  const queries = useQueryClient()
  const [stage, setStage] = useState<TwoFactorStage>(IDLE_STAGE)
  const reset = () => setStage(IDLE_STAGE)
  // With another second step, this browser has another session as well.
  const refresh = () => queries.invalidateQueries({ queryKey: api.account.key() })
  const show = (content: ReactNode) => <Panel title="Second step">{content}</Panel>

  if (stage.kind === 'setup')
    return show(
      <TwoFactorSetupForm
        newSetup={stage.setup}
        onCancel={reset}
        onDone={async () => {
          await refresh()
          notify.success('The second step is on.')
          setStage({ kind: 'codes', codes: stage.setup.recoveryCodes })
        }}
      />,
    )
  if (stage.kind === 'codes') return show(<RecoveryCodes codes={stage.codes} onKept={reset} />)
  if (stage.kind === 'begin')
    return show(
      <ConfirmPassword
        why="Then you get a key for the app."
        confirmLabel="Go On"
        action={enableTwoFactor}
        onDone={setup => setStage({ kind: 'setup', setup })}
        onCancel={reset}
      />,
    )
  if (stage.kind === 'end')
    return show(
      <ConfirmPassword
        why="Then your password alone lets you in again."
        confirmLabel="Turn Off"
        action={disableTwoFactor}
        onDone={async () => {
          await refresh()
          notify.success('The second step is off.')
          reset()
        }}
        onCancel={reset}
      />,
    )
  if (stage.kind === 'renew')
    return show(
      <ConfirmPassword
        why="Then the recovery codes you have now work no more."
        confirmLabel="Make New Codes"
        action={createRecoveryCodes}
        onDone={async codes => {
          await refresh()
          setStage({ kind: 'codes', codes })
        }}
        onCancel={reset}
      />,
    )
  if (account === undefined)
    return show(
      error === null ? (
        <PanelSkeleton lines={2} label="Loading your account..." />
      ) : (
        <QueryError error={error} onRetry={() => refetch()} />
      ),
    )
  if (!account.hasSecondStep)
    return show(
      <div className={styles.form}>
        <p className={styles.sentence}>
          After your password, a code from an app on your phone. Whoever has only your password stays out.
        </p>
        <div>
          <Button onClick={ignoreDoubleClick(() => setStage({ kind: 'begin' }))}>Turn On</Button>
        </div>
      </div>,
    )
  const { recoveryCodes } = account
  return show(
    <div className={styles.form}>
      <p className={styles.sentence}>
        It is on: after your password you enter a code. You have {recoveryCodes} recovery{' '}
        {recoveryCodes === 1 ? 'code' : 'codes'} left.
      </p>
      <div className={styles.acts}>
        <Button onClick={ignoreDoubleClick(() => setStage({ kind: 'renew' }))}>New Recovery Codes</Button>
        <Button variant="subtle" color="red" onClick={ignoreDoubleClick(() => setStage({ kind: 'end' }))}>
          Turn Off
        </Button>
      </div>
    </div>,
  )
}
