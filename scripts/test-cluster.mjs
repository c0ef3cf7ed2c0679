// `npm run test:cluster`: several servers on one database, behind HAProxy and nginx, with NATS as their event bus.
// `--skip-missing`, as in `npm test`: skips what cannot be installed, and says so.

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureReady } from './ensure-ready.mjs'
import { findClusterPrograms } from './find-cluster-programs.mjs'
import { exitWithError, root } from './task-runner.mjs'

const words = process.argv.slice(2)
const isSkippingMissing = words.includes('--skip-missing')

await ensureReady()
const { missing, ...programs } = await findClusterPrograms()
if (missing.length > 0 && !isSkippingMissing)
  exitWithError(
    `The cluster tests need ${missing.join(', ')}: install what is missing (on Debian, root has it fetched).`,
  )
for (const name of missing)
  console.log(
    name === 'nats-server'
      ? 'There is no nats-server: what needs a broker is left out.'
      : `There is no ${name}: ${missing.includes('haproxy') && missing.includes('nginx') ? 'a balancer of our own stands in for it' : 'the other proxy has to do'}.`,
  )

const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const report = process.env.CLUSTER_REPORT
const args = [
  'run',
  '--config',
  'test/integration/cluster/vitest.config.ts',
  ...(report ? ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`] : []),
  ...words.filter(word => word !== '--skip-missing'),
]
const child = spawn(process.execPath, [vitest, ...args], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, CLUSTER_PROGRAMS: JSON.stringify(programs) },
})
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill('SIGTERM'))
child.on('exit', code => process.exit(code ?? 1))
