import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readSettings } from './settings.ts'

const MAILBOX = 'a mailbox such as Rigwright <desk@rigwright.example>'
const PROXIES = 'addresses or blocks such as 10.0.0.0/8, 2001:db8::1'
const EVENT_BUS_URL = 'addresses such as nats://user:password@host:4222, nats://other:4222'
const BUCKET = 'disk, or a bucket such as s3://pictures?region=us-east-2'

describe('an invalid setting stops the start with a message that names it', () => {
  test.each([
    ['PORT', 'http', 'a port from 0 to 65535'],
    ['PORT', '65536', 'a port from 0 to 65535'],
    ['PORT', '-1', 'a port from 0 to 65535'],
    ['PORT', '30.5', 'a port from 0 to 65535'],
    ['BASE_URL', 'rigwright.example', 'an address such as https://rigwright.example'],
    ['BASE_URL', 'ftp://rigwright.example', 'an address such as https://rigwright.example'],
    ['DATABASE_URL', 'mysql://localhost/x', 'an address such as postgres://user:password@host/database'],
    ['READ_REPLICA_URL', 'standby', 'an address such as postgres://user:password@standby/database'],
    ['DATABASE_URL', 'localhost', 'an address such as postgres://user:password@host/database'],
    ['AUTH_SECRET', 'too short', 'at least 32 characters'],
    ['STORAGE', 'tape', BUCKET],
    ['STORAGE', 's3://', BUCKET],
    ['STORAGE', 's3://pictures/folder', BUCKET],
    ['STORAGE', 'https://pictures', BUCKET],
    ['STORAGE', 's3://pictures?endpoint=here', BUCKET],
    ['SMTP_URL', 'mail.example', 'an address such as smtps://user:password@mail.example'],
    ['SMTP_URL', 'https://me:secret@mail.example', 'an address such as smtps://user:password@mail.example'],
    ['TILE_URL', 'https://tiles.example/', 'an address such as https://tiles.example/{z}/{x}/{y}.png'],
    ['TILE_URL', 'tiles', 'an address such as https://tiles.example/{z}/{x}/{y}.png'],
    ['TILE_ATTRIBUTION', 'x'.repeat(201), 'at most 200 characters'],
    ['MAIL_FROM', 'Rigwright', MAILBOX],
    ['MAIL_FROM', 'a@b.example, c@d.example', MAILBOX],
    ['MAIL_FROM', 'Desk <a@b.example>\r\nBcc: c@d.example', MAILBOX],
    ['TRUSTED_PROXIES', 'nginx', PROXIES],
    ['TRUSTED_PROXIES', '10.0.0.0/33', PROXIES],
    ['TRUSTED_PROXIES', '10.0.0.1,', PROXIES],
    ['TRUSTED_PROXIES', '10.0.0.0/8 fc00::/7', PROXIES],
    ['EVENT_BUS_URL', 'postgres', EVENT_BUS_URL],
    ['EVENT_BUS_URL', 'broker:4222', EVENT_BUS_URL],
    ['EVENT_BUS_URL', 'http://broker:4222', EVENT_BUS_URL],
    ['EVENT_BUS_URL', 'nats://', EVENT_BUS_URL],
    ['EVENT_BUS_URL', 'nats://broker:0', EVENT_BUS_URL],
    ['EVENT_BUS_URL', 'nats://broker:65536', EVENT_BUS_URL],
    ['EVENT_BUS_URL', 'nats://broker:4222/rigwright', EVENT_BUS_URL],
    ['EVENT_BUS_URL', 'nats://broker:4222?tls=1', EVENT_BUS_URL],
    ['EVENT_BUS_URL', 'nats://:password@broker', EVENT_BUS_URL],
    ['EVENT_BUS_URL', 'nats://%zz@broker', EVENT_BUS_URL],
    ['EVENT_BUS_URL', 'nats://one,', EVENT_BUS_URL],
    ['EVENT_BUS_URL', 'nats://one, nats://me:secret@two', EVENT_BUS_URL],
    ['BACKUPS', 'daily', 'nightly or off'],
    ['RATE_LIMITS', 'no', 'on or off'],
    ['LOG', 'xml', 'text or json'],
    ['METRICS_PORT', '-1', 'a port from 0 to 65535'],
  ])('%s=%s must be %s', (name, value, expected) => {
    const secret = [
      'AUTH_SECRET',
      'DATABASE_URL',
      'EVENT_BUS_URL',
      'READ_REPLICA_URL',
      'SMTP_URL',
      'TILE_URL',
    ].includes(name)
    const sentence = `The setting ${name} is ${secret ? 'set, but not usable' : `"${value}"`}; it must be ${expected}.`
    expect(() => readSettings({ [name]: value })).toThrow(new Error(sentence))
  })

  test('two invalid settings are two messages', () => {
    expect(() => readSettings({ PORT: 'x', RATE_LIMITS: 'maybe' })).toThrow(
      new Error(
        'The setting PORT is "x"; it must be a port from 0 to 65535.\nThe setting RATE_LIMITS is "maybe"; it must be on or off.',
      ),
    )
  })
})

