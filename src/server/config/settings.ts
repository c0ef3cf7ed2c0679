// All settings, read once at start. An invalid value stops the start with a message that names it; nothing else reads
// the environment.

import { resolve } from 'node:path'
import * as z from 'zod'
import { email } from '#contract/shared-schemas.ts'
import { zoneOrUtc } from '#domain/lib/company-time.ts'
import type { Bucket } from '#server/files/file-store.ts'
import type { GeocoderSetting } from '#server/geocoding/geocoder.ts'
import { isTileUrl, type MapTiles, TILES_FORMAT } from '#server/geocoding/map-tiles.ts'
import { type AddressBlock, parseBlocks } from '#server/lib/client-ip.ts'
import type { LogFormat } from '#server/lib/logger.ts'
import { type NatsConfig, parseNatsUrl } from '#server/live/nats-url.ts'
import { parseSmtpUrl, type SmtpServer } from '#server/mail/mail-transport.ts'
import type { MetricsAddress } from '#server/metrics/metrics.ts'
import type { CardProcessorSettings } from '#server/payments/card-processor.ts'

const blankIsUnset = (value: unknown): unknown => (value === '' ? undefined : value)
const setting = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsUnset, schema)

const STORAGE_FORMAT = 'disk, or a bucket such as s3://pictures?region=us-east-2'

/** `s3://bucket?region=…&endpoint=…`; null is the local disk. */
function parseStorage(text: string): Bucket | null | undefined {
  if (text === 'disk') return null
  if (!URL.canParse(text)) return undefined
  const { protocol, hostname, pathname, searchParams } = new URL(text)
  const endpoint = searchParams.get('endpoint') ?? undefined
  if (protocol !== 's3:' || hostname === '' || pathname.length > 1) return undefined
  if (endpoint !== undefined && !/^https?:$/.test(URL.canParse(endpoint) ? new URL(endpoint).protocol : ''))
    return undefined
  return { bucket: hostname, region: searchParams.get('region') ?? 'us-east-1', endpoint }
}

const GEOCODER_FORMAT = 'embedded, photon:https://photon.example or google:KEY'

/** `photon:` and its base URL, `google:` and a key, or `embedded`. */
function parseGeocoder(text: string): GeocoderSetting | null {
  if (text === 'embedded') return { kind: 'embedded' }
  const [, kind, value = ''] = /^(photon|google):(\S+)$/.exec(text) ?? []
  if (kind === 'google') return /^[\w-]{20,}$/.test(value) ? { kind, key: value } : null
  if (kind !== 'photon' || !URL.canParse(value)) return null
  const { protocol, search, hash } = new URL(value)
  const isBase = ['http:', 'https:'].includes(protocol) && search === '' && hash === ''
  return isBase ? { kind, url: value.replace(/\/+$/, '') } : null
}

/** Origins separated by commas; null if one is anything else. */
function parseOrigins(text: string): string[] | null {
  const parts = text.split(',').map(each => each.trim().replace(/\/$/, ''))
  const origins = parts.map(each =>
    /^https?:/i.test(each) && URL.canParse(each) ? new URL(each).origin : '',
  )
  return origins.every((origin, index) => origin === parts[index]?.toLowerCase()) ? origins : null
}

const PROXIES_FORMAT = 'addresses or blocks such as 10.0.0.0/8, 2001:db8::1'

const SMTP_FORMAT = 'an address such as smtps://user:password@mail.example'

const PUSH_FORMAT = 'addresses such as https://push.example, https://other.example:8443'

const FOUNDERS_FORMAT = 'email addresses such as maya@rigwright.example, tom@rigwright.example'

const CONTACT_FORMAT = 'an email address such as founders@rigwright.example'

const EVENT_BUS_FORMAT = 'addresses such as nats://user:password@host:4222, nats://other:4222'

