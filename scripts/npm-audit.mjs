// Checks production dependencies for known vulnerabilities of high severity or worse. It needs the network, so no
// other check runs it.

import { spawnSync } from 'node:child_process'

const CLEAN = 0
const VULNERABLE = 1
const UNANSWERED = 2

const { stdout } = spawnSync(
  'npm',
  ['audit', '--omit=dev', '--audit-level=high', '--json', '--fetch-retries=0'],
  { encoding: 'utf8', shell: process.platform === 'win32' },
)

/** @param {string} text */
function parseReport(text) {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

const { vulnerabilities, metadata } = parseReport(stdout)
if (vulnerabilities === undefined || metadata === undefined) {
  console.log('The package registry did not answer. Try again when it can be reached.')
  process.exit(UNANSWERED)
}
const severe = Object.values(vulnerabilities).filter(({ severity }) =>
  ['high', 'critical'].includes(severity),
)
for (const { name, severity, range, fixAvailable } of severe)
  console.log(`${name} ${range}: ${severity}; ${fixAvailable ? 'run npm audit fix' : 'no fix yet'}.`)
if (severe.length === 0) console.log('No known high or critical vulnerabilities.')
process.exit(severe.length === 0 ? CLEAN : VULNERABLE)
