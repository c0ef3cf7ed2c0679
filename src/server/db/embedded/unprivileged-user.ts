import {
  chmodSync,
  chownSync,
  existsSync,
  lchownSync,
  lstatSync,
  readdirSync,
  readFileSync,
  statSync,
} from 'node:fs'
import { userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseUnavailableError } from '#server/db/database-unavailable-error.ts'
import { type Binaries, errorReasonIn, type ProcessResult, postgresEnvironment, run } from './binaries.ts'

// PostgreSQL refuses to run as root, and its initdb refuses users missing in /etc/passwd (a container's `--user
// 12345`). Each option here gives it an acceptable identity; the first that works on this machine is used.

type UserIds = { uid: number; gid: number }

export type IdentityKind = 'plain' | 'namespace' | 'other' | 'capable'

export type ProcessIdentity = {
  kind: IdentityKind
  /** The required owner of the files; null for the current user. */
  owner: UserIds | null
  /** How to start a program under this identity. With `exec` throughout, so that the pid stays the same. */
  wrap: (file: string, args: string[]) => { file: string; args: string[]; ids: Partial<UserIds> }
}

const withPrefix =
  (...prefix: [string, ...string[]]): ProcessIdentity['wrap'] =>
  (file, args) => ({ file: prefix[0], args: [...prefix.slice(1), file, ...args], ids: {} })

const currentUser: ProcessIdentity = {
  kind: 'plain',
  owner: null,
  wrap: (file, args) => ({ file, args, ids: {} }),
}

/** Inside, we are `knownIds`; outside, still ourselves: file ownership and access stay the same. */
const userNamespace = (knownIds: UserIds, owner: UserIds | null): ProcessIdentity => ({
  kind: 'namespace',
  owner,
  wrap: withPrefix('unshare', '--user', `--map-user=${knownIds.uid}`, `--map-group=${knownIds.gid}`, '--'),
})

const otherUser = (ids: UserIds): ProcessIdentity => ({
  kind: 'other',
  owner: ids,
  wrap: (file, args) => ({ file, args, ids }),
})

/**
 * Another user with the capability to pass through folders that only root may enter (an app under /root, in a
 * container).
 */
const userWithCapabilities = (ids: UserIds): ProcessIdentity => ({
  kind: 'capable',
  owner: ids,
  wrap: withPrefix(
    'setpriv',
    `--reuid=${ids.uid}`,
    `--regid=${ids.gid}`,
    '--clear-groups',
    // Without this, access(2), which initdb uses, ignores the capability.
    '--securebits=+no_setuid_fixup',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    '--',
  ),
})

function findUnprivilegedIds(): UserIds {
  const lines = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8').split('\n') : []
  const users = lines.map(line => line.split(':')).filter(([, , uid]) => Number(uid) > 0)
  const [, , uid, gid] = users.find(([name]) => name === 'nobody') ?? users[0] ?? []
  return { uid: Number(uid ?? 65534), gid: Number(gid ?? 65534) }
}

function isKnownUser(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

function candidateIdentities(dataDir: string, cluster: string): ProcessIdentity[] {
  const uid = process.getuid?.()
  if (uid === undefined) return [currentUser]
  if (uid !== 0)
    return isKnownUser() ? [currentUser] : [userNamespace(findUnprivilegedIds(), null), currentUser]

  // Existing files keep their owner: after one `sudo npm start`, `npm start` should still work.
  const existing = existsSync(cluster) ? statSync(cluster) : null
  const parent = statSync(dirname(dataDir))
  const owners = [existing, parent].filter(stats => stats !== null).filter(({ uid }) => uid !== 0)
  const isOwned = existing !== null && existing.uid !== 0
  return [
    ...(isOwned ? owners.slice(0, 1).map(otherUser) : []),
    userNamespace(findUnprivilegedIds(), { uid: 0, gid: 0 }),
    ...owners.map(otherUser),
    otherUser(findUnprivilegedIds()),
    userWithCapabilities(findUnprivilegedIds()),
  ]
}

/** `initdb --show` creates nothing, but checks all it needs: its files, its user, and access to the folder. */
function testIdentity(identity: ProcessIdentity, folder: string, initdb: string): Promise<ProcessResult> {
  const script = 'cd "$1" && [ -w . ] && exec "$2" --show -D "$1/none"'
  const { file, args, ids } = identity.wrap('/bin/sh', ['-c', script, 'sh', folder, initdb])
  return run(file, args, { ...ids, env: postgresEnvironment() })
}

/** Finds an identity that can run PostgreSQL here, and grants it access to DATA_DIR if needed. */
export async function findIdentity(
  paths: { dataDir: string; cluster: string; folder: string },
  binaries: Binaries,
  allowed?: readonly IdentityKind[],
): Promise<ProcessIdentity> {
  const candidates = candidateIdentities(paths.dataDir, paths.cluster).filter(
    ({ kind }) => !allowed || allowed.includes(kind),
  )
  if (candidates.length === 1 && candidates[0] === currentUser) return currentUser

  let last = ''
  for (const identity of candidates) {
    const before = statSync(paths.dataDir)
    if (identity.owner) {
      chownSync(paths.folder, identity.owner.uid, identity.owner.gid)
      if (identity.owner.uid !== before.uid && (before.mode & 0o001) === 0) {
        // Just enough to pass through DATA_DIR; its contents stay closed.
        chownSync(paths.dataDir, before.uid, identity.owner.gid)
        chmodSync(paths.dataDir, (before.mode & 0o7777) | 0o010)
      }
    }
    const result = await testIdentity(identity, paths.folder, binaries.initdb)
    if (result.code === 0) return identity
    last = errorReasonIn(result.output)
    if (identity === currentUser) return currentUser // let PostgreSQL itself report the problem
    chownSync(paths.dataDir, before.uid, before.gid)
    chmodSync(paths.dataDir, before.mode & 0o7777)
  }
  throw new DatabaseUnavailableError(
    `it refuses to run as root, and on this machine neither a user namespace nor another user may run it in ${paths.dataDir} ("${last}")`,
  )
}

/** Changes a tree's owner, the top last: an interrupted change is detected and repeated. */
export function changeOwner(folder: string, owner: UserIds | null): void {
  if (!owner || !existsSync(folder) || lstatSync(folder).uid === owner.uid) return
  const give = (path: string) => {
    if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) give(join(path, name))
    lchownSync(path, owner.uid, owner.gid)
  }
  give(folder)
}
