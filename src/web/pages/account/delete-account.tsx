import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { client } from '#web/api/client.ts'
import { meQuery } from '#web/api/session.ts'
import { PasswordForm } from '#web/features/account/password-form.tsx'
import styles from '#web/features/account/security.module.css'
import { useLogOut } from '#web/features/account/use-log-out.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { useDisclosureFocus } from '#web/ui/use-disclosure-focus.ts'

/** Deletes an RV owner's account: what is deleted, what is kept, and the password again. */
export function DeleteAccount() {
  const { opener, isOpen, setOpen } = useDisclosureFocus()
  const { data: actor } = useQuery(meQuery)
  return (
    <Panel title="Delete my account">
      <div className={styles.form}>
        <p className={styles.sentence}>
          <strong>Deleted:</strong> your login on every device, your name, phone and address, your claims on
          your rigs, and your buyer links.
        </p>
        <p className={styles.sentence}>
          <strong>Kept:</strong> your tickets, with what you wrote on them, as the shops’ records. The work
          history, your notes and your disputes stay with the rig, without your name.
        </p>
        {actor?.kind === 'founder' ? (
          <p className={styles.muted}>
            This account runs Rigwright. It can’t be deleted while its email is listed as a founder’s.
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
  const { leave } = useLogOut()
  return (
    <PasswordForm
      sentence="This can’t be undone. You can create a new account with the same email: your tickets will be there, your rigs won’t."
      label="Delete for Good"
      busyLabel="Deleting…"
      command={client.rvOwners.deleteAccount}
      onDone={async () => {
        notify.clear()
        await leave()
        notify.success('Your account was deleted. We sent you an email to confirm it.')
      }}
      onCancel={onCancel}
    />
  )
}
