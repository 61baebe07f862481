import { spawn } from 'node:child_process'
import { CodedError, printable } from '@recallite/command-line'
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
  // Most hosts start the same server.
  const answers = new Map<string, Promise<string>>()
  const answerOf = (words: readonly string[]) => {
    const key = JSON.stringify(words)
    const answer = answers.get(key) ?? greet(words, signal)
    answers.set(key, answer)
    return answer
  }
  const outcomes: Outcome[] = []
  for (const name of findHosts(places, variables['PATH'] ?? '')) outcomes.push(...(await hostOutcomes(name, places, { home, answerOf })))
  return outcomes
}

interface Probing {
  readonly home: string
  readonly answerOf: (words: readonly string[]) => Promise<string>
}

async function hostOutcomes(name: HostName, places: Places, { home, answerOf }: Probing): Promise<Outcome[]> {
  const { title } = hostOf(name)
  const fix = `recallite connect --only ${name}`
  try {
    if (hasPlugin(name, places)) return [fine(`${title}: connected by its plugin`)]
    const { file, section } = serverSection(name, places)
    const where = fromAnywhere(file, home)
    const content = naming(file, () => readHostFile(file))
    const read = file.endsWith('.toml') ? valueInToml : valueInJson
    const outcomes: Outcome[] = []
    for (const entry of ['recallite', 'recallite-user']) {
      const value = content === undefined ? undefined : naming(file, () => read(content, [...section, entry]))
      if (value === undefined) continue
      const detail = `${title}: ${entry} in ${where}`
      const answer = answerOf(wordsOf(value))
      outcomes.push(
        await answer.then(
          (text) => fine(`${detail}; ${text}`),
          (error: unknown) => failure(`${detail} does not answer`, reasonOf(error), fix),
        ),
      )
    }
    return outcomes.length > 0 ? outcomes : [fine(`${title}: not connected (${fix})`)]
  } catch (error) {
    return [failure(`${title}: its configuration cannot be read`, reasonOf(error), `recallite connect --print ${name}`)]
  }
}

/** The command line of an entry; empty for a URL. */
function wordsOf(value: unknown): string[] {
  const { command = [], args = [] } = (value ?? {}) as Readonly<Record<string, string | readonly string[]>>
  return [command, args].flat()
}

/** How long a server may take to answer, in milliseconds; npx may have to download it. */
const patience = 20_000

/**
 * Starts a server as a host does and waits for its first answer. The server uses a temporary index without a model, so that it
 * changes and sends nothing.
 */
async function greet(words: readonly string[], signal: AbortSignal): Promise<string> {
  const [command, ...args] = words
  if (command === undefined) return 'it uses a running server'
  const plain = args.filter((word, index) => word !== '--store' && args[index - 1] !== '--store')
  const child = spawn(command, [...plain, '--db', ':memory:', '--provider', 'none'], {
    signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
    // Batch files are started by a shell on Windows.
    shell: process.platform === 'win32',
  })
  let [output, messages] = ['', '']
  child.stderr.setEncoding('utf8').on('data', (text: string) => (messages += text))
  child.stdin.on('error', () => undefined).write(`${JSON.stringify(greeting)}\n`)
  try {
    return await new Promise<string>((resolve, reject) => {
      const fail = (reason: string) => reject(new CodedError('SERVER_SILENT', reason))
      child.on('error', ({ name, message }) =>
        fail(name === 'AbortError' ? `no answer within ${patience / 1000} s` : message),
      )
      child.on('close', () => fail(printable(messages.trim().split('\n').at(-1) || 'it ended without an answer')))
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        output += text
        const [, version] = /"serverInfo":\{[^}]*"version":"([^"]*)"/u.exec(output) ?? []
        if (version !== undefined) resolve(`the server answers (version ${version})`)
      })
    })
  } finally {
    child.kill('SIGKILL')
  }
}

/** The first request of a client. */
const greeting = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'recallite-doctor', version: '1' },
  },
}
