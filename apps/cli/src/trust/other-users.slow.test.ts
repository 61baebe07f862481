import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, lstatSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startServer, temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { canBeOthers, otherUser, startNosyUser, withOpenUmask } from '../__fixtures__/other-user.js'
import { builtCli } from '../__fixtures__/run-cli.js'
import { commands } from '../commands/command-table.js'
import { modelContent, serveFile } from '../models/__fixtures__/model-server.js'

vi.setConfig({ testTimeout: 240_000 })

const other = otherUser()

/** Folders that every user may enter and write to. */
function openFolders() {
  const top = temporaryFolder()
  const [home, data, tmp, notes] = ['home', 'data', 'tmp', 'notes'].map((name) => join(top, name))
  const folders = [home, data, tmp, notes].map(String)
  for (const folder of folders) mkdirSync(folder)
  for (const folder of [top, ...folders]) chmodSync(folder, 0o777)
  for (const name of ['a', 'b'])
    writeFileSync(join(String(notes), `${name}.md`), `# ${name}\n\nThe zeppelin flies.\n`)
  const env = { PATH: process.env['PATH'] ?? '', HOME: String(home), TMPDIR: String(tmp), NO_COLOR: '1' }
  const start = (args: readonly string[]) =>
    spawn(...withOpenUmask([process.execPath, builtCli, ...args]), { cwd: top, env })
  return { top, folders, home: String(home), data: String(data), notes: String(notes), start }
}

type Place = ReturnType<typeof openFolders>

interface Step {
  readonly args: readonly string[]
  /** What a program that keeps running prints when it is ready, to be stopped. Default: it ends by itself. */
  readonly stays?: RegExp
  readonly exitCode?: number
  readonly before?: () => void
}

/** Runs a command to its end; returns its output. */
async function runStep({ start }: Place, { args, stays, exitCode = 0, before }: Step): Promise<string> {
  before?.()
  const child = start(args)
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text
      // A second signal would end it at once.
      if (stays?.test(said) === true && !child.killed) child.kill('SIGTERM')
    })
  }
  if (!stays) child.stdin.end()
  const [code, signal] = await once(child, 'close')
  expect([args[0], code ?? signal, said]).toEqual([args[0], exitCode, expect.any(String)])
  return said
}

/** Overwrites a page of a file, like a disk fault. */
function damage(file: string): void {
  const bytes = readFileSync(file)
  writeFileSync(file, bytes.fill(0x5a, 8192, 12_288))
}

/** Runs of every command. All except the first use a database in the open folder. */
function stepsIn({ data, notes }: Place, model: string): Step[] {
  const [database, jsonl] = [join(data, 'memory.sqlite'), join(data, 'all.jsonl')]
  const at = (...args: string[]): Step => ({ args: [...args, '--db', database] })
  const byWords = ['--provider', 'none']
  return [
    { args: ['models', 'pull', model] },
    { args: ['index', notes, ...byWords] },
    at('index', notes, ...byWords),
    at('search', 'zeppelin', ...byWords),
    at('get', 'notes:a.md'),
    at('why', 'zeppelin', 'a.md', ...byWords),
    at('remember', 'The captain sleeps at noon.'),
    at('remember', 'The cook sleeps at night.'),
    at('recall', 'captain', ...byWords),
    at('hook', 'prompt'),
    at('sessions', 'start', 'monday'),
    at('export', jsonl),
    at('import', jsonl),
    at('records', 'sync', join(data, 'shared')),
    at('backup', join(data, 'copy.sqlite')),
    at('backup', join(data, 'copy.sqlite'), '--force'),
    { args: ['copy', '--from', database, '--to', join(data, 'other.sqlite')] },
    at('optimise', '--drop-unused'),
    at('roots'),
    at('spaces'),
    at('status'),
    at('config'),
    at('doctor', '--deep', ...byWords),
    { ...at('doctor', '--repair', ...byWords), before: () => damage(database) },
    { ...at('doctor', '--repair', ...byWords), before: () => damage(database.replace('.', '.records.')) },
    { ...at('watch', ...byWords), stays: /Watching/ },
    { ...at('serve', '--port', '0', ...byWords), stays: /Listening/ },
    { ...at('ui', '--no-open', '--port', '0', ...byWords), stays: /link opens/ },
    at('mcp', ...byWords),
    { args: ['setup', notes, '--yes', '--model', model], exitCode: 5 },
    { args: ['trust', notes] },
    { args: ['connect', '--only', 'claude-code,codex,vscode', '--yes'] },
    { args: ['connect', '--transcripts', '--dry-run'] },
    { args: ['uninstall', '--dry-run'] },
    { args: ['completions', 'bash'] },
  ]
}

