import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { builtProgram } from './program.ts'
import { FaultsError } from './run-suite.ts'
import type { World } from './world.ts'

/** A client of `recallite mcp`. Errors are answers too. */
export interface McpSession {
  call(tool: string, args: Record<string, unknown>): Promise<unknown>
  /** The addresses of all listed resources. */
  resources(): Promise<string[]>
  read(uri: string): Promise<unknown>
  readonly pid: number | null
  stderr(): string
  close(): Promise<void>
}

const timeout = 30_000

const orRefusal = (answer: Promise<unknown>) => answer.catch((error) => ({ refused: String(error) }))

/** Starts a server over stdio with the client of the SDK. */
export async function startMcp(
  args: readonly string[],
  { folder, env, through }: World,
  cwd = folder,
): Promise<McpSession> {
  const [command = '', ...rest] = [...through, process.execPath, builtProgram, 'mcp', ...args]
  const transport = new StdioClientTransport({ command, args: rest, cwd, env: { ...env }, stderr: 'pipe' })
  let stderr = ''
  transport.stderr?.on('data', (part: Buffer) => (stderr += part.toString('utf8')))
  const client = new Client({ name: 'faults', version: '0.0.0' })
  await client.connect(transport, { timeout }).catch((error) => {
    throw new FaultsError(`${error}; the server said: ${stderr}`)
  })
  return {
    pid: transport.pid,
    stderr: () => stderr,
    call: (name, input) => orRefusal(client.callTool({ name, arguments: input }, undefined, { timeout })),
    resources: async () => {
      const uris: string[] = []
      let cursor: string | undefined
      do {
        const page = await client.listResources(cursor === undefined ? {} : { cursor }, { timeout })
        uris.push(...page.resources.map(({ uri }) => uri))
        cursor = page.nextCursor
      } while (cursor !== undefined && uris.length < 200)
      return uris
    },
    read: (uri) => orRefusal(client.readResource({ uri }, { timeout })),
    close: () => client.close(),
  }
}
