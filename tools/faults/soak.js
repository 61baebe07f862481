/* `pnpm soak --minutes 60`: exit status 0 passed; 1 memory, files or descriptors grew, or answers were wrong; 2 invalid arguments. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { faultsOf, tellsGrowth } from './src/soak/measure.ts'
import { soak } from './src/soak/soak.ts'

const text = /** @type {const} */ ('string')
const options = { minutes: { type: text, default: '60' }, slope: { type: text, default: '1' } }
const { values } = parseArgs({ options })
const [minutes, slope] = [Number(values.minutes), Number(values.slope)]
if (!(minutes > 0 && slope > 0) || process.platform !== 'linux') {
  process.stderr.write('pnpm soak [--minutes N] [--slope MB in ten minutes], on Linux\n')
  process.exit(2)
}
const folder = mkdtempSync(join(tmpdir(), 'recallite-soak-'))
try {
  const rows = await soak(
    folder,
    minutes * 60,
    (row) => void process.stdout.write(`${JSON.stringify(row)}\n`),
  )
  const faults = faultsOf(rows, slope)
  const good = tellsGrowth(minutes * 60)
    ? 'Nothing grew'
    : 'No descriptor was left open (growth takes 20 minutes)'
  process.stdout.write(`${faults.join('\n') || `${good}, and no answer was wrong.`}\n`)
  process.exitCode = faults.length === 0 ? 0 : 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
