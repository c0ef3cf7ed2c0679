import { Button } from '@mantine/core'
import { IconUserCircle } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import styles from './account-bar.module.css'
import { useSignOut } from './use-sign-out.ts'

/** The user's name with a link to the profile, and Log out. In the header, or at the bottom of its menu. */
export function AccountBar({ name }: { name: string }) {
  const { run, isRunning } = useSignOut()
  // The dashboard has its own Logout button. This one keeps its place, so that the header stays as it is.
  const isOnDashboard = useLocation({ select: ({ pathname }) => pathname === '/dashboard' })
  return (
    <div className={styles.bar}>
      <Link to="/profile" className={styles.name} title={name}>
        <IconUserCircle size={20} stroke={1.75} aria-hidden />
        <span className={styles.words}>{name}</span>
      </Link>
      <Button
        className={styles.logout}
        data-hidden={isOnDashboard || undefined}
        onClick={run}
        disabled={isRunning}
      >
        Logout
      </Button>
    </div>
  )
}
