import { Button } from '@mantine/core'
import { client } from '#web/api/client.ts'
import { useMutationOnce } from '#web/api/use-mutation-once.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import styles from './account-bar.module.css'

/** Reminds the owner to confirm their email. */
export function ConfirmEmailReminder({ email }: { email: string | null }) {
  const { run, isRunning } = useMutationOnce(client.account.sendConfirmation, {
    onDone: ({ canMail }) => {
      notify.clear()
      if (canMail) notify.success(`We emailed a link to ${email}.`)
      else notify.failure('Email isn’t set up on this server. Ask your administrator for your link.')
    },
  })
  return (
    <section className={styles.reminder} data-tone="amber" aria-label="Confirm your email">
      <p>
        <strong>{email}</strong> isn’t confirmed. Open the link in our email. Until then we only email you
        password resets and security notices, and your company can send only a few emails a day.
      </p>
      <Button disabled={isRunning} onClick={() => run({})}>
        Send Again
      </Button>
    </section>
  )
}
