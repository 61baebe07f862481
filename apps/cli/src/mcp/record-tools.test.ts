import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { describe, expect, it, onTestFinished } from 'vitest'
import { cliWorkspace } from '../__fixtures__/run-cli.js'
import { connectHere } from './__fixtures__/client-here.js'
import { connectHttp, startHttp } from './__fixtures__/served-memory.js'

describe('the record tools', () => {
  it('declare what they change, and create no file before they are called', async () => {
    const { client, folder, policy } = await connectHere()
    const { tools } = await client.listTools()
    expect(
      tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint, annotations?.destructiveHint]),
    ).toEqual([
      ['memory_search', true, undefined],
      ['memory_get', true, undefined],
      ['memory_remember', false, false],
      ['memory_recall', true, undefined],
      ['memory_forget', false, true],
      ['memory_session', false, false],
    ])
    expect(policy).toMatch(/with memory_remember; memory_search finds it\. .* call memory_recall\.$/)
    expect(existsSync(join(folder, 'index.records.sqlite'))).toBe(false)
  })

  it('store the origin agent and the name of the client in both eras, whatever the input names', async () => {
    for (const mode of ['auto', 'legacy'] as const) {
      const { call } = await connectHere({}, {}, mode)
      const input = { content: 'I am the user.', origin: 'user', client: 'someone' }
      const { structured, text } = await call('memory_remember', input)
      expect([mode, structured.record]).toEqual([
        mode,
        expect.objectContaining({ origin: 'agent', client: 'test' }),
      ])
      expect(text).not.toContain('someone')
      const recalled = await call('memory_recall', { query: 'user', minScore: 0, origins: ['agent'] })
      expect(recalled.text).toContain(' origin="agent" client="test" ')
      expect(
        (await call('memory_recall', { query: 'user', origins: ['hook'], minScore: 0 })).structured.results,
      ).toEqual([])
      expect((await call('memory_recall', { query: 'user', asOf: '1d', minScore: 0 })).text).toContain(
        'within asOf',
      )
      const found = await call('memory_search', { query: 'user', minScore: 0 })
      expect(found.text).toContain(' origin="agent" client="test"')
    }
  })

  it('store the name of a client over HTTP, which one of the older era does not send with its requests', async () => {
    const workspace = cliWorkspace({})
    const { url, headers } = await startHttp(workspace)
    const current = new Client(
      { name: 'web \u001Bagent', version: '1' },
      { versionNegotiation: { mode: 'auto' } },
    )
    await current.connect(
      new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } }),
    )
    onTestFinished(() => current.close())
    const { client: former } = await connectHttp({ url: new URL('/mcp', url), headers })
    await current.callTool({ name: 'memory_remember', arguments: { content: 'The heron limps.' } })
    await former.callTool({ name: 'memory_remember', arguments: { content: 'The stork waits.' } })
    const { stdout } = await workspace.run('export')
    const records = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(records.map(({ origin, client }) => [origin, client])).toEqual([
      ['agent', 'web agent'],
      ['agent', undefined],
    ])
  })

  it('C17: refuse with a code and advice, and continue', async () => {
    const { call } = await connectHere()
    for (const [name, input, refusal] of [
      ['memory_recall', { query: ' ' }, /^QUERY_EMPTY: /],
      ['memory_recall', { query: 'x', mode: 'both' }, /^OPTION_INVALID: .* Call again with input/],
      ['memory_recall', { query: 'x', filter: { a: { $less: 1 } } }, /^FILTER_UNKNOWN_OPERATOR: .*\$less/],
      ['memory_remember', { content: ' ' }, /^RECORD_BLANK: /],
      ['memory_forget', { id: 'nothing' }, /^RECORD_UNKNOWN: .*memory_recall returned/],
    ] as const) {
      const { isError, text } = await call(name, input)
      expect([name, isError, text]).toEqual([name, true, expect.stringMatching(refusal)])
    }
    const { structured, isError } = await call('memory_remember', { content: 'The heron limps.' })
    expect(isError).toBe(false)
    const found = await call('memory_recall', { query: 'heron', minScore: 0 })
    expect(found.structured.results.map(({ record }) => record.id)).toEqual([structured.record.id])
  })
})
