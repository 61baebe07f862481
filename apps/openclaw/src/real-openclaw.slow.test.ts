import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import {
  postgresPrograms,
  startPostgres,
  startServer,
  temporaryFolder,
  type Answer,
} from '@recallite/test-kit'
import { findOpenSearch, startOpenSearch } from '@recallite/test-kit/opensearch-server'
import { describe, expect, it, onTestFinished } from 'vitest'
import { someFiles } from './__fixtures__/fake-openclaw.js'
import {
  driverFolder,
  openclawProgram,
  openclawVariables,
  pluginPack,
  runOpenclaw,
} from './__fixtures__/real-openclaw.js'

const minutes = 60_000
const question = 'Which key?'

/** A model that calls a tool for each question and quotes its answer. */
function scripted(call: { readonly name: string; readonly input: object }): Answer {
  return ({ body }, response) => {
    const { messages = [] } = JSON.parse(body || '{}') as { messages?: { role: string; content: unknown }[] }
    // OpenClaw adds messages of the user after those of tools.
    const last = messages.findLastIndex(({ content }) => `${JSON.stringify(content)}`.includes(question))
    const said = messages.slice(last).find(({ role }) => role === 'tool')
    const made = { name: call.name, arguments: JSON.stringify(call.input) }
    const delta = said
      ? { role: 'assistant', content: JSON.stringify(said.content) }
      : { role: 'assistant', tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: made }] }
    const chunk = (choice: object) =>
      `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'scripted', choices: [{ index: 0, ...choice }] })}\n\n`
    response.setHeader('content-type', 'text/event-stream')
    const reason = said ? 'stop' : 'tool_calls'
    response.end(`${chunk({ delta })}${chunk({ delta: {}, finish_reason: reason })}data: [DONE]\n\n`)
  }
}

async function installed() {
  const folder = temporaryFolder()
  const [workspace, config] = [join(folder, 'workspace'), join(folder, 'openclaw.json')]
  for (const [path, text] of Object.entries(someFiles)) {
    mkdirSync(join(workspace, 'memory'), { recursive: true })
    writeFileSync(join(workspace, path), text)
  }
  const model = await startServer(scripted({ name: 'memory_search', input: { query: 'the deploy key' } }))
  const port = 20_000 + Math.floor(Math.random() * 20_000)
  writeFileSync(config, JSON.stringify(configuration(workspace, model.url, port)))
  const run = (...words: string[]) => runOpenclaw(folder, words)
  return { model, run, workspace, config, folder, port }
}

function configuration(workspace: string, url: string, port: number): object {
  const scriptedModel = {
    id: 'scripted',
    name: 'Scripted',
    reasoning: false,
    input: ['text'],
    contextWindow: 128_000,
    maxTokens: 4096,
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  }
  const stub = { baseUrl: `${url}/v1`, apiKey: 'k', api: 'openai-completions', models: [scriptedModel] }
  return {
    agents: { defaults: { workspace, model: { primary: 'stub/scripted' } } },
    models: { mode: 'merge', providers: { stub } },
    tools: { profile: 'coding', toolSearch: false },
    gateway: { mode: 'local', port, bind: 'loopback', auth: { mode: 'token', token: 'token' } },
  }
}

type Installed = Awaited<ReturnType<typeof installed>>

async function startGateway({ folder, port }: Installed): Promise<void> {
  const gateway = spawn(process.execPath, [openclawProgram, 'gateway', 'run'], {
    env: { ...process.env, ...openclawVariables(folder) },
    stdio: 'ignore',
  })
  onTestFinished(() => void gateway.kill('SIGKILL'))
  for (let tries = 0; tries < 300; tries += 1) {
    const answers = await fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    )
    if (answers) return
    await setTimeout(1000)
  }
  throw new Error('The Gateway does not listen.')
}

/** Runs the plugin's tools next to those of memory-core; returns the prompt before the first call. */
async function askBesideMemoryCore({ config, model }: Installed, ask: () => Promise<string>) {
  const whole = readFileSync(config, 'utf8')
  const changed = JSON.parse(whole) as { plugins: { entries: { recallite: object } } }
  Object.assign(changed.plugins.entries.recallite, { config: { mode: 'tools', dreaming: { enabled: true } } })
  writeFileSync(config, JSON.stringify(changed))
  model.answerWith(scripted({ name: 'recallite_search', input: { query: 'the deploy key' } }))
  const { length } = model.requests
  const answer = await ask()
  writeFileSync(config, whole)
  const { tools, messages } = JSON.parse(model.requests[length]?.body ?? '{}') as {
    tools: { function: { name: string } }[]
    messages: unknown
  }
  return { answer, names: tools.map((tool) => tool.function.name), prompt: JSON.stringify(messages) }
}

