// Parts that fitted a maker and model before, from the company's own tickets, and what a visit's technician brings.

import { sql } from 'kysely'
import { printedComponent } from '#domain/components/line-component.ts'
import type { Cents } from '#domain/lib/money.ts'
import { type FittedPart, MAX_FITTED_PARTS, type VisitLoad, visitLoad } from '#domain/tickets/fitted-part.ts'
import { statement } from '#server/db/statement.ts'
import { belongsToCompany } from '#server/db/tenant-filter.ts'
import type { UnitOfWork } from '#server/db/unit-of-work.ts'
import { readOwnComponents } from './line-store.ts'

/** Of the lines on a model, the newest are looked at: however many there are, an offer costs the same. */
const NEWEST_LINES = 200

type FittedRow = { model: string; description: string; perPartAmount: Cents | null; ticketId: number }

/**
 * Counted are finished lines: of finalized and completed tickets, and those with a correction. Of parts of one description the
 * newest is taken, with the newest price.
 */
const fittedParts = statement(
  ({ companyId }, { models, except }: { models: readonly string[]; except: readonly number[] }) =>
    sql<FittedRow>`
      select wanted.model, fitted.description, fitted.per_part_amount, fitted.ticket_id
      from unnest(${models}::text[]) as wanted (model)
      cross join lateral (
        select (array_agg(part.description order by line.component_at desc))[1] as description,
               (array_agg(part.per_part_amount order by line.component_at desc)
                 filter (where part.per_part_amount is not null))[1] as per_part_amount,
               (array_agg(part.ticket_id order by line.component_at desc))[1] as ticket_id,
               max(line.component_at) as used_at
        from (
          select ticket_id, job_number, correction, component_at from job
          where ${belongsToCompany('job', companyId)} and component_id is not null and component_model = wanted.model
            and ticket_id <> all(${except}::integer[]) and answer <> 'declined'
          order by component_at desc
          limit ${NEWEST_LINES}
        ) as line
        join ticket on ${belongsToCompany('ticket', companyId)} and ticket.ticket_id = line.ticket_id
          and (ticket.state in ('completed', 'recorded')
            or (ticket.state in ('active', 'approval') and line.correction <> ''))
        join part on ${belongsToCompany('part', companyId)} and part.ticket_id = line.ticket_id
          and part.job_number = line.job_number and part.sublet is null and trim(part.description) <> ''
        group by lower(trim(part.description))
        order by used_at desc, 1
        limit ${MAX_FITTED_PARTS}
      ) as fitted
      order by wanted.model, fitted.used_at desc, fitted.description`,
)

/** Those that fitted components of these models (see `makerModelKey`) on other tickets than `except`, by model, newest first. */
export async function listFittedParts(
  work: UnitOfWork,
  models: readonly string[],
  except: readonly number[],
): Promise<readonly (FittedPart & { readonly model: string })[]> {
  const known = [...new Set(models)].filter(model => model !== '')
  return known.length === 0 ? [] : fittedParts(work, { models: known, except }).execute()
}

type LoadOfTicket = { readonly ticketId: number; readonly load: VisitLoad }

/** What the technicians of these tickets bring, of each component that a line is on. */
export async function listLoads(
  work: UnitOfWork,
  ticketIds: readonly number[],
): Promise<readonly LoadOfTicket[]> {
  if (ticketIds.length === 0) return []
  const lines = await work
    .from('job')
    .innerJoin('ticket', join =>
      join.onRef('ticket.companyId', '=', 'job.companyId').onRef('ticket.ticketId', '=', 'job.ticketId'),
    )
    .select(['job.ticketId', 'job.jobNumber', 'job.componentId', 'job.componentModel', 'ticket.vin'])
    .where('job.ticketId', 'in', [...ticketIds])
    .where('job.componentId', 'is not', null)
    .where('job.answer', '<>', 'declined')
    .orderBy('job.ticketId')
    .orderBy('job.jobNumber')
    .$narrowType<{ componentId: string; componentModel: string }>()
    .execute()
  if (lines.length === 0) return []
  const models = lines.map(({ componentModel }) => componentModel)
  const [components, parts, fitted] = await Promise.all([
    readOwnComponents(work, lines),
    work
      .from('part')
      .select(['ticketId', 'jobNumber', 'quantity', 'description'])
      .where('ticketId', 'in', [...ticketIds])
      .orderBy('position')
      .execute(),
    listFittedParts(work, models, ticketIds),
  ])
  return lines.flatMap(({ ticketId, componentId, componentModel }, index) => {
    const component = components.find(each => each.componentId === componentId)
    const onIt = lines.filter(line => line.ticketId === ticketId && line.componentId === componentId)
    if (component === undefined || onIt[0] !== lines[index]) return []
    const numbers = new Set<number | null>(onIt.map(({ jobNumber }) => jobNumber))
    const ofLines = parts.filter(part => part.ticketId === ticketId && numbers.has(part.jobNumber))
    const ofModel = fitted.filter(({ model }) => model === componentModel)
    return [
      {
        ticketId,
        load: visitLoad({ componentId, component: printedComponent(component) }, ofLines, ofModel),
      },
    ]
  })
}
