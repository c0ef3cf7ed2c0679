// The Android app's signing key. A phone updates an app only if both versions were signed with the same key: after
// losing it, everyone has to reinstall.

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { exitWithError, root, run } from '../../scripts/task-runner.mjs'

const PASSWORD = 'ANDROID_KEYSTORE_PASSWORD'
const MIN_PASSWORD_LENGTH = 6

/** @param {string} file */
export async function makeKey(file) {
  const path = resolve(file)
  if (path.startsWith(root)) exitWithError('Keep the key outside of this folder: it must never be committed.')
  if (existsSync(path))
    exitWithError(`${path} is there already, and a key that is in use is never written over.`)
  if ((process.env[PASSWORD] ?? '').length < MIN_PASSWORD_LENGTH)
    exitWithError(
      `Set ${PASSWORD} to a password of at least ${MIN_PASSWORD_LENGTH} characters for the new key.`,
    )
  await run('keytool', [
    '-genkeypair',
    '-keystore',
    path,
    '-storetype',
    'PKCS12',
    '-alias',
    'rigwright',
    '-keyalg',
    'RSA',
    '-keysize',
    '3072',
    '-validity',
    '10957',
    '-dname',
    'CN=Rigwright',
    '-storepass:env',
    PASSWORD,
  ])
  console.log(`The key is in ${path}. Keep it, and its password, as long as anybody has the app.`)
  return path
}

/** The operator's key; without one, nothing is signed. */
export function namedKey() {
  const { ANDROID_KEYSTORE: path } = process.env
  if (!path)
    exitWithError(
      `The app is built but not signed, so no phone takes it. Set ANDROID_KEYSTORE and ${PASSWORD}, or make a key: npm run android -- --new-key FILE`,
    )
  if (!existsSync(path)) exitWithError(`ANDROID_KEYSTORE is "${path}", and there is no such file.`)
  if (!process.env[PASSWORD]) exitWithError(`Set ${PASSWORD}, the password of ${path}.`)
  return path
}

/** Signed by scheme v2 only: every Android from 7 on checks it, and so does test/integration/android.test.ts. */
export const sign = (/** @type {string} */ key, /** @type {string} */ from, /** @type {string} */ to) =>
  run('apksigner', [
    'sign',
    '--ks',
    key,
    '--ks-pass',
    `env:${PASSWORD}`,
    '--v1-signing-enabled',
    'false',
    '--v3-signing-enabled',
    'false',
    '--v4-signing-enabled',
    'false',
    '--out',
    to,
    from,
  ])