describe.skipIf(!existsSync(openclawProgram) || pluginPack === undefined)('a real OpenClaw', () => {
  it(
    'asks the installed plugin, headless and in a Gateway, and itself after its removal',
    { timeout: 20 * minutes },
    async () => {
      const openclaw = await installed()
      const { run, config, workspace, model } = openclaw
      const headless = () =>
        run('agent', 'exec', question, '--config', config, '--cwd', workspace, '--code-mode', 'direct')
      await run('plugins', 'install', pluginPack ?? '', '--accept-capabilities', '--force')
      const found = await headless()
      expect(found).toContain('violet-42')
      expect(found).toMatch(/engine\W+recallite/u)

      const beside = await askBesideMemoryCore(openclaw, headless)
      expect(beside.answer).toMatch(/engine\W+recallite/u)
      expect(beside.names).toEqual(expect.arrayContaining(['memory_search', 'recallite_search']))
      // MEMORY.md stays in the prompt.
      expect(beside.prompt).toContain('violet-42')

      model.answerWith(scripted({ name: 'memory_search', input: { query: 'the deploy key' } }))
      await startGateway(openclaw)
      const ask = (session: string) =>
        run('agent', '--agent', 'main', '--session-id', session, '--message', question, '--json')
      expect(await ask('s1')).toMatch(/engine\W+recallite/u)
      model.answerWith(scripted({ name: 'memory_get', input: { path: 'MEMORY.md', from: 3, lines: 1 } }))
      expect(await ask('s2')).toMatch(/nextFrom\W+4/u)
      for (const name of ['memory', 'recallite'])
        expect(await run(name, 'status')).toContain('state/recallite/main.sqlite')
      expect(await run('memory', 'search', 'deploy key')).toMatch(/^0\.\d+ MEMORY\.md#L/mu)

      model.answerWith(scripted({ name: 'memory_search', input: { query: 'the deploy key' } }))
      await run('plugins', 'uninstall', 'recallite', '--force')
      expect(readFileSync(config, 'utf8')).not.toContain('"memory": "recallite"')
      const theirs = await headless()
      expect(theirs).toContain('violet-42')
      expect(theirs).not.toMatch(/engine\W+recallite/u)
    },
  )
})

const [programs, noCluster] = [postgresPrograms(), await findOpenSearch()]

async function postgresAddress(): Promise<string> {
  if (programs === undefined) throw new Error('PostgreSQL is missing')
  const { host, password, stop } = await startPostgres(programs)
  onTestFinished(() => stop())
  // The plugin reads the password from a file, as psql does.
  return `postgres://me@${host}/postgres?schema=openclaw#${password}`
}

async function clusterAddress(): Promise<string> {
  const cluster = await startOpenSearch()
  onTestFinished(() => cluster.stop())
  return `${cluster.url}/?prefix=openclaw`
}

const servers = [
  ...(programs === undefined ? [] : [['PostgreSQL', postgresAddress] as const]),
  ...(noCluster === undefined ? [['OpenSearch', clusterAddress] as const] : []),
]

describe.skipIf(!existsSync(openclawProgram) || pluginPack === undefined)('an index on a server', () => {
  it.each(servers)('%s answers a real OpenClaw', { timeout: 10 * minutes }, async (name, start) => {
    const [url = '', password] = (await start()).split('#')
    const { run, config, workspace, folder } = await installed()
    if (password !== undefined)
      writeFileSync(join(folder, '.pgpass'), `*:*:*:me:${password}\n`, { mode: 0o600 })
    await run('plugins', 'install', pluginPack ?? '', '--accept-capabilities', '--force')
    const whole = JSON.parse(readFileSync(config, 'utf8')) as { plugins: { entries: { recallite: object } } }
    Object.assign(whole.plugins.entries.recallite, { config: { settings: { store: { url } } } })
    writeFileSync(config, JSON.stringify(whole))
    const folderName = `store-${basename(driverFolder(name))}`
    const driver = join(folder, '.recallite/providers/node_modules/@recallite', folderName)
    mkdirSync(dirname(driver), { recursive: true })
    symlinkSync(driverFolder(name), driver)
    const found = await run(
      'agent',
      'exec',
      question,
      '--config',
      config,
      '--cwd',
      workspace,
      '--code-mode',
      'direct',
    )
    expect(found).toContain('violet-42')
    expect(found).toMatch(/engine\W+recallite/u)
    expect(await run('recallite', 'status')).toContain(url.replace(/\?.*/u, ''))
    expect(existsSync(join(folder, 'state/recallite/main.sqlite'))).toBe(false)
  })
})
