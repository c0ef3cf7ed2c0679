import { IconCircleCheck } from '@tabler/icons-react'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { useInstall } from '#web/ui/install-prompt.ts'
import { useNeedsHttps } from '#web/ui/use-needs-https.ts'
import styles from './downloads.module.css'

/** How to install by hand, for browsers without an install prompt. */
const MANUAL_INSTRUCTIONS = [
  ['Android', 'Open this page in Chrome. In its menu, tap Add to Home screen.'],
  ['iPhone or iPad', 'Open this page in Safari. Tap Share, then Add to Home Screen.'],
  ['Computer', 'Open this page in Chrome or Edge. Click the install icon at the end of the address bar.'],
] as const

/** Installs the web app: a button, instructions, or a note that it is already installed. */
export function InstallApp() {
  const { state, install } = useInstall()
  const needsHttps = useNeedsHttps()
  if (state === 'installed')
    return (
      <p className={styles.installed}>
        <IconCircleCheck size={20} aria-hidden />
        Rigwright is installed on this device.
      </p>
    )
  if (state === 'by button') return <PrimaryButton onClick={install}>Install Rigwright</PrimaryButton>
  if (needsHttps) return <p className={styles.installed}>Installing needs an https address.</p>
  return (
    <dl className={styles.instructions}>
      {MANUAL_INSTRUCTIONS.map(([device, steps]) => (
        <div key={device}>
          <dt>{device}</dt>
          <dd>{steps}</dd>
        </div>
      ))}
    </dl>
  )
}