describe('settings', () => {
  const DEFAULTS = {
    port: 3000,
    host: '127.0.0.1',
    dataDir: resolve('./data'),
    baseUrl: undefined,
    databaseUrl: undefined,
    readReplicaUrl: undefined,
    authSecret: undefined,
    storage: null,
    geocoder: { kind: 'embedded' },
    tiles: null,
    cards: null,
    smtp: null,
    mailFrom: 'Rigwright <no-reply@localhost>',
    trustedProxies: [],
    eventBus: null,
    backups: true,
    rateLimits: true,
    founders: [],
    contactEmail: null,
    pushServices: [],
    logFormat: undefined,
    metricsAddress: null,
  }
  const NAMES = [
    'PORT',
    'HOST',
    'DATA_DIR',
    'BASE_URL',
    'DATABASE_URL',
    'READ_REPLICA_URL',
    'AUTH_SECRET',
    'STORAGE',
    'GEOCODER',
    'TILE_URL',
    'TILE_ATTRIBUTION',
    'SMTP_URL',
    'MAIL_FROM',
    'BACKUPS',
    'RATE_LIMITS',
    'FOUNDERS',
    'CONTACT_EMAIL',
    'PUSH_SERVICES',
    'TRUSTED_PROXIES',
    'EVENT_BUS_URL',
    'LOG',
    'METRICS_PORT',
    'METRICS_HOST',
    'STRIPE_SECRET_KEY',
    'STRIPE_WEBHOOK_SECRET',
    'STRIPE_API_URL',
  ]

  test('that are missing or blank have defaults', () => {
    expect(readSettings({})).toEqual(DEFAULTS)
    expect(readSettings(Object.fromEntries(NAMES.map(name => [name, ''])))).toEqual(DEFAULTS)
  })

  test('are all read', () => {
    expect(
      readSettings({
        PORT: '0',
        HOST: '::',
        DATA_DIR: '/var/lib/rigwright',
        RATE_LIMITS: 'off',
        OTHER: 'ignored',
        BASE_URL: 'https://rigwright.example/anything?x=1',
        DATABASE_URL: 'postgresql://me@host/rigwright',
        READ_REPLICA_URL: 'postgres://me@standby/rigwright',
        AUTH_SECRET: 'x'.repeat(32),
        STORAGE: 's3://pictures?region=eu-west-1&endpoint=https://minio.example:9000',
        GEOCODER: 'photon:https://photon.example',
        TILE_URL: 'https://{s}.tiles.example/{z}/{x}/{y}.png',
        TILE_ATTRIBUTION: '© Example Tiles',
        SMTP_URL: 'smtps://me:secret@mail.example',
        STRIPE_SECRET_KEY: 'sk_live_of_nobody',
        STRIPE_WEBHOOK_SECRET: 'whsec_of_nobody',
        STRIPE_API_URL: 'http://127.0.0.1:12111',
        PUSH_SERVICES: 'https://push.example, http://127.0.0.1:8099/',
        FOUNDERS: ' Maya@rigwright.example, tom@rigwright.example',
        CONTACT_EMAIL: 'hello@rigwright.example',
        TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8::1',
        EVENT_BUS_URL: 'nats://me:secret@one.example, two.example:4223',
        LOG: 'json',
        METRICS_PORT: '9464',
        METRICS_HOST: '10.0.0.1',
      }),
    ).toEqual({
      port: 0,
      host: '::',
      dataDir: '/var/lib/rigwright',
      rateLimits: false,
      pushServices: ['https://push.example', 'http://127.0.0.1:8099'],
      founders: ['maya@rigwright.example', 'tom@rigwright.example'],
      contactEmail: 'hello@rigwright.example',
      trustedProxies: [
        { address: '10.0.0.0', prefix: 8 },
        { address: '2001:db8::1', prefix: 128 },
      ],
      baseUrl: 'https://rigwright.example',
      databaseUrl: 'postgresql://me@host/rigwright',
      readReplicaUrl: 'postgres://me@standby/rigwright',
      authSecret: 'x'.repeat(32),
      storage: { bucket: 'pictures', region: 'eu-west-1', endpoint: 'https://minio.example:9000' },
      geocoder: { kind: 'photon', url: 'https://photon.example' },
      tiles: { url: 'https://{s}.tiles.example/{z}/{x}/{y}.png', attribution: '© Example Tiles' },
      smtp: { host: 'mail.example', port: 465, secure: true, user: 'me', password: 'secret' },
      cards: {
        secretKey: 'sk_live_of_nobody',
        webhookSecret: 'whsec_of_nobody',
        apiUrl: 'http://127.0.0.1:12111',
      },
      mailFrom: 'Rigwright <no-reply@rigwright.example>',
      eventBus: {
        servers: ['one.example:4222', 'two.example:4223'],
        isSecure: false,
        user: 'me',
        password: 'secret',
      },
      backups: false,
      logFormat: 'json',
      metricsAddress: { host: '10.0.0.1', port: 9464 },
    })
  })

  test.each([
    [{}, true],
    [{ BACKUPS: 'off' }, false],
    [{ DATABASE_URL: 'postgres://me@host/rigwright' }, false],
    [{ DATABASE_URL: 'postgres://me@host/rigwright', BACKUPS: 'nightly' }, true],
  ])('%j make nightly backups: %j', (set, backups) => expect(readSettings(set)).toMatchObject({ backups }))

  test('accept an Amazon bucket by name alone', () => {
    const storage = { bucket: 'pictures', region: 'us-east-1', endpoint: undefined }
    expect(readSettings({ STORAGE: 's3://pictures' })).toMatchObject({ storage })
  })
})

