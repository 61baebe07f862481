import { spawnSync } from 'node:child_process'
import { builtCli } from '../../__fixtures__/run-cli.js'
import { proveSettings, type MakeProof, type Proof } from '../__fixtures__/prove-settings.js'
import type { SettingsWorkspace } from '../__fixtures__/settings-workspace.js'

const byWords = { provider: 'none' }

interface Recalled {
  readonly results: readonly { readonly adjustments: { readonly decay: number } }[]
}

/** Remembers three records, one of them old and doubtful. */
async function rememberCranes({ run }: SettingsWorkspace): Promise<void> {
  await run('remember', 'The northern crane lifts nine tons.')
  await run('remember', 'The southern crane lifts four tons.')
  await run('remember', 'The old crane squeaks.', '--confidence', '0.2', '--occurred-at', '2001-01-01')
}

/** By how much each of three records decays that is recalled by a query. */
function proofOf(value: number, query: string, expected: Pick<Proof, 'unset' | 'set'>): MakeProof {
  return (workspace) => ({
    given: byWords,
    value,
    async observe() {
      await rememberCranes(workspace)
      const { results } = await workspace.runJson<Recalled>('recall', query)
      return results.map(({ adjustments }) => adjustments.decay)
    },
    ...expected,
  })
}

/** What fields a client of the server is offered by `memory_recall`. */
const positions: MakeProof = (workspace) => ({
  given: byWords,
  value: true,
  async observe() {
    const initialize = {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    }
    const requests = [
      { id: 1, method: 'initialize', params: initialize },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/list' },
    ]
    const input = requests.map((request) => `${JSON.stringify({ jsonrpc: '2.0', ...request })}\n`).join('')
    const { cwd } = workspace
    const env = { ...process.env, ...workspace.environment() }
    const { stdout } = spawnSync(process.execPath, [builtCli, 'mcp'], { cwd, env, input, encoding: 'utf8' })
    const [, fields = ''] = /"name":"memory_recall".*?"inputSchema":(.*?)"required"/u.exec(stdout) ?? []
    return ['"query"', '"near"', '"boost"'].map((name) => fields.includes(name))
  },
  unset: [true, false, false],
  set: [true, true, true],
})

proveSettings('recall', {
  'recall.limit': proofOf(1, 'crane', { unset: [1, 1, 1], set: [1] }),
  'recall.threshold': proofOf(0.9, 'squeaks zeppelin', { unset: [1], set: [] }),
  'recall.minConfidence': proofOf(0.5, 'crane', { unset: [1, 1, 1], set: [1, 1] }),
  'recall.positions': positions,
  'recall.halfLife': proofOf(30, 'squeaks', { unset: [1], set: [0.5] }),
})
