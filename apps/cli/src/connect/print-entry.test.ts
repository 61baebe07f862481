import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { recordingIo } from '@recallite/command-line/testing'
import { runProcess, temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { builtCli, cliWorkspace } from '../__fixtures__/run-cli.js'
import type { Flags } from '../flags/flags.js'
import { hostNames, printableHosts } from './host-table.js'
import { launchOf, type Program } from './launch.js'
import { placesOf } from './places.js'
import { printEntry, type RunningServer } from './print-entry.js'

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

function entryFor(
  hostName: string,
  flags: Flags = {},
  program: Program = installed(),
  running?: RunningServer,
) {
  const { io, written, talked } = recordingIo()
  const { home } = program
  const name = hostNames.find((each) => each === hostName)
  const place = name && placesOf({ platform: 'linux', home, variables: {} })[name]
  printEntry(hostName, { server: launchOf(flags, program), place, home, running }, io)
  return { written: written(), talked: talked() }
}

function addressFor(name: string) {
  const tokenFile = '/home/me/.recallite/serve/token'
  return entryFor(name, {}, installed(), { url, tokenFrom: 'T', command: ['recallite', 'serve'], tokenFile })
}

/** The part of an entry that starts or reaches the server. */
function serverIn(text: string): Record<string, unknown> {
  const [section = {}] = Object.values(JSON.parse(text) as Record<string, Record<string, object>>).slice(-1)
  return section['recallite'] as Record<string, unknown>
}

describe('recallite connect --print', () => {
  it('prints for each host how to start or reach the server, without a token (update it with vitest -u)', async () => {
    const entries = printableHosts.map((name) => {
      const { written, talked } = entryFor(name, { agent: 'scout', provider: 'none', offline: true })
      const address = name === 'openclaw' ? undefined : addressFor(name)
      return `# ${name}\n\n${written}${talked}${address ? `\n${address.written}${address.talked}` : ''}`
    })
    expect(entries.join('\n')).not.toMatch(/"\/|\/opt|node_modules|this machine/u)
    await expect(entries.join('\n')).toMatchFileSnapshot('__outputs__/entries.txt')
  })

  it.each(printableHosts)(
    'uses in %s different names for the memory of the user and that of a project',
    (name) => {
      expect(entryFor(name, { scope: 'user' }).written).toMatch(/\brecallite-user\b/u)
    },
  )

  it('prints paths of flags so that they work from any folder', () => {
    const program = installed()
    const flags = { db: join(program.home, 'my notes/x.sqlite'), config: 's.yaml', model: 'embeddinggemma' }
    const { args } = serverIn(entryFor('generic', flags, program).written)
    expect(args).toEqual([
      'mcp',
      '--db',
      '~/my notes/x.sqlite',
      '--config',
      join(process.cwd(), 's.yaml'),
      '--model',
      'embeddinggemma',
    ])
    expect(serverIn(entryFor('generic', { db: 'x.sqlite' }, program).written)).toMatchObject({
      args: ['mcp', '--db', join(process.cwd(), 'x.sqlite')],
    })
  })

  it('prints no password', () => {
    const { written } = entryFor('generic', { store: 'postgres://me:SECRET@db.example.org/notes' })
    expect(written).toContain('db.example.org')
    expect(written).not.toContain('SECRET')
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

  it('says which hosts do not support URLs', () => {
    expect(() => addressFor('openclaw')).toThrow(/connect --print openclaw/)
  })

  it('prints an entry that starts the server', async () => {
    const { spawned, folder, env, database } = cliWorkspace({})
    const { stdout, stderr } = await spawned('connect', '--print', 'generic')
    const { command, args } = serverIn(stdout) as { command: string; args: string[] }
    expect([command, realpathSync(args[0] ?? '')]).toEqual([process.execPath, realpathSync(builtCli)])
    expect(args.slice(1)).toEqual(['mcp', '--db', `~/${basename(database)}`])
    expect(stderr).toContain('only on this machine')
    const help = await runProcess([...args, '--help'], { cwd: folder, env })
    expect(help.stdout).toContain('memory_search')
    const address = await spawned('connect', '--print', 'codex', '--url', '--port', '80')
    expect(address.stdout).toContain('url = "http://127.0.0.1:80/mcp"')
    expect(address.stderr).toContain(
      `The server must be running: recallite serve --port 80 --db ~/${basename(database)}\n`,
    )
  })

  it.each([
    [['--print', 'emacs'], /claude-code/],
    [['--print', 'cursor', '--port', '80'], /--url/],
    [['--print', 'cursor', '--url', '--port', '0'], /a fixed port/],
    [['--print', 'cursor', '--url', '--port', 'x'], /port/],
  ])('rejects %j', async (flags, reason) => {
    const refused = await cliWorkspace({}).run('connect', ...flags)
    expect([refused.exitCode, refused.stdout, refused.stderr]).toEqual([2, '', expect.stringMatching(reason)])
  })
})
