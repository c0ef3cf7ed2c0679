import { Button } from '@mantine/core'
import { IconFingerprint } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { notify } from '#web/ui/feedback/notify.ts'
import { ignoreDoubleClick } from '#web/ui/ignore-double-click.ts'
import { useNeedsHttps } from '#web/ui/use-needs-https.ts'
import styles from './account.module.css'
import { signInWithPasskey, useHasPasskeys } from './passkey-api.ts'
import { useAfterSignIn } from './use-sign-in.ts'

/** Shown only where the browser supports passkeys; over plain http a sentence says why not. */
export function LoginPasskey({ onSignedIn, disabled }: { onSignedIn: () => void; disabled: boolean }) {
  const afterSignIn = useAfterSignIn()
  const hasPasskeys = useHasPasskeys()
  const needsHttps = useNeedsHttps()
  const signIn = useMutation({
    mutationFn: async () => {
      await signInWithPasskey()
      await afterSignIn()
    },
    networkMode: 'always',
    onSuccess: onSignedIn,
    onError: ({ message }) => notify.failure(message),
  })
  if (needsHttps) return <p className={styles.note}>Logging in with a passkey needs an https address.</p>
  if (!hasPasskeys) return null
  return (
    <Button
      fullWidth
      leftSection={<IconFingerprint size={18} stroke={1.75} aria-hidden />}
      disabled={disabled || signIn.isPending}
      onClick={ignoreDoubleClick(() => signIn.mutate())}
    >
      Use a Passkey
    </Button>
  )
}
