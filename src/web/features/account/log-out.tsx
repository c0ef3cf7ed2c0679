// What surrounds logging out. Loaded with the tap.

import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { QueryClient } from '@tanstack/react-query'
import type { UseNavigateResult } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { clearDrafts } from '#web/api/drafts/clear-drafts.ts'
import { deleteBay } from '#web/api/persisted-cache.ts'
import { AuthError, announceSession, meQuery, signOut } from '#web/api/session.ts'
import { isBayDevice } from '#web/bay/outbox/bay-device.ts'
import { deleteDraftsOf } from '#web/bay/outbox/text-drafts.ts'

type LeavingPage = {
  readonly queries: QueryClient
  readonly navigate: UseNavigateResult<string>
  readonly accountId: string | null
}

/** Only the server can end the session, whose cookie is hidden from scripts; its answer may be lost. */
const noConnection = (hasBay: boolean): Error =>
  new Error(
    `Logging out needs a connection, and we couldn’t confirm that you are logged out. ${
      hasBay ? 'What is not sent stays on this phone. ' : ''
    }Try again when you’re back online.`,
  )

/** Asks first if a device of the bay has something unsent. Rejects with a sentence. */
export async function logOut(page: LeavingPage, showDialog: (dialog: ReactNode) => void): Promise<void> {
  const { accountId } = page
  const hasBay = accountId !== null && isBayDevice()
  const answer = hasBay ? await askAboutUnsent(accountId, showDialog) : 'nothing'
  if (answer === 'stay') return
  await signOut().catch(error => {
    // What the server answers has a code.
    throw error instanceof AuthError && error.code === '' ? noConnection(hasBay) : error
  })
  await leavePrivatePages(page, answer === 'leave')
}

/** After logging out: goes Home and removes private data. `isTextStored`: unsaved text stays for its author. */
export async function leavePrivatePages(
  { queries, navigate, accountId }: LeavingPage,
  isTextStored = false,
): Promise<void> {
  clearDrafts()
  // Leave the private page first: its guard would redirect to Login.
  await navigate({ to: '/' })
  deleteBay()
  queries.setQueryData(meQuery.queryKey, { kind: 'visitor' })
  if (accountId !== null && !isTextStored) deleteDraftsOf(accountId)
  // The shell on every page watches the user query, so it stays.
  queries.removeQueries({ type: 'inactive' })
  announceSession()
}

/**
 * Asks whether to log out although something on this device was not sent; `showDialog` shows the question. `nothing`
 * was asked if everything was sent.
 */
async function askAboutUnsent(
  accountId: string,
  showDialog: (dialog: ReactNode) => void,
): Promise<'nothing' | 'stay' | 'leave'> {
  const { unsentOf } = await import('#web/bay/outbox/unsent.ts')
  const unsent = await unsentOf(accountId)
  if (unsent === null) return 'nothing'
  const isLeaving = await new Promise<boolean>(resolve =>
    showDialog(<UnsentDialog {...unsent} onAnswer={resolve} />),
  )
  showDialog(null)
  return isLeaving ? 'leave' : 'stay'
}

type UnsentDialogProps = {
  readonly count: number
  readonly description: string
  readonly onAnswer: (isLeaving: boolean) => void
}

function UnsentDialog({ count, description, onAnswer }: UnsentDialogProps) {
  // Opened after mounting: a dialog returns the focus to where it was on opening.
  const [isOpen, setOpen] = useState(false)
  useEffect(() => setOpen(true), [])
  const stay = () => onAnswer(false)
  return (
    <Modal opened={isOpen} onClose={stay} title="Log out now?" closeButtonProps={{ 'aria-label': 'Close' }}>
      <Stack gap="sm">
        <Text>
          {description} on this phone {count === 1 ? 'has' : 'have'} not been sent.{' '}
          {count === 1 ? 'It stays' : 'They stay'} on this phone for when you log in here again. Nobody else
          who logs in here sees {count === 1 ? 'it' : 'them'}.
        </Text>
        <Group>
          <Button data-autofocus onClick={stay}>
            Stay
          </Button>
          <Button variant="filled" color="red" onClick={() => onAnswer(true)}>
            Log Out Anyway
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
