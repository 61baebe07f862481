import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { Failure } from './run.ts'

/** How a host starts a server. */
export interface Launch {
  readonly command: string
  readonly args: string[]
  readonly cwd: string
  readonly env: Record<string, string>
}

/** The names of the tools of a server. */
export const toolsOf = (launch: Launch): Promise<string[]> =>
  withClient(launch, async (client) => (await client.listTools()).tools.map(({ name }) => name))

/** Calls a tool. @throws Failure with its text if the tool fails */
export const callTool = (launch: Launch, name: string, input: Record<string, unknown>): Promise<void> =>
  withClient(launch, async (client) => {
    const { isError, content } = await client.callTool({ name, arguments: input })
    if (isError) throw new Failure(`${name}: ${JSON.stringify(content)}`)
  })

async function withClient<Result>(
  launch: Launch,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ name: 'plugin-check', version: '1' })
  await client.connect(new StdioClientTransport({ ...launch, stderr: 'ignore' }))
  try {
    return await work(client)
  } finally {
    await client.close()
  }
}
