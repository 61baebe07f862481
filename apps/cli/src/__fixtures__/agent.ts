import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { onTestFinished } from 'vitest'
import { builtCli } from './run-cli.js'

interface Place {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
}

/** An agent whose server over stdio is the built program, until the test ends. */
export async function startAgent({ cwd, env }: Place, ...flags: string[]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const variables = { ...(process.env as Record<string, string>), ...env }
  const launch = { command: process.execPath, args: [builtCli, 'mcp', ...flags], cwd, env: variables }
  await client.connect(new StdioClientTransport({ ...launch, stderr: 'pipe' }))
  onTestFinished(() => client.close())
  return client
}
