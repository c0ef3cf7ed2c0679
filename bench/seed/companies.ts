// Companies as registration creates them: account, password, company, log and public card.

import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { copyRows, type Row } from './copy-rows.ts'
import { TIME_ZONE } from './tickets.ts'

const CITIES = ['Hilltop', 'Riverside', 'Prairie', 'Lakeshore', 'Canyon', 'Summit', 'Mesa', 'Harbor']
const STEP = 5000

export type SeededCompany = { readonly companyId: string; readonly owner: string }

function rowsOf({ companyId, owner }: SeededCompany, directoryVersion: number, at: Date, hash: string) {
  const card = { companyName: owner, companyAddress: null, companyPhone: '(574) 555-0142', imageUrl: null }
  const marks = { trusted: false, verified: false }
  const email = `${companyId}@bench.example`
  const sameTime = { createdAt: at, updatedAt: at }
  return {
    auth_user: { id: companyId, name: owner, email, ...sameTime },
    auth_credential: {
      id: randomUUID(),
      userId: companyId,
      accountId: companyId,
      providerId: 'credential',
      password: hash,
      ...sameTime,
    },
    company: {
      companyId,
      ...card,
      ...marks,
      email,
      laborRate: 14_500,
      timeZone: TIME_ZONE,
      registeredAt: at,
      mobileBusiness: false,
      onTimeStatus: false,
      pendingStatus: false,
      daysOfOperation: '{1,5}',
      hoursOfOperation: '{8,17}',
    },
    company_version: { companyId, version: 1 },
    change_log: {
      companyId,
      version: 1,
      seq: 1,
      kind: 'company',
      id: companyId,
      verb: 'company.register',
      at,
      actor: 'public',
      actorName: 'A visitor',
      card: null,
      detail: null,
    },
    directory: { companyId, version: directoryVersion, ...card, ...marks },
  } satisfies Record<string, Row>
}

/** Adds `count` companies after existing ones. */
export async function seedCompanies(
  client: pg.Client,
  count: number,
  from: number,
): Promise<SeededCompany[]> {
  const at = new Date()
  const { rows: credentials } = await client.query('select password from auth_credential limit 1')
  const { rows: versions } = await client.query('select version from directory_version')
  const before = Number(versions[0].version)
  const companies = Array.from({ length: count }, (_, index) => ({
    companyId: randomUUID(),
    owner: `${CITIES[(from + index) % CITIES.length]} RV ${from + index}`,
  }))
  for (let done = 0; done < count; done += STEP) {
    const whole = companies
      .slice(done, done + STEP)
      .map((company, index) => rowsOf(company, before + done + index + 1, at, credentials[0].password))
    for (const table of Object.keys(whole[0] ?? {}) as (keyof ReturnType<typeof rowsOf>)[])
      await copyRows(
        client,
        table,
        whole.map(rows => rows[table]),
      )
  }
  await client.query('update directory_version set version = $1', [before + count])
  return companies
}
