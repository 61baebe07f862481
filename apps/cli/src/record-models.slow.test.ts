import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { sharedFile } from '@recallite/test-kit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { builtCli, cliWorkspace } from './__fixtures__/run-cli.js'
import { schemaErrors } from './__fixtures__/schema.js'

/** Models kept beside the checkout, never in it: without them these tests are skipped. */
const models = [
  ['a GGUF model', [], sharedFile('models/all-MiniLM-L6-v2.q8_0.gguf')],
  ['an ONNX model', ['--provider', 'onnx'], sharedFile('models/all-MiniLM-L6-v2-onnx')],
] as const

const records = [
  'The physician wrote a prescription for the patient.',
  'A wet cup slips above 12 newtons.',
  'The server restarts every night at two.',
]

interface Answer {
  readonly mode: string
  readonly degraded: readonly object[]
  readonly results: readonly { readonly record: { readonly content: string } }[]
}

const contentsOf = ({ results }: Answer) => results.map(({ record }) => record.content)

/** Asks the built program over MCP, as an agent does. */
async function askOverMcp(args: readonly string[], query: string): Promise<Answer> {
  const client = new Client({ name: 'test', version: '1' })
  const env = process.env as Record<string, string>
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [builtCli, 'mcp', ...args],
      env,
      stderr: 'pipe',
    }),
  )
  onTestFinished(() => client.close())
  const { structuredContent } = await client.callTool({ name: 'memory_recall', arguments: { query } })
  return structuredContent as unknown as Answer
}

describe.each(models)('records with %s (needs models beside the checkout)', (_, provider, model) => {
  it.skipIf(model === undefined)(
    'C5: are recalled by meaning where no word is shared, by the program and over MCP',
    { timeout: 120_000 },
    async () => {
      const { folder, database, spawned, spawnedJson } = cliWorkspace({})
      const file = join(folder, 'records.jsonl')
      writeFileSync(file, records.map((content) => `${JSON.stringify({ content })}\n`).join(''))
      const how = [...provider, '--model', model ?? '']
      const imported = await spawned('import', file, ...how)
      expect([imported.exitCode, imported.stderr]).toEqual([0, ''])
      const query = 'a doctor treats somebody who is ill'
      const recalled = (await spawnedJson('recall', query, ...how)) as Answer
      expect(schemaErrors('recall', recalled)).toEqual([])
      expect([recalled.degraded, contentsOf(recalled)[0]]).toEqual([[], records[0]])
      const over = await askOverMcp(['--db', database, '--scope', 'user', ...how], query)
      expect([over.degraded, contentsOf(over)[0], over.mode]).toEqual([[], records[0], recalled.mode])
    },
  )
})
