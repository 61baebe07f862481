import { spawn } from 'node:child_process'
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
  const plain = args.filter((word, index) => word !== '--store' && args[index - 1] !== '--store')
  const child = spawn(command, [...plain, '--db', ':memory:', '--provider', 'none'], {
    signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
    // Windows starts batch files only in a shell.
    shell: process.platform === 'win32',
  })
  const output = { stdout: '', stderr: '' }
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.stderr += text))
  child.stdin.on('error', () => undefined).write(requests.map((each) => `${JSON.stringify(each)}\n`).join(''))
  try {
    return await new Promise<string>((resolve, reject) => {
      const fail = (reason: string) => reject(new CodedError('SERVER_SILENT', reason))
      child.on('error', (error) =>
        fail(error.name === 'AbortError' ? `no answer in ${patience / 1000} s` : error.message),
      )
      child.on('close', () => fail(oneLine(output.stderr) || 'it ended without an answer'))
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        output.stdout += text
        const [, tools] = /^(\{.*"tools":\[.*)\n/mu.exec(output.stdout) ?? []
        if (tools !== undefined)
          resolve(`the server answers with ${tools.split('"inputSchema"').length - 1} tools`)
      })
    })
  } finally {
    child.kill('SIGKILL')
  }
}

const oneLine = (text: string): string => text.trim().replaceAll(/\s+/gu, ' ').slice(0, 300)

const clientInfo = { name: 'recallite-doctor', version: '1' }

/** What a client sends first. */
const requests = [
  { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/list' },
].map((request) => ({ jsonrpc: '2.0', ...request }))