test('CONTACT_EMAIL that is no email address stops the start, with a sentence that names it', () => {
  expect(() => readSettings({ CONTACT_EMAIL: 'the founders' })).toThrow(
    'The setting CONTACT_EMAIL is "the founders"; it must be an email address such as founders@rigwright.example.',
  )
})

describe('GEOCODER', () => {
  test.each([
    [undefined, { kind: 'embedded' }],
    ['', { kind: 'embedded' }],
    ['embedded', { kind: 'embedded' }],
    ['photon:https://photon.example', { kind: 'photon', url: 'https://photon.example' }],
    ['photon:http://127.0.0.1:2322/', { kind: 'photon', url: 'http://127.0.0.1:2322' }],
    ['photon:https://maps.example/photon/', { kind: 'photon', url: 'https://maps.example/photon' }],
    ['google:AIzaSy-made_up_0123456789', { kind: 'google', key: 'AIzaSy-made_up_0123456789' }],
  ])('%j is read as %j', (GEOCODER, geocoder) =>
    expect(readSettings({ GEOCODER }).geocoder).toEqual(geocoder),
  )

  test.each([
    'photon',
    'photon:',
    'photon:photon.example',
    'photon:ftp://x',
    'google',
    'google:no',
    'mapbox:x',
    'Embedded',
  ])('%j stops the start with a message that names it', GEOCODER => {
    expect(() => readSettings({ GEOCODER })).toThrow(
      `The setting GEOCODER is set, but not usable; it must be embedded, photon:https://photon.example or google:KEY.`,
    )
  })
})

describe('EVENT_BUS_URL', () => {
  test.each([
    ['nats://127.0.0.1', { servers: ['127.0.0.1:4222'], isSecure: false }],
    ['nats://[::1]:4333/', { servers: ['[::1]:4333'], isSecure: false }],
    ['tls://broker.example', { servers: ['broker.example:4222'], isSecure: true }],
    [
      'nats://s3cr%40t@broker.example',
      { servers: ['broker.example:4222'], isSecure: false, token: 's3cr@t' },
    ],
    [
      'nats://me:p%2Fw@one,nats://two,tls://three:1',
      {
        servers: ['one:4222', 'two:4222', 'three:1'],
        isSecure: true,
        user: 'me',
        password: 'p/w',
      },
    ],
  ])('%s is %j', (EVENT_BUS_URL, eventBus) =>
    expect(readSettings({ EVENT_BUS_URL }).eventBus).toEqual(eventBus),
  )
})
