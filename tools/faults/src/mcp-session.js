import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { FaultsError } from './faults-error.js'
import { builtProgram } from './program.js'

/**
 * @typedef {object} McpSession a client of `recallite mcp`
 * @property {(name: string, args: Record<string, unknown>) => Promise<unknown>} call a tool; refusals are answers too
 * @property {() => Promise<string[]>} resources addresses of all that are listed
 * @property {(uri: string) => Promise<unknown>} read
 * @property {number | null} pid of the server
 * @property {() => string} stderr
 * @property {() => Promise<void>} close
 */

const timeout = 30_000

/** @param {Promise<unknown>} answer */
function orRefusal(answer) {
  return answer.catch((error) => ({ refused: String(error) }))
}

/**
 * Starts a server over stdio with the SDK's own client.
 * @param {readonly string[]} args
 * @param {{ cwd: string, env: Record<string, string>, through?: readonly string[] }} options
 * @returns {Promise<McpSession>}
 */
export async function startMcp(args, { cwd, env, through = [] }) {
  const [command = '', ...rest] = [...through, process.execPath, builtProgram, 'mcp', ...args]
  const transport = new StdioClientTransport({
    command,
    args: rest,
    cwd,
    env,
    stderr: 'pipe',
  })
  let stderr = ''
  transport.stderr?.on('data', (/** @type {Buffer} */ part) => (stderr += part.toString('utf8')))
  const client = new Client({ name: 'faults', version: '0.0.0' })
  await client.connect(transport, { timeout }).catch((error) => {
    throw new FaultsError(`${error}; the server said: ${stderr}`)
  })
  return {
    pid: transport.pid,
    stderr: () => stderr,
    call: (name, input) => orRefusal(client.callTool({ name, arguments: input }, undefined, { timeout })),
    resources: async () => {
      const uris = []
      /** @type {string | undefined} */
      let cursor
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