/** The paths below a folder that the group or others may read, write or enter. */
function openBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => (lstatSync(path).mode & 0o077) !== 0)
}

describe.skipIf(!canBeOthers)('another user of the machine, under umask 000 (needs root)', () => {
  it('can read, write and enter nothing that a command creates, while it runs and afterwards', async () => {
    const place = openFolders()
    const server = await startServer(serveFile({ content: modelContent(100_000) }))
    const look = startNosyUser(other, place.top, place.folders)
    const steps = stepsIn(place, `${server.url}/x.gguf`)
    const names = new Set(steps.map(({ args }) => args[0]))
    const without = ['forget']
    expect(commands.map(({ name }) => name).filter((name) => !names.has(name))).toEqual(without)
    const found: unknown[] = []
    const runAndLook = async (step: Step) => {
      const said = await runStep(place, step)
      const findings = await look()
      if (findings.found.length > 0) found.push({ command: step.args.slice(0, 2), ...findings })
      return { said, findings }
    }
    for (const step of steps) await runAndLook(step)
    const database = ['--db', join(place.data, 'memory.sqlite')]
    const { said } = await runAndLook({
      args: ['recall', 'cook', '--provider', 'none', '--json', ...database],
    })
    const [, id = ''] = /"id": *"([^"]+)"/u.exec(said) ?? []
    const { findings } = await runAndLook({ args: ['forget', id, ...database] })
    expect(found).toEqual([])
    writeFileSync(join(place.data, 'open'), 'x', { mode: 0o644 })
    expect((await look()).found).toEqual(['R data/open'])
    rmSync(join(place.data, 'open'))
    expect(findings.names).toBeGreaterThan(10)
    expect([place.home, place.data].flatMap(openBelow)).toEqual([])
  })

  it('who takes the port of a killed program gets no query, no text and no lasting token', async () => {
    const place = openFolders()
    const database = ['--db', join(place.data, 'memory.sqlite'), '--provider', 'none']
    await runStep(place, { args: ['index', place.notes, ...database] })
    const server = place.start(['serve', '--port', '0', ...database])
    let said = ''
    server.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
    await vi.waitUntil(() => said.includes('Its token'), { timeout: 30_000 })
    const [, port = ''] = /127\.0\.0\.1:(\d+)/u.exec(said) ?? []
    server.kill('SIGKILL')
    await once(server, 'close')
    const token = readFileSync(join(place.home, '.recallite/serve/token'), 'utf8').trim()

    const listener = startListener(port)
    await once(listener.stdout, 'data')
    let heard = ''
    listener.stdout.setEncoding('utf8').on('data', (text: string) => (heard += text))
    expect(await runStep(place, { args: ['search', 'zeppelin', ...database] })).toContain('a.md')
    await runStep(place, { args: ['status', ...database.slice(0, 2)] })
    const refused = await runStep(place, { args: ['serve', '--port', port, ...database], exitCode: 2 })
    expect(refused).toContain('Cannot listen')
    expect(heard).toContain('/v1/health')
    expect(heard).not.toContain('zeppelin')
    expect(heard).not.toContain(token)
  })
})

/** A server of the other user that prints each request and answers it with a friendly status. */
function startListener(port: string) {
  const code = `require('node:http').createServer((request, response) => {
    console.log(request.method, request.url, JSON.stringify(request.headers))
    request.on('data', (data) => console.log(String(data)))
    response.end('{"status":"ok"}')
  }).listen(${port}, '127.0.0.1', () => console.log('ready'))`
  return other.start(code)
}
