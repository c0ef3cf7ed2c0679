// Counting what is limited, for all servers together: one statement, one round trip, however many limits a
// deed has. What is counted is a keyed fingerprint, so the table tells nobody who tried what.

import { sql } from 'kysely'
import type { Actor } from '#domain/account/actor.ts'
import type { Database } from '#server/db/client.ts'
import type { Work } from '#server/db/unit-of-work.ts'
import { isAnswer, tooMany } from '#server/rpc/errors.ts'
import { networkOf } from './client-ip.ts'
import { type Deed, type Limit, type Per, ruleOf } from './rate-limits.ts'

/** Who tries: a limit of a kind that is not said here counts nothing. */
export type Who = { readonly [kind in Per]?: string | null }

export type Counts = {
  /** Counts one try, of as many bytes. Throws TOO_MANY when it is one too many. */
  readonly count: (deed: Deed, who: Who, bytes?: number) => Promise<void>
  /**
   * Counts one try within a piece of work, which takes it back where it fails. Answers with the seconds to wait when
   * it is one too many, else with null. A count that cannot be written lets it through.
   */
  readonly within: (work: Pick<Work, 'database'>, deed: Deed, who: Who) => Promise<number | null>
  /** Takes a try back that turned out to be none. */
  readonly forgive: (deed: Deed, who: Who) => Promise<void>
}

type CountOptions = {
  readonly database: Database
  readonly fingerprint: (text: string) => string
  readonly isOn: boolean
  readonly now: () => Date
  readonly log: (sentence: string, fault: unknown) => void
}

/** Whoever asks, at this network address. */
export function whoTries(actor: Actor, address: string): Who {
  const network = networkOf(address)
  const account = 'id' in actor ? actor.id : null
  const company = 'companyId' in actor ? actor.companyId : null
  return { address: network, visitor: account === null ? network : null, account, company }
}

type Row = { key: string; count: number; until: Date }

export function openCounts({ database, fingerprint, isOn, now, log }: CountOptions): Counts {
  const keyOf = (deed: Deed, { per, withinSeconds, of }: Limit, subject: string): string =>
    fingerprint(JSON.stringify([deed, per, withinSeconds, of ?? 'tries', subject]))

  /** The limits that concern this person, each under its key, the first one first. */
  const concerning = (deed: Deed, who: Who) =>
    ruleOf(deed).limits.flatMap(limit => {
      const subject = who[limit.per] ?? null
      return subject === null ? [] : [{ ...limit, key: keyOf(deed, limit, subject) }]
    })

  async function add(deed: Deed, who: Who, bytes: number): Promise<void> {
    const at = now()
    const wishes = concerning(deed, who)
    const keys = wishes.map(({ key }) => key)
    const points = wishes.map(({ of }) => (of === 'bytes' ? bytes : 1))
    const ends = wishes.map(({ withinSeconds }) => new Date(at.getTime() + withinSeconds * 1000))
    // In the order of their keys: two servers that count the same keys must not wait for each other.
    const { rows } = await sql<Row>`
      insert into rate_count as kept (key, count, until)
      select * from unnest(${keys}::text[], ${points}::bigint[], ${ends}::timestamptz[]) as wish (key, count, until)
      order by key
      on conflict (key) do update set
        count = case when kept.until > ${at} then kept.count else 0 end + excluded.count,
        until = case when kept.until > ${at} then kept.until else excluded.until end
      returning key, count, until`.execute(database)
    const counted = new Map(rows.map(row => [row.key, row]))
    const waits = wishes.flatMap(({ key, most }) => {
      const row = counted.get(key)
      return row === undefined || row.count <= most ? [] : [row.until.getTime() - at.getTime()]
    })
    if (waits.length > 0) throw tooMany(Math.max(1, Math.ceil(Math.max(...waits) / 1000)))
  }

  return {
    count: async (deed, who, bytes = 0) => {
      if (!isOn) return
      try {
        await add(deed, who, bytes)
      } catch (fault) {
        const isStaff = (who.account ?? null) !== null
        if (isAnswer(fault) || !isStaff || ruleOf(deed).protects === 'a password') throw fault
        log(`Nobody counts ${deed} now; whoever is signed in goes on.`, fault)
      }
    },
    within: async ({ database: transaction }, deed, who) => {
      if (!isOn) return null
      const wishes = concerning(deed, who)
      const { rows } = await sql<{ wait: number | null }>`
        select count_within(${wishes.map(({ key }) => key)}::text[], ${wishes.map(({ most }) => most)}::bigint[],
          ${wishes.map(({ withinSeconds }) => withinSeconds)}::integer[], ${now()}) as wait`.execute(
        transaction,
      )
      return rows[0]?.wait ?? null
    },
    forgive: async (deed, who) => {
      if (!isOn) return
      const keys = concerning(deed, who).map(({ key }) => key)
      // Whoever is in already is not kept out because a count stays as it is.
      await sql`update rate_count set count = count - 1 where count > 0 and key = any(${keys}::text[])`
        .execute(database)
        .catch(fault => log(`A try at ${deed} that was right stays counted.`, fault))
    },
  }
}

/** Forgets what no longer counts. */
export async function forgetOldCounts(database: Database, now: Date): Promise<void> {
  await sql`delete from rate_count where until <= ${now}`.execute(database)
}
