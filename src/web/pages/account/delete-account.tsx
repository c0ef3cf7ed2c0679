import { Button, PasswordInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { accountDeletion } from '#contract/rv-owners.ts'
import { client } from '#web/api/client.ts'
import { meQuery } from '#web/api/session.ts'
import { useAfterSignOut } from '#web/api/use-after-sign-out.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { setFormErrors, submitWith, validateWithContract } from '#web/api/validate-with-contract.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'
import styles from './security.module.css'

/** How an owner of rigs leaves for good: what goes with them, what stays, and their password once more. */
export function DeleteAccount() {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const { data: actor } = useQuery(meQuery)
  return (
    <Panel title="Delete my account">
      <div className={styles.form}>
        <p className={styles.sentence}>
          <strong>Goes for good:</strong> your sign-in on every device, your name, phone and address, your
          hold on your rigs, and the reports that you gave to buyers.
        </p>
        <p className={styles.sentence}>
          <strong>Stays:</strong> your tickets, with what you wrote on them: they are the companies’ papers.
          The work history, your notes and your disputes stay with the rig, without your name.
        </p>
        {actor?.kind === 'founder' ? (
          <p className={styles.soft}>
            This account runs Rigwright, so it stays for as long as its email is named among the founders.
          </p>
        ) : isOpen ? (
          <ConfirmDeletion onCancel={() => setOpen(false)} />
        ) : (
          <div>
            <Button
              ref={opener}
              variant="subtle"
              color="red"
              onClick={ignoreDoubleClick(() => setOpen(true))}
            >
              Delete My Account
            </Button>
          </div>
        )}
      </div>
    </Panel>
  )
}

function ConfirmDeletion({ onCancel }: { onCancel: () => void }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const afterSignOut = useAfterSignOut()
  const form = useForm({ initialValues: { password: '' }, validate: validateWithContract(accountDeletion) })
  const { run, isRunning } = useMutationOnce(client.rvOwners.deleteAccount, {
    onDone: async () => {
      notify.clear()
      await afterSignOut()
      notify.success('Your account is deleted. A letter to your email says so too.')
    },
    onError: setFormErrors(form),
  })
  return (
    <form onSubmit={submitWith(form, typed => run(typed))} noValidate className={styles.form}>
      <p className={styles.sentence}>
        It cannot be brought back. You may make a new account with the same email: your tickets are there
        again, your rigs are not.
      </p>
      <div className={styles.short}>
        <PasswordInput
          ref={field}
          label="Password"
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': 'Show what is typed' }}
          required
          withAsterisk={false}
          {...form.getInputProps('password')}
        />
      </div>
      <div className={styles.acts}>
        <Button type="submit" variant="filled" color="red" disabled={isRunning}>
          {isRunning ? 'Deleting…' : 'Delete for Good'}
        </Button>
        <Button variant="subtle" disabled={isRunning} onClick={ignoreDoubleClick(onCancel)}>
          Cancel
        </Button>
      </div>
    </form>
  )
}
