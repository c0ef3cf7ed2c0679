import { Button } from '@mantine/core'
import { IconUserCircle } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import styles from './account-bar.module.css'
import { useSignOut } from './use-sign-out.ts'

/** Who is signed in, and the way out. Stands on the sign, or at the foot of its menu. */
export function AccountBar({ name }: { name: string }) {
  const { run, isRunning } = useSignOut()
  // The dashboard has a Logout button of its own, and two of them are one too many.
  const isOnDashboard = useLocation({ select: ({ pathname }) => pathname === '/dashboard' })
  return (
    <div className={styles.bar}>
      <span className={styles.name} title={name}>
        <IconUserCircle size={20} stroke={1.75} aria-hidden />
        <span className={styles.words}>{name}</span>
      </span>
      {!isOnDashboard && (
        <Button className={styles.out} onClick={run} disabled={isRunning}>
          Logout
        </Button>
      )}
    </div>
  )
}
