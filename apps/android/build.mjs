// `npm run android`: builds the Android app from apps/android/ and signs it, as reference/android/rigwright.apk or
// `--to FILE`.
// `npm run android -- --new-key FILE` creates a key first. Needs only Debian's packages, and nothing of the product.

import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { installDebianPackages } from '../../scripts/optional-programs.mjs'
import { cache, exitWithError, root, run, runStep } from '../../scripts/task-runner.mjs'
import { makeKey, namedKey, sign } from './key.mjs'
import { digestOfSources, SOURCES_FILE, sources, version, versionCode } from './sources.mjs'

// Debian's packages include no Java compiler for Android, so the app is written in smali.
const JARS = ['smali', 'smali-util', 'dexlib2', 'antlr3-runtime', 'guava', 'jcommander'].map(
  name => `/usr/share/java/${name}.jar`,
)
const FRAMEWORK = '/usr/share/android-framework-res/framework-res.apk'

/** The needed tools, how to detect them, and their packages. */
const REQUIRED_TOOLS = [
  { what: 'java', debian: 'default-jre-headless', isHere: () => isOnPath('java') },
  { what: 'keytool', debian: 'default-jre-headless', isHere: () => isOnPath('keytool') },
  { what: 'aapt', debian: 'aapt', isHere: () => isOnPath('aapt') },
  { what: 'zipalign', debian: 'zipalign', isHere: () => isOnPath('zipalign') },
  { what: 'apksigner', debian: 'apksigner', isHere: () => isOnPath('apksigner') },
  { what: 'smali', debian: 'libsmali-java', isHere: () => JARS.every(jar => existsSync(jar)) },
  {
    what: "Android's own resources",
    debian: 'android-framework-res',
    isHere: () => existsSync(FRAMEWORK),
  },
]

const missing = () => REQUIRED_TOOLS.filter(({ isHere }) => !isHere())

/** Installs what is missing, or exits with a message that names it. */
async function findTools() {
  const packages = [...new Set(missing().map(({ debian }) => debian))]
  if (packages.length > 0) await installDebianPackages("Debian's tools for Android", packages)
  const names = missing().map(({ what }) => what)
  if (names.length > 0)
    exitWithError(
      `The Android app cannot be made here without ${names.join(', ')}. On Debian: apt-get install ${packages.join(' ')}`,
    )
  return { framework: FRAMEWORK, smali: ['-cp', JARS.join(delimiter), 'org.jf.smali.Main', 'assemble'] }
}

/** @param {string} name */
function isOnPath(name) {
  return (process.env.PATH ?? '').split(delimiter).some(folder => existsSync(join(folder, name)))
}

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
