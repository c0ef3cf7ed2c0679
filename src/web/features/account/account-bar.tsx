import { Button } from '@mantine/core'
import { IconUserCircle } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useRef, useState } from 'react'
import { notify } from '#web/ui/feedback/notify.ts'
import styles from './account-bar.module.css'
import { useLogOut } from './use-log-out.ts'

/** The user's name, with a link to the profile. */
export const AccountLink = ({ name }: { name: string }) => (
  <Link to="/profile" className={styles.name} title={name}>
    <IconUserCircle size={20} stroke={1.75} aria-hidden />
    <span className={styles.words}>{name}</span>
  </Link>
)

/** Logs out and goes Home. In the header of every page, at every width. */
export function LogoutButton() {
  const { logOut } = useLogOut()
  const [dialog, setDialog] = useState<ReactNode>(null)
  const running = useRef(false)
  const { mutate, isPending } = useMutation({
    mutationFn: () => logOut(setDialog),
    networkMode: 'always',
    onError: ({ message }) => notify.failure(message),
    onSettled: () => {
      running.current = false
    },
  })
  function tap() {
    // The second half of a double click comes before the button is disabled.
    if (running.current) return
    running.current = true
    mutate()
  }
  return (
    <>
      <Button className={styles.logout} onClick={tap} disabled={isPending}>
        Logout
      </Button>
      {dialog}
    </>
  )
}
