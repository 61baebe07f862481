import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { builtCli, indexedWorkspace } from '../__fixtures__/run-cli.js'
import { startProgram } from '../mcp/__fixtures__/served-memory.js'
import { browserCommand, editorLinks } from './other-programs.js'

describe('the browser', () => {
  it.each([
    ['linux', { DISPLAY: ':0' }, 'xdg-open'],
    ['linux', { WAYLAND_DISPLAY: 'wayland-0' }, 'xdg-open'],
    ['linux', { DISPLAY: '' }, undefined],
    ['linux', {}, undefined],
    ['linux', { DISPLAY: ':0', SSH_CONNECTION: '192.0.2.1 1 192.0.2.2 22' }, undefined],
    ['darwin', {}, 'open'],
    ['darwin', { SSH_CONNECTION: '192.0.2.1 1 192.0.2.2 22' }, undefined],
    ['win32', {}, 'rundll32'],
  ] as const)('on %s with %j is opened by %s', (platform, variables, program) => {
    expect(browserCommand(platform, variables)?.[0]).toBe(program)
  })

  it.skipIf(process.platform !== 'linux').each([
    [[], 1],
    [['--no-open'], 0],
  ] as const)('is opened by recallite ui %j %i times, and the link is printed', async (flags, times) => {
    const workspace = await indexedWorkspace({ 'a.md': '# A' })
    const [programs, opened] = [temporaryFolder(), join(temporaryFolder(), 'opened')]
    writeFileSync(join(programs, 'xdg-open'), `#!/bin/sh\nprintf '%s\\n' "$1" >> '${opened}'\n`)
    chmodSync(join(programs, 'xdg-open'), 0o755)
    writeFileSync(opened, '')
    const { PATH = '', SSH_CONNECTION: _, ...variables } = process.env as Record<string, string>
    const env = { ...variables, ...workspace.env, PATH: `${programs}${delimiter}${PATH}`, DISPLAY: ':0' }
    const args = [builtCli, 'ui', '--port', '0', '--db', workspace.database, '--provider', 'none', ...flags]
    const { child, said, ended } = startProgram(args, { cwd: workspace.folder, env })
    await expect.poll(() => said.stdout, { timeout: 30_000 }).toContain('\n')
    await expect.poll(() => readFileSync(opened, 'utf8')).toBe(times === 0 ? '' : said.stdout)
    child.kill('SIGTERM')
    await ended
  })
})

describe('the links to an editor', () => {
  const file = { folder: '/notes of me', path: 'a#b?.md', line: 7 }

  it('encode the path', () => {
    expect(editorLinks(file, 'vscode')).toEqual([
      { name: 'VS Code', href: 'vscode://file/notes%20of%20me/a%23b%3F.md:7' },
    ])
    expect(editorLinks(file, 'obsidian')).toEqual([
      { name: 'Obsidian', href: 'obsidian://open?path=%2Fnotes%20of%20me%2Fa%23b%3F.md' },
    ])
  })

  it('are those of the settings', () => {
    expect(editorLinks(file, undefined).map(({ name }) => name)).toEqual(['VS Code'])
    expect(editorLinks(file, 'code -g {path}')).toEqual([{ name: 'editor', href: null }])
  })
})
