import { lstatSync, readlinkSync, renameSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { addEntry } from './change.js'
import { hostFiles, hostMachine, serverFiles } from './__fixtures__/host-machine.js'

const hosts = Object.entries(serverFiles)

/** Forms in which people and programs save files. */
const forms: readonly [string, (text: string) => string | Uint8Array | undefined][] = [
  ['as it is', (text) => text],
  ['tabs', (text) => text.replaceAll(/^ +/gmu, (spaces) => '\t'.repeat(spaces.length / 2))],
  ['four spaces', (text) => text.replaceAll(/^ +/gmu, (spaces) => spaces + spaces)],
  ['CRLF', (text) => text.replaceAll('\n', '\r\n')],
  ['no line end at the end', (text) => text.trimEnd()],
  ['blank lines at the end', (text) => `${text}\n\n\n`],
  ['a byte order mark', (text) => `\uFEFF${text}`],
  ['an empty file', () => ''],
  ['white space', () => ' \n'],
  ['no file', () => undefined],
]

const jsonForms: readonly [string, string][] = [
  ['an empty object', '{}'],
  ['an empty object on two lines', '{\n}\n'],
  ['an object with a comment', '{\n  // nothing yet\n}\n'],
  ['a minified object', '{"a":{"b":[1,2]},"c":"d"}'],
  ['a comment after the last value', '{\n  "a": 1 // one\n}\n'],
  ['comments everywhere', '/* 1 */ { /* 2 */\n\t"a" /* 3 */: 1, // 4\n\t/* 5 */\n} // 6'],
  ['odd commas', '{"a": 1\n, "b": 2\n}'],
  ['a comment that ends with white space', '{\n  "a": 1 // one\u00A0 \n}\n'],
]

describe('recallite connect', () => {
  it('connects nine hosts, changes nothing the second time, and removes exactly what it wrote', async () => {
    const { run, tree, home } = hostMachine()
    const before = tree()
    const first = await run('connect', '--yes')
    expect([first.exitCode, first.stdout.match(/^Connected /gmu)?.length]).toEqual([0, 9])
    const connected = tree()
    expect(Object.keys(hostFiles).filter((path) => connected[path] === before[path])).toEqual([])
    const second = await run('connect', '--yes')
    expect([second.exitCode, second.stdout, tree()]).toEqual([0, '', connected])
    expect(second.stderr).toContain('Claude Code: already connected\n')
    expect(second.stderr).toContain('Nothing to change.')
    const undone = await run('connect', '--undo')
    expect([undone.exitCode, undone.stderr]).toEqual([0, ''])
    expect(undone.stdout).toContain(`Removed ~/.codex/config.toml: [mcp_servers.recallite]\n`)
    expect(tree()).toEqual(before)
    expect(home).toBeTruthy()
    expect((await run('connect', '--undo')).stderr).toBe('There is nothing to undo.\n')
  })

  it.each(
    hosts.flatMap(([host, file]) => forms.map(([name, change]) => [host, name, file, change] as const)),
  )('leaves a configuration of %s with %s as it was', async (host, _, file, change) => {
    const { [file]: text = '', ...others } = hostFiles
    const content = change(text)
    const { run, tree, read } = hostMachine(content === undefined ? others : { ...others, [file]: content })
    const before = tree()
    const done = await run('connect', '--only', host, '--yes')
    expect([done.exitCode, done.stdout]).toEqual([0, expect.stringContaining('Connected')])
    expect(read(host === 'opencode' && content === undefined ? file.slice(0, -1) : file)).toContain(
      'recallite',
    )
    const connected = tree()
    await run('connect', '--only', host, '--yes')
    expect(tree()).toEqual(connected)
    const { exitCode } = await run('connect', '--undo')
    expect([exitCode, tree()]).toEqual([0, before])
  })

  it.each(jsonForms)('adds to %s and removes it again', async (_, text) => {
    const { run, tree, read } = hostMachine({ '.cursor/mcp.json': text, '.config/zed/settings.json': text })
    const before = tree()
    await run('connect', '--yes')
    const value = { command: 'recallite', args: ['mcp'] }
    expect(
      addEntry(text, { kind: 'property', path: ['mcpServers', 'recallite'], value }).content,
    ).toMatchSnapshot()
    expect(read('.cursor/mcp.json')).toContain('recallite')
    await run('connect', '--undo')
    expect(tree()).toEqual(before)
  })

  it.each([
    ['claude-code', '.claude.json', '{\n  "a": 1,\n  "b" 2\n}', 3],
    ['claude-code', '.claude/settings.json', '{', 1],
    ['codex', '.codex/config.toml', 'a = 1\nb = \n', 2],
    ['codex', '.codex/hooks.json', '{\n"hooks": [,', 2],
    ['copilot-cli', '.copilot/mcp-config.json', 'no', 1],
    ['cursor', '.cursor/mcp.json', '{"mcpServers": {}}}', 1],
    ['gemini', '.gemini/settings.json', "{\n'ui': {}\n}", 2],
    ['openclaw', '.openclaw/openclaw.json', '{\n  agents: { defaults: {} },\n}', 2],
    ['opencode', '.config/opencode/opencode.jsonc', '{"a": "b}', 1],
    ['vscode', '.config/Code/User/mcp.json', '{\n\n"servers": {\n', 4],
    ['zed', '.config/zed/settings.json', '// 1\n/* 2\n{}', 2],
  ])('refuses %s if %s is broken, and connects the other hosts', async (host, file, text, line) => {
    const { run, tree } = hostMachine({ ...hostFiles, [file]: text })
    const before = tree()
    const { exitCode, stdout, stderr } = await run('connect', '--yes')
    expect([exitCode, stdout.match(/^Connected /gmu)?.length]).toEqual([1, 8])
    expect(stderr).toMatch(
      new RegExp(
        `cannot be connected: \\S*${file.replaceAll('.', '\\.')} has a syntax error in line ${line} `,
        'u',
      ),
    )
    expect(stderr).toContain(`recallite connect --print ${host}`)
    expect(tree()[file]).toBe(before[file])
    expect((await run('connect', '--undo')).exitCode).toBe(0)
    expect(tree()).toEqual(before)
  })

  it.each([
    ['a list', '{"mcpServers": []}', 'has no object at mcpServers'],
    ['a text', '"mcp"', 'does not contain an object'],
    ['bytes', new Uint8Array([0x7b, 0xff, 0x7d]), 'is not UTF-8 text'],
  ])('refuses %s', async (_, content, reason) => {
    const { run, tree } = hostMachine({ '.cursor/mcp.json': content })
    const before = tree()
    const { exitCode, stderr } = await run('connect', '--yes')
    expect([exitCode, stderr, tree()]).toEqual([1, expect.stringContaining(reason), before])
  })

  it('shows what it would write, and writes nothing without consent', async () => {
    const { run, tree } = hostMachine()
    const before = tree()
    const { exitCode, stdout } = await run(
      'connect',
      '--dry-run',
      '--scope',
      'user',
      '--only',
      'codex,gemini',
    )
    expect([exitCode, tree()]).toEqual([0, before])
    expect(stdout).toContain('add [mcp_servers.recallite-user]')
    expect(stdout).toContain('add hooks.BeforeAgent')
    expect(stdout).not.toContain('Claude')
    const asked = await run('connect')
    expect([asked.exitCode, asked.stderr, tree()]).toEqual([2, expect.stringContaining('--yes'), before])
    await run('connect', '--yes')
    const connected = tree()
    expect((await run('connect', '--undo', '--dry-run')).stdout).toContain(
      'Would remove ~/.claude.json: mcpServers.recallite',
    )
    expect(tree()).toEqual(connected)
  })

  it('keeps permissions and links, makes new files private, and copies no secret into its journal', async () => {
    const { run, home, write, read } = hostMachine()
    write('.claude.json', hostFiles['.claude.json'] ?? '', 0o600)
    renameSync(join(home, '.cursor/mcp.json'), join(home, 'dotfiles.json'))
    symlinkSync(join(home, 'dotfiles.json'), join(home, '.cursor/mcp.json'))
    const modeOf = (path: string) => (statSync(join(home, path)).mode & 0o777).toString(8)
    await run('connect', '--yes')
    expect(
      ['.claude.json', '.codex/config.toml', '.codex/hooks.json', '.recallite/connect.json'].map(modeOf),
    ).toEqual(['600', '644', '600', '600'])
    expect(readlinkSync(join(home, '.cursor/mcp.json'))).toBe(join(home, 'dotfiles.json'))
    expect(read('dotfiles.json')).toContain('recallite')
    expect(read('.recallite/connect.json')).not.toMatch(/SECRET|sam@example/u)
    await run('connect', '--undo')
    expect(lstatSync(join(home, '.cursor/mcp.json')).isSymbolicLink()).toBe(true)
    expect(read('dotfiles.json')).toBe(hostFiles['.cursor/mcp.json'])
  })

  it('leaves hosts with the plugin to it', async () => {
    const { run, write, tree } = hostMachine({})
    write('.claude/settings.json', '{"enabledPlugins":{"recallite@recallite":true}}')
    write('.openclaw/openclaw.json', '{"plugins":{"entries":{"recallite":{"enabled":true}}}}')
    const before = tree()
    const { exitCode, stderr } = await run('connect', '--yes')
    expect([exitCode, tree()]).toEqual([0, before])
    expect(stderr).toMatch(
      /Claude Code: already connected by its plugin\nOpenClaw: already connected by its plugin/u,
    )
  })

  it('uses the forms that a host has: files with comments, and sections of a new version', async () => {
    const { run, read } = hostMachine({
      '.config/opencode/opencode.json': '{"mcp":{"servers":{}}}',
      '.openclaw/openclaw.json': hostFiles['.openclaw/openclaw.json'] ?? '',
    })
    await run('connect', '--yes')
    expect(JSON.parse(read('.config/opencode/opencode.json'))).toMatchObject({
      mcp: { servers: { recallite: { type: 'local' } } },
    })
    expect(read('.openclaw/openclaw.json')).toContain('"cwd": "/work/claw"')
  })

  it('does not write a read-only file, and says so', async () => {
    const { run, write, tree } = hostMachine()
    write('.cursor/mcp.json', '{}', 0o444)
    const before = tree()
    const { exitCode, stdout, stderr } = await run('connect', '--yes')
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('.cursor/mcp.json is read-only')])
    expect(stdout).not.toContain('Cursor')
    await run('connect', '--undo')
    expect(tree()).toEqual(before)
  })

  it('finds no host on an empty machine, and refuses unknown names and a damaged journal', async () => {
    const { run, tree, home, write } = hostMachine({})
    expect(await run('connect')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--only claude-code,codex'),
    })
    expect(await run('connect', '--only', 'emacs')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('claude-code'),
    })
    expect(await run('connect', '--url')).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('--print'),
    })
    expect(tree()).toEqual({})
    expect(home).toBeTruthy()
    write('.recallite/connect.json', '{')
    writeFileSync(join(home, 'x'), '')
    expect(await run('connect', '--undo')).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining('CONNECT_JOURNAL'),
    })
  })
})
