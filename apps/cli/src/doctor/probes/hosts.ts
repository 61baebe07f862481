import { CodedError } from '@recallite/command-line'
import { reasonOf } from '@recallite/core'
import { environmentVariables } from '@recallite/settings'
import { valueInJson } from '../../connect/edit-json.js'
import { valueInToml } from '../../connect/edit-toml.js'
import { findHosts, hasPlugin, serverSection } from '../../connect/entries.js'
import { naming, readHostFile } from '../../connect/host-file.js'
import { type HostName, hostOf } from '../../connect/host-table.js'
import { fromAnywhere } from '../../connect/launch.js'
import { type Places, placesOf } from '../../connect/places.js'
import { failure, fine, type Outcome } from '../finding.js'
import type { Subject } from '../subject.js'

/** Whether the hosts on this machine are connected, and whether the server of each entry answers. */
export async function hosts({ resolved: { home }, signal }: Subject): Promise<Outcome[]> {
  const variables = environmentVariables()
  const places = placesOf({ platform: process.platform, home, variables })
  const outcomes: Outcome[] = []
  for (const name of findHosts(places, variables['PATH'] ?? '')) {
    try {
      const entries = entriesIn(name, places, home)
      if (hasPlugin(name, places)) outcomes.push(fine(`${hostOf(name).title}: connected by its plugin`))
      else if (entries.length === 0)
        outcomes.push(fine(`${hostOf(name).title}: not connected (${fixOf(name)})`))
      for (const { detail, words } of entries) {
        outcomes.push(
          await greet(words, signal).then(
            (text) => fine(`${detail}; ${text}`),
            (error: unknown) => failure(`${detail} does not answer`, reasonOf(error), fixOf(name)),
          ),
        )
      }
    } catch (error) {
      const detail = `${hostOf(name).title}: its configuration cannot be read`
      outcomes.push(failure(detail, reasonOf(error), `recallite connect --print ${name}`))
    }
  }
  return outcomes
}

const fixOf = (name: HostName): string => `recallite connect --only ${name}`

/** The entries of this program in a host's file, with the words that start the server; none for a running server. */
function entriesIn(name: HostName, places: Places, home: string) {
  const { title } = hostOf(name)
  const { file, section } = serverSection(name, places)
  const content = naming(file, () => readHostFile(file)) ?? ''
  const read = file.endsWith('.toml') ? valueInToml : valueInJson
  return ['recallite', 'recallite-user'].flatMap((entry) => {
    const value = naming(file, () => read(content, [...section, entry])) as
      | Readonly<Record<string, string | string[]>>
      | undefined
    if (value === undefined) return []
    const { command = [], args = [] } = value
    return [{ detail: `${title}: ${entry} in ${fromAnywhere(file, home)}`, words: [command, args].flat() }]
  })
}

/** How long a server may take to answer, in milliseconds; npx may have to download it. */
const patience = 20_000

/**
 * Starts a server as a host does, and lists its tools. The server uses a temporary index without a model, so that it changes and sends
 * nothing.
 */
async function greet([command, ...args]: readonly string[], signal: AbortSignal): Promise<string> {
  if (command === undefined) return 'it uses a running server'
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js')
  const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js')
  const plain = args.filter((word, index) => word !== '--store' && args[index - 1] !== '--store')
  const transport = new StdioClientTransport({
    command,
    args: [...plain, '--db', ':memory:', '--provider', 'none'],
    env: environmentVariables() as Record<string, string>,
    stderr: 'pipe',
  })
  let messages = ''
  transport.stderr?.on('data', (part: Buffer) => (messages += part.toString()))
  const client = new Client({ name: 'recallite-doctor', version: '1' })
  try {
    await client.connect(transport, { timeout: patience, signal })
    const { tools } = await client.listTools({}, { timeout: patience, signal })
    return `the server answers with ${tools.length} tools`
  } catch (error) {
    signal.throwIfAborted()
    const reason = messages.trim().replaceAll(/\s+/gu, ' ').slice(0, 300) || reasonOf(error)
    throw new CodedError('SERVER_SILENT', reason, { cause: error })
  } finally {
    await client.close()
  }
}
