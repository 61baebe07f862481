import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sharedFile } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { startAgent } from '../mcp/__fixtures__/served-memory.js'
import { cliWorkspace } from '../__fixtures__/run-cli.js'
import { schemaErrors } from '../__fixtures__/schema.js'

/** Models next to the checkout, never in it; without them these tests are skipped. */
const gguf = sharedFile('models/static-wp-256.q8_0.gguf')
const onnx = sharedFile('models/all-MiniLM-L6-v2-onnx')

const records = [
  'The physician wrote a prescription for the patient.',
  'A wet cup slips above 12 newtons.',
  'The server restarts every night at two.',
]

interface Answer {
  readonly degraded: readonly object[]
  readonly results: readonly { readonly record: { readonly content: string } }[]
}

const contentsOf = ({ results }: Answer) => results.map(({ record }) => record.content)

const query = 'a doctor treats somebody who is ill'

/** A memory of the records, and the built program: a model runs in a child process, which does not read TypeScript. */
async function remembered(flags: readonly string[]) {
  const { folder, database, env, spawned, spawnedJson } = cliWorkspace({})
  const file = join(folder, 'records.jsonl')
  writeFileSync(file, records.map((content) => `${JSON.stringify({ content })}\n`).join(''))
  const { exitCode, stderr } = await spawned('import', file, ...flags)
  expect([exitCode, stderr]).toEqual([0, ''])
  return { database, folder, env, spawnedJson }
}

describe('records with a local model (needs models next to the checkout)', () => {
  it.skipIf(gguf === undefined)('C5: are recalled by meaning over MCP, with a GGUF model', async () => {
    const flags = ['--model', gguf ?? '']
    const { database, folder, env } = await remembered(flags)
    const agent = await startAgent({ cwd: folder, env }, '--db', database, '--scope', 'user', ...flags)
    const { structuredContent } = await agent.callTool({ name: 'memory_recall', arguments: { query } })
    const answer = structuredContent as unknown as Answer
    expect([answer.degraded, contentsOf(answer)[0]]).toEqual([[], records[0]])
  })

  it.skipIf(onnx === undefined)(
    'C5: are recalled by meaning by the program, with an ONNX model',
    async () => {
      const flags = ['--provider', 'onnx', '--model', onnx ?? '']
      const { spawnedJson } = await remembered(flags)
      const answer = (await spawnedJson('recall', query, ...flags)) as Answer
      expect(schemaErrors('recall', answer)).toEqual([])
      expect([answer.degraded, contentsOf(answer)[0]]).toEqual([[], records[0]])
    },
  )
})
