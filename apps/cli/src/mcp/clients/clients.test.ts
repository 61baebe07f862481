import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { recordingIo } from '@recallite/command-line/testing'
import { describe, expect, it } from 'vitest'
import { builtCli, cliWorkspace } from '../../__fixtures__/run-cli.js'
import { runProcess } from '@recallite/test-kit'
import { clientNames } from './client-table.js'
import { printAddressEntry, printEntry } from './print-entry.js'

const program = { node: '/opt/node', script: '/opt/recallite/dist/bin.js' }
const url = 'http://127.0.0.1:7787/mcp'

function entryFor(name: string, flags: Parameters<typeof printEntry>[1]['flags'], script = program.script) {
  const { io, written, talked } = recordingIo()
  printEntry(name, { flags, program: { ...program, script } }, io)
  return { written: written(), talked: talked() }
}

function addressFor(name: string, flags: Parameters<typeof printEntry>[1]['flags'] = {}) {
  const { io, written, talked } = recordingIo()
  printAddressEntry(name, { flags, url, tokenFile: '/home/me/.recallite/serve/token' }, io)
  return { written: written(), talked: talked() }
}

/** Whatever says in an entry how to start or reach the server. */
function serverIn(text: string): Record<string, unknown> {
  const [section = {}] = Object.values(JSON.parse(text) as Record<string, Record<string, object>>).slice(-1)
  return section['recallite'] as Record<string, unknown>
}

const jsonClients = clientNames.filter((name) => name !== 'codex')

describe('recallite mcp --config', () => {
  it.each(jsonClients)('tells %s how to start this program, wherever the client runs', (name) => {
    const flags = {
      db: 'x.sqlite',
      agent: 'scout',
      settings: 's.yaml',
      provider: 'none',
      offline: true,
    } as const
    const { written, talked } = entryFor(name, flags)
    const { command, args } = serverIn(written) as { command: string; args: string[] }
    const here = process.cwd()
    expect([command, ...args.slice(0, 2)]).toEqual(['/opt/node', '/opt/recallite/dist/bin.js', 'mcp'])
    expect(args.slice(2, 6)).toEqual(['--db', join(here, 'x.sqlite'), '--agent', 'scout'])
    expect(args.slice(6)).toEqual(['--settings', join(here, 's.yaml'), '--provider', 'none', '--offline'])
    expect(talked).toMatch(/^This goes into .+\.\n$/)
  })

  it('tells codex in TOML', () => {
    expect(entryFor('codex', {}).written).toBe(
      '[mcp_servers.recallite]\ncommand = "/opt/node"\nargs = ["/opt/recallite/dist/bin.js","mcp"]\n',
    )
    expect(addressFor('codex').written).toBe(
      `[mcp_servers.recallite]\nurl = "${url}"\nbearer_token_env_var = "RECALLITE_TOKEN"\n`,
    )
  })

  it('goes by npx where the program is there for now only', () => {
    const { written } = entryFor('generic', {}, '/home/me/.npm/_npx/1a2b/node_modules/recallite/dist/bin.js')
    expect(serverIn(written)).toEqual({ command: 'npx', args: ['-y', 'recallite', 'mcp'] })
  })

  it.each([
    ['claude-code', { type: 'http', url, headers: { Authorization: 'Bearer ${RECALLITE_TOKEN}' } }],
    ['cursor', { url, headers: { Authorization: 'Bearer ${env:RECALLITE_TOKEN}' } }],
    ['vscode', { type: 'http', url, headers: { Authorization: 'Bearer ${input:recallite-token}' } }],
    ['windsurf', { serverUrl: url, headers: { Authorization: 'Bearer ${env:RECALLITE_TOKEN}' } }],
    ['gemini', { httpUrl: url, headers: { Authorization: 'Bearer ${RECALLITE_TOKEN}' } }],
    ['zed', { url, headers: { Authorization: 'Bearer VALUE_OF_RECALLITE_TOKEN' } }],
    ['cline', { type: 'streamableHttp', url, headers: { Authorization: 'Bearer VALUE_OF_RECALLITE_TOKEN' } }],
    ['generic', { type: 'http', url, headers: { Authorization: 'Bearer VALUE_OF_RECALLITE_TOKEN' } }],
  ])('tells %s where a server runs, and never the token', (name, entry) => {
    const { written, talked } = addressFor(name, { db: '/x.sqlite' })
    expect(serverIn(written)).toEqual(entry)
    expect(talked).toContain('recallite serve --db /x.sqlite')
    expect(talked).toContain('RECALLITE_TOKEN="$(cat /home/me/.recallite/serve/token)"')
  })

  it('says what it does not know', () => {
    expect(() => addressFor('claude-desktop')).toThrow(/mcp --config claude-desktop/)
    expect(() => entryFor('emacs', {})).toThrow(/there are claude-code/)
  })

  it('prints an entry that starts the server', async () => {
    const { spawned, folder, env, database } = cliWorkspace({})
    const { stdout } = await spawned('mcp', '--config', 'generic')
    const { command, args } = serverIn(stdout) as { command: string; args: string[] }
    expect([command, realpathSync(args[0] ?? '')]).toEqual([process.execPath, realpathSync(builtCli)])
    expect(args.slice(1)).toEqual(['mcp', '--db', database])
    const help = await runProcess([...args, '--help'], { cwd: folder, env })
    expect(help.stdout).toContain('memory_search')
  })

  it.each([
    ['mcp', ['--config', 'emacs'], /claude-code/],
    ['serve', ['--config', 'emacs'], /claude-code/],
    ['serve', ['--config', 'cursor', '--port', '0'], /a port that stays/],
    ['serve', ['--port', 'x'], /port/],
    ['serve', ['--idle', '5'], /15m/],
  ])('%s is not started by %j', async (command, flags, reason) => {
    const refused = await cliWorkspace({}).run(command, ...flags)
    expect([refused.exitCode, refused.stdout, refused.stderr]).toEqual([2, '', expect.stringMatching(reason)])
  })
})