// One email address, with or without a name: `Rigwright <desk@rigwright.example>`.
const MAILBOX = /^(?:[^<>@,;:"\r\n]+ )?<?[^\s<>@,;:"]+@[^\s<>@,;:"]+>?$/

const schema = z.object({
  PORT: setting(z.coerce.number({ error: 'a port from 0 to 65535' }).int().min(0).max(65535).default(3000)),
  HOST: setting(z.string().default('127.0.0.1')),
  DATA_DIR: setting(
    z
      .string()
      .default('./data')
      .transform(folder => resolve(folder)),
  ),
  BASE_URL: setting(
    z
      .url({ protocol: /^https?$/, error: 'an address such as https://rigwright.example' })
      .transform(url => new URL(url).origin)
      .optional(),
  ),
  DATABASE_URL: setting(
    z
      .url({
        protocol: /^postgres(ql)?$/,
        error: 'an address such as postgres://user:password@host/database',
      })
      .optional(),
  ),
  READ_REPLICA_URL: setting(
    z
      .url({
        protocol: /^postgres(ql)?$/,
        error: 'an address such as postgres://user:password@standby/database',
      })
      .optional(),
  ),
  AUTH_SECRET: setting(z.string().min(32, { error: 'at least 32 characters' }).optional()),
  STORAGE: setting(
    z
      .string()
      .default('disk')
      .refine(text => parseStorage(text) !== undefined, { error: STORAGE_FORMAT })
      .transform(text => parseStorage(text) ?? null),
  ),
  GEOCODER: setting(
    z
      .string()
      .default('embedded')
      .transform((text, context) => {
        const geocoder = parseGeocoder(text)
        if (geocoder === null) context.addIssue({ code: 'custom', message: GEOCODER_FORMAT })
        return geocoder ?? ({ kind: 'embedded' } as const)
      }),
  ),
  TILE_URL: setting(z.string().refine(isTileUrl, { error: TILES_FORMAT }).optional()),
  TILE_ATTRIBUTION: setting(z.string().max(200, { error: 'at most 200 characters' }).default('')),
  SMTP_URL: setting(
    z
      .string()
      .refine(text => parseSmtpUrl(text) !== null, { error: SMTP_FORMAT })
      .transform(parseSmtpUrl)
      .optional(),
  ),
  MAIL_FROM: setting(
    z.string().regex(MAILBOX, { error: 'a mailbox such as Rigwright <desk@rigwright.example>' }).optional(),
  ),
  EVENT_BUS_URL: setting(
    z
      .string()
      .refine(text => parseNatsUrl(text) !== null, { error: EVENT_BUS_FORMAT })
      .transform(parseNatsUrl)
      .optional(),
  ),
  BACKUPS: setting(z.enum(['nightly', 'off'], { error: 'nightly or off' }).optional()),
  LOG: setting(z.enum(['text', 'json'], { error: 'text or json' }).optional()),
  METRICS_PORT: setting(
    z.coerce.number({ error: 'a port from 0 to 65535' }).int().min(0).max(65535).optional(),
  ),
  METRICS_HOST: setting(z.string().default('127.0.0.1')),
  TRUSTED_PROXIES: setting(
    z
      .string()
      .refine(text => parseBlocks(text) !== null, { error: PROXIES_FORMAT })
      .transform(text => parseBlocks(text) ?? [])
      .default([]),
  ),
  FOUNDERS: setting(
    z
      .string()
      .transform(text => text.split(',').map(typed => email.safeParse(typed)))
      .refine(emails => emails.every(({ success }) => success), { error: FOUNDERS_FORMAT })
      .transform(emails => emails.flatMap(({ data }) => data ?? []))
      .default([]),
  ),
  CONTACT_EMAIL: setting(
    z
      .string()
      .refine(typed => email.safeParse(typed).success, { error: CONTACT_FORMAT })
      .pipe(email)
      .optional(),
  ),
  PUSH_SERVICES: setting(
    z
      .string()
      .refine(text => parseOrigins(text) !== null, { error: PUSH_FORMAT })
      .transform(text => parseOrigins(text) ?? [])
      .default([]),
  ),
  STRIPE_SECRET_KEY: setting(
    z
      .string()
      .regex(/^(sk|rk)_\w{8,}$/, { error: 'a secret key of Stripe, such as sk_live_…' })
      .optional(),
  ),
  STRIPE_WEBHOOK_SECRET: setting(
    z
      .string()
      .regex(/^whsec_\S{8,}$/, { error: 'the secret of a Stripe webhook, such as whsec_…' })
      .optional(),
  ),
  STRIPE_API_URL: setting(
    z.url({ protocol: /^https?$/, error: 'an address such as http://127.0.0.1:12111' }).optional(),
  ),
  RATE_LIMITS: setting(z.enum(['on', 'off'], { error: 'on or off' }).default('on')),
})

export type Settings = {
  readonly port: number
  readonly host: string
  readonly dataDir: string
  /** Undefined: the address the server listens on, known once the port is. */
  readonly baseUrl: string | undefined
  /** Undefined: the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined
  /** A standby of `databaseUrl`; undefined for none. */
  readonly readReplicaUrl: string | undefined
  readonly authSecret: string | undefined
  /** Null: `files` in `dataDir`. */
  readonly storage: Bucket | null
  /** The remote provider of address suggestions. */
  readonly geocoder: GeocoderSetting
  /** The background of the map of companies; null for none. */
  readonly tiles: MapTiles | null
  /** Payments by card; null for none. */
  readonly cards: CardProcessorSettings | null
  /** Null: emails are written to `mail` in `dataDir`. */
  readonly smtp: SmtpServer | null
  /** The "From" address of emails. */
  readonly mailFrom: string
  /** Proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly AddressBlock[]
  /** The NATS event bus; null: PostgreSQL's NOTIFY. */
  readonly eventBus: NatsConfig | null
  /** Whether a backup is made every night. */
  readonly backups: boolean
  readonly rateLimits: boolean
  /** Push services besides those of browser vendors, as origins. */
  readonly pushServices: readonly string[]
  /** The founders' emails, in lower case. */
  readonly founders: readonly string[]
  /** Where people write to the founders; null for nowhere. */
  readonly contactEmail: string | null
  /** Undefined: text on a terminal, JSON elsewhere. */
  readonly logFormat: LogFormat | undefined
  /** Where Prometheus scrapes; null for nowhere. */
  readonly metricsAddress: MetricsAddress | null
}

/** Of this machine, or TZ. */
export const serverTimeZone = (): string => zoneOrUtc(new Intl.DateTimeFormat().resolvedOptions().timeZone)

/** Never printed: messages go to terminals and logs. */
const SECRET_SETTINGS = new Set([
  'AUTH_SECRET',
  'DATABASE_URL',
  'EVENT_BUS_URL',
  'GEOCODER',
  'READ_REPLICA_URL',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'TILE_URL',
])

/** Reads the settings. Throws an Error with one line for each invalid value. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const parsed = schema.safeParse(environment)
  if (!parsed.success) {
    const sentences = parsed.error.issues.map(({ path, message }) => {
      const name = String(path[0])
      const value = SECRET_SETTINGS.has(name) ? 'set, but not usable' : `"${environment[name]}"`
      return `The setting ${name} is ${value}; it must be ${message}.`
    })
    throw new Error(sentences.join('\n'))
  }
  const set = parsed.data
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = set
  if ((secretKey === undefined) !== (webhookSecret === undefined))
    throw new Error('Set both STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or neither.')
  return {
    port: set.PORT,
    host: set.HOST,
    dataDir: set.DATA_DIR,
    baseUrl: set.BASE_URL,
    databaseUrl: set.DATABASE_URL,
    readReplicaUrl: set.READ_REPLICA_URL,
    authSecret: set.AUTH_SECRET,
    storage: set.STORAGE,
    geocoder: set.GEOCODER,
    tiles: set.TILE_URL === undefined ? null : { url: set.TILE_URL, attribution: set.TILE_ATTRIBUTION },
    cards:
      secretKey === undefined || webhookSecret === undefined
        ? null
        : { secretKey, webhookSecret, apiUrl: set.STRIPE_API_URL },
    smtp: set.SMTP_URL ?? null,
    mailFrom: set.MAIL_FROM ?? `Rigwright <no-reply@${new URL(set.BASE_URL ?? 'http://localhost').hostname}>`,
    trustedProxies: set.TRUSTED_PROXIES,
    eventBus: set.EVENT_BUS_URL ?? null,
    // An external database has its own backups.
    backups: (set.BACKUPS ?? (set.DATABASE_URL === undefined ? 'nightly' : 'off')) === 'nightly',
    rateLimits: set.RATE_LIMITS === 'on',
    founders: set.FOUNDERS,
    contactEmail: set.CONTACT_EMAIL ?? null,
    pushServices: set.PUSH_SERVICES,
    logFormat: set.LOG,
    metricsAddress:
      set.METRICS_PORT === undefined ? null : { host: set.METRICS_HOST, port: set.METRICS_PORT },
  }
}
