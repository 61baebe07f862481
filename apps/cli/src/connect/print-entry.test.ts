import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { recordingIo } from '@recallite/command-line/testing'
import { describe, expect, it } from 'vitest'
import { builtCli, cliWorkspace } from '../../__fixtures__/run-cli.js'
import { runProcess, temporaryFolder } from '@recallite/test-kit'
import type { Flags } from '../../flags/flags.js'
import { clientNames } from './client-table.js'
import type { Program } from './entries.js'
import { printAddress, printLaunch } from './entries.js'

const url = 'http://127.0.0.1:7787/mcp'

/** An installed copy of the program, with a command on the PATH unless `isCommand` is false. */
function installed({ isCommand = true, at = 'lib/node_modules/recallite/dist' } = {}) {
  const folder = realpathSync(temporaryFolder())
  const bin = join(folder, 'bin')
  const script = join(folder, at, 'bin.js')
  for (const path of [bin, dirname(script)]) mkdirSync(path, { recursive: true })
  writeFileSync(script, '')
  if (isCommand) symlinkSync(script, join(bin, 'recallite'))
  const home = join(folder, 'home')
  return { node: '/opt/node', script, searchPath: `/nowhere${delimiter}${bin}`, home }
}

function entryFor(name: string, flags: Flags = {}, program: Program = installed()) {
  const { io, written, talked } = recordingIo()
  printLaunch(name, { flags, program }, io)
  return { written: written(), talked: talked() }
}

function addressFor(name: string) {
  const { io, written, talked } = recordingIo()
  const tokenFile = '/home/me/.recallite/serve/token'
  printAddress(
    name,
    { address: { url, tokenFrom: 'T' }, flags: {}, command: ['recallite', 'serve'], tokenFile },
    io,
  )
  return { written: written(), talked: talked() }
}

/** The part of an entry that starts or reaches the server. */
function serverIn(text: string): Record<string, unknown> {
  const [section = {}] = Object.values(JSON.parse(text) as Record<string, Record<string, object>>).slice(-1)
  return section['recallite'] as Record<string, unknown>
}

describe('recallite mcp --config', () => {
  it('prints for each client how to start or reach the server, without a token (update it with vitest -u)', async () => {
    const entries = clientNames.map((name) => {
      const { written, talked } = entryFor(name, { agent: 'scout', provider: 'none', offline: true })
      const address = name === 'claude-desktop' ? undefined : addressFor(name)
      return `# ${name}\n\n${written}${talked}${address ? `\n${address.written}${address.talked}` : ''}`
    })
    expect(entries.join('\n')).not.toMatch(/"\/|\/opt|node_modules|this machine/u)
    await expect(entries.join('\n')).toMatchFileSnapshot('__outputs__/entries.txt')
  })

  it.each(clientNames)(
    'uses in %s different names for the memory of the user and that of a project',
    (name) => {
      const { written, talked } = entryFor(name, { scope: 'user' })
      expect(written).toMatch(/\brecallite-user\b/u)
      expect(talked).not.toMatch(/ add recallite /u)
    },
  )

  it('prints paths of flags so that they work from any folder', () => {
    const program = installed()
    const flags = { db: join(program.home, 'my notes/x.sqlite'), settings: 's.yaml', model: 'embeddinggemma' }
    const { args } = serverIn(entryFor('generic', flags, program).written)
    expect(args).toEqual([
      'mcp',
      '--db',
      '~/my notes/x.sqlite',
      '--settings',
      join(process.cwd(), 's.yaml'),
      '--model',
      'embeddinggemma',
    ])
    expect(serverIn(entryFor('generic', { db: 'x.sqlite' }, program).written)).toMatchObject({
      args: ['mcp', '--db', join(process.cwd(), 'x.sqlite')],
    })
  })

  it.each([
    ['downloaded by npx', { at: 'home/.npm/_npx/1a2b/node_modules/recallite/dist' }],
    ['a dependency of a project', { at: 'project/node_modules/recallite/dist' }],
    ['a dependency, as pnpm links it', { at: 'node_modules/.pnpm/recallite@1/node_modules/recallite/dist' }],
  ])('uses npx if the program is %s', (_, { at }) => {
    const program = installed({ at, isCommand: false })
    const { args, command } = serverIn(entryFor('generic', {}, program).written)
    expect([command, args]).toEqual(['npx', ['-y', 'recallite', 'mcp']])
    const bin = join(program.home, 'node_modules/.bin')
    mkdirSync(bin, { recursive: true })
    writeFileSync(join(bin, 'recallite'), '')
    expect(serverIn(entryFor('generic', {}, { ...program, searchPath: bin }).written)).toMatchObject({
      command: 'npx',
    })
  })

  it('names its files only if the program is not an installed package, and says so', () => {
    const { written, talked } = entryFor('generic', {}, installed({ at: 'apps/cli/dist', isCommand: false }))
    const { args, command } = serverIn(written) as { command: string; args: string[] }
    expect([command, args[0]]).toEqual(['/opt/node', expect.stringMatching(/apps\/cli\/dist\/bin\.js$/)])
    expect(talked).toMatch(/not an installed package.*only on this machine/)
  })

  it('says which clients do not support URLs', () => {
    expect(() => addressFor('claude-desktop')).toThrow(/mcp --config claude-desktop/)
  })

  it('prints an entry that starts the server', async () => {
    const { spawned, folder, env, database } = cliWorkspace({})
    const { stdout, stderr } = await spawned('mcp', '--config', 'generic')
    const { command, args } = serverIn(stdout) as { command: string; args: string[] }
    expect([command, realpathSync(args[0] ?? '')]).toEqual([process.execPath, realpathSync(builtCli)])
    expect(args.slice(1)).toEqual(['mcp', '--db', `~/${basename(database)}`])
    expect(stderr).toContain('only on this machine')
    const help = await runProcess([...args, '--help'], { cwd: folder, env })
    expect(help.stdout).toContain('memory_search')
    const address = await spawned('serve', '--config', 'codex', '--port', '80')
    expect(address.stdout).toContain('url = "http://127.0.0.1:80/mcp"')
    expect(address.stderr).toContain(
      `The server must be running: recallite serve --port 80 --db ~/${basename(database)}\n`,
    )
  })

  it.each([
    ['mcp', ['--config', 'emacs'], /claude-code/],
    ['serve', ['--config', 'emacs'], /claude-code/],
    ['serve', ['--config', 'cursor', '--port', '0'], /a fixed port/],
    ['serve', ['--port', 'x'], /port/],
  ])('%s is not started by %j', async (command, flags, reason) => {
    const refused = await cliWorkspace({}).run(command, ...flags)
    expect([refused.exitCode, refused.stdout, refused.stderr]).toEqual([2, '', expect.stringMatching(reason)])
  })
})
