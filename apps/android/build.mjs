// `npm run android`: builds the Android app from apps/android/ and signs it, as reference/android/rigwright.apk or
// `--to FILE`.
// `npm run android -- --new-key FILE` creates a key first. Needs only Debian's packages, and nothing of the product.

import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { cache, exitWithError, root, run, runStep } from '../../scripts/task-runner.mjs'
import { makeKey, namedKey, sign } from './key.mjs'
import { digestOfSources, SOURCES_FILE, sources, version, versionCode } from './sources.mjs'
import { findTools } from './tools.mjs'

const wanted = readOptions()
const { framework, smali } = await findTools()
const newKey = wanted['new-key'] === undefined ? null : await makeKey(wanted['new-key'])

const work = join(cache, 'android')
const [bare, aligned] = [join(work, 'bare.apk'), join(work, 'aligned.apk')]
await runStep('Building the Android app', async () => {
  rmSync(work, { recursive: true, force: true })
  mkdirSync(work, { recursive: true })
  cpSync(join(sources, 'assets'), join(work, 'assets'), { recursive: true })
  writeFileSync(join(work, SOURCES_FILE), digestOfSources())
  await run('aapt', [
    'package',
    '-f',
    '--no-crunch',
    '-M',
    join(sources, 'AndroidManifest.xml'),
    '-S',
    join(sources, 'res'),
    '-A',
    join(work, 'assets'),
    '-I',
    framework,
    '-F',
    bare,
    '--version-name',
    version,
    '--version-code',
    String(versionCode(version)),
  ])
  // 24, the oldest Android version in the manifest.
  await run('java', [...smali, '--api', '24', '-o', join(work, 'classes.dex'), join(sources, 'smali')])
  await run('aapt', ['add', bare, 'classes.dex'], { cwd: work })
  await run('zipalign', ['-f', '-p', '4', bare, aligned])
})

const key = newKey ?? namedKey()
const signed = resolve(wanted.to ?? join(root, 'reference', 'android', 'rigwright.apk'))
await runStep('Signing it', async () => {
  mkdirSync(join(signed, '..'), { recursive: true })
  await sign(key, aligned, signed)
  await run('apksigner', ['verify', signed])
})
console.log(`Version ${version} is in ${signed}`)

function readOptions() {
  try {
    return parseArgs({ options: { 'new-key': { type: 'string' }, to: { type: 'string' } } }).values
  } catch {
    return exitWithError('npm run android takes --new-key FILE and --to FILE.')
  }
}
