import { IconCircleCheck } from '@tabler/icons-react'
import { PrimaryButton } from '#web/ui/buttons/primary-button.tsx'
import { useInstall } from '#web/ui/install.ts'
import styles from './downloads.module.css'

/** Each browser's own way, where it offers no button. */
const MANUAL_INSTRUCTIONS = [
  ['Android', 'Open this page in Chrome. In its menu, tap Add to Home screen.'],
  ['iPhone or iPad', 'Open this page in Safari. Tap Share, then Add to Home Screen.'],
  ['Computer', 'Open this page in Chrome or Edge. Click the install icon at the end of the address bar.'],
] as const

/** The web app on this device: a button, the way by hand, or the word that it is there already. */
export function InstallApp() {
  const { state, install } = useInstall()
  if (state === 'installed')
    return (
      <p className={styles.installed}>
        <IconCircleCheck size={20} aria-hidden />
        Rigwright is installed on this device.
      </p>
    )
  if (state === 'by button') return <PrimaryButton onClick={install}>Install Rigwright</PrimaryButton>
  return (
    <dl className={styles.ways}>
      {MANUAL_INSTRUCTIONS.map(([device, way]) => (
        <div key={device}>
          <dt>{device}</dt>
          <dd>{way}</dd>
        </div>
      ))}
    </dl>
  )
}
