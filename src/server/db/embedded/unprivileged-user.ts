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
import { DatabaseUnavailable } from '#server/db/unavailable.ts'
import { type Binaries, type Outcome, postgresEnvironment, reasonIn, run } from './binaries.ts'

// PostgreSQL refuses to run as root, and its initdb refuses a user that /etc/passwd does not know (a container's
// `--user 12345`). Each way here gives it an identity that it accepts; the first that works on this machine is taken.

type Ids = { uid: number; gid: number }

export type Way = 'plain' | 'namespace' | 'other' | 'capable'

export type RunAs = {
  way: Way
  /** Who the files on disk must belong to; null when they are ours and need no handing over. */
  owner: Ids | null
  /** How to start a program under this identity. `exec` all the way: the pid stays the program's own. */
  wrap: (file: string, args: string[]) => { file: string; args: string[]; ids: Partial<Ids> }
}

const prefixed =
  (...prefix: [string, ...string[]]): RunAs['wrap'] =>
  (file, args) => ({ file: prefix[0], args: [...prefix.slice(1), file, ...args], ids: {} })

const plain: RunAs = { way: 'plain', owner: null, wrap: (file, args) => ({ file, args, ids: {} }) }

/** Inside, we are `known`; outside, still ourselves: the files keep our ownership and our folders stay enterable. */
const namespace = (known: Ids, owner: Ids | null): RunAs => ({
  way: 'namespace',
  owner,
  wrap: prefixed('unshare', '--user', `--map-user=${known.uid}`, `--map-group=${known.gid}`, '--'),
})

const other = (ids: Ids): RunAs => ({
  way: 'other',
  owner: ids,
  wrap: (file, args) => ({ file, args, ids }),
})

/** Another user that may pass through folders only root may enter (an app under /root, in a container). */
const capable = (ids: Ids): RunAs => ({
  way: 'capable',
  owner: ids,
  wrap: prefixed(
    'setpriv',
    `--reuid=${ids.uid}`,
    `--regid=${ids.gid}`,
    '--clear-groups',
    // Without this access(2), by which initdb looks for its parts, asks about the user without the capability.
    '--securebits=+no_setuid_fixup',
    '--inh-caps=+dac_override',
    '--ambient-caps=+dac_override',
    '--',
  ),
})

function nobody(): Ids {
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

function waysHere(dataDir: string, cluster: string): RunAs[] {
  const uid = process.getuid?.()
  if (uid === undefined) return [plain]
  if (uid !== 0) return isKnownUser() ? [plain] : [namespace(nobody(), null), plain]

  // Files that already belong to somebody stay theirs: who ran `sudo npm start` once wants to run `npm start` again.
  const present = existsSync(cluster) ? statSync(cluster) : null
  const parent = statSync(dirname(dataDir))
  const owners = [present, parent].filter(stats => stats !== null).filter(({ uid }) => uid !== 0)
  const settled = present !== null && present.uid !== 0
  return [
    ...(settled ? owners.slice(0, 1).map(other) : []),
    namespace(nobody(), { uid: 0, gid: 0 }),
    ...owners.map(other),
    other(nobody()),
    capable(nobody()),
  ]
}

/** `initdb --show` makes nothing, but looks for all that it would need: its parts, its user, the way to the folder. */
function tryToRun(as: RunAs, folder: string, initdb: string): Promise<Outcome> {
  const script = 'cd "$1" && [ -w . ] && exec "$2" --show -D "$1/none"'
  const { file, args, ids } = as.wrap('/bin/sh', ['-c', script, 'sh', folder, initdb])
  return run(file, args, { ...ids, env: postgresEnvironment() })
}

/** Finds an identity that may run PostgreSQL here, and opens the way into DATA_DIR for it where needed. */
export async function findRunAs(
  place: { dataDir: string; cluster: string; folder: string },
  binaries: Binaries,
  allowed?: readonly Way[],
): Promise<RunAs> {
  const ways = waysHere(place.dataDir, place.cluster).filter(({ way }) => !allowed || allowed.includes(way))
  if (ways.length === 1 && ways[0] === plain) return plain

  let last = ''
  for (const as of ways) {
    const before = statSync(place.dataDir)
    if (as.owner) {
      chownSync(place.folder, as.owner.uid, as.owner.gid)
      if (as.owner.uid !== before.uid && (before.mode & 0o001) === 0) {
        // Just enough to pass through DATA_DIR; what stands in it stays closed.
        chownSync(place.dataDir, before.uid, as.owner.gid)
        chmodSync(place.dataDir, (before.mode & 0o7777) | 0o010)
      }
    }
    const tried = await tryToRun(as, place.folder, binaries.initdb)
    if (tried.code === 0) return as
    last = reasonIn(tried.output)
    if (as === plain) return plain // let PostgreSQL itself say what is wrong
    chownSync(place.dataDir, before.uid, before.gid)
    chmodSync(place.dataDir, before.mode & 0o7777)
  }
  throw new DatabaseUnavailable(
    `it refuses to run as root, and on this machine neither a user namespace nor another user may run it in ${place.dataDir} ("${last}")`,
  )
}

/** Gives a tree to its new owner, the top last: an interrupted handing over is seen and done again. */
export function handOver(folder: string, owner: Ids | null): void {
  if (!owner || !existsSync(folder) || lstatSync(folder).uid === owner.uid) return
  const give = (path: string) => {
    if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) give(join(path, name))
    lchownSync(path, owner.uid, owner.gid)
  }
  give(folder)
}
