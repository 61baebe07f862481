import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hostMachine } from '../connect/__fixtures__/host-machine.js'
import { builtCli } from '../__fixtures__/run-cli.js'
import type { Finding } from './finding.js'

async function hostFindings({ run }: ReturnType<typeof hostMachine>): Promise<Finding[]> {
  const { stdout } = await run('doctor', '--json', '--provider', 'none')
  const { findings } = JSON.parse(stdout) as { findings: Finding[] }
  return findings.filter(({ name }) => name === 'hosts')
}

describe('hosts', () => {
  it('are named with the answer of their server, or why it does not answer', async () => {
    const machine = hostMachine({})
    const { write, home, tree } = machine
    const works = {
      command: process.execPath,
      args: [builtCli, 'mcp', '--store', 'postgres://nowhere.example.org/x'],
    }
    write('.cursor/mcp.json', JSON.stringify({ mcpServers: { recallite: works } }))
    write('.copilot/mcp-config.json', JSON.stringify({ mcpServers: { 'recallite-user': works } }))
    write(
      '.claude.json',
      JSON.stringify({ mcpServers: { recallite: { ...works, args: [builtCli, 'mcp', '--no-such'] } } }),
    )
    write('.codex/config.toml', '[mcp_servers.recallite]\ncommand = "no-such-program"\n')
    write(
      '.config/zed/settings.json',
      '{ "context_servers": { "recallite": { "url": "http://127.0.0.1/mcp" } } }',
    )
    write('.gemini/settings.json', '{}')
    write('.config/opencode/opencode.json', '{')
    writeFileSync(join(home, 'MEMORY.md'), 'A fact.\n')
    const before = tree()
    expect((await hostFindings(machine)).map(({ state, detail, cause }) => [state, detail, cause])).toEqual([
      [
        'failed',
        'Claude Code: recallite in ~/.claude.json does not answer',
        expect.stringContaining('--no-such'),
      ],
      [
        'failed',
        'Codex: recallite in ~/.codex/config.toml does not answer',
        expect.stringContaining('ENOENT'),
      ],
      [
        'ok',
        expect.stringMatching(/^Copilot CLI: recallite-user in .* the server answers with \d tools/u),
        null,
      ],
      ['ok', expect.stringMatching(/^Cursor: recallite in .* the server answers with \d tools/u), null],
      ['ok', 'Gemini CLI: not connected (recallite connect --only gemini)', null],
      [
        'failed',
        'opencode: its configuration cannot be read',
        expect.stringContaining('syntax error in line 1'),
      ],
      ['ok', 'Zed: recallite in ~/.config/zed/settings.json; it uses a running server', null],
    ])
    expect(tree()).toEqual(before)
  })
})
