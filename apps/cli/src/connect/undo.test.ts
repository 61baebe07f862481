import { describe, expect, it } from 'vitest'
import { hostFiles, hostMachine } from './__fixtures__/host-machine.js'

describe('recallite connect --undo', () => {
  it('removes its entries from files that changed since, and keeps entries that were changed', async () => {
    const { run, read, write } = hostMachine()
    await run('connect', '--yes')
    const state = JSON.parse(read('.claude.json')) as { numStartups: number }
    write('.claude.json', JSON.stringify({ ...state, numStartups: 42 }, null, 2))
    write('.codex/config.toml', `${read('.codex/config.toml')}\n[tools]\nweb_search = true\n`)
    write('.gemini/settings.json', read('.gemini/settings.json').replace('GitHub', 'Ayu'))
    write('.cursor/mcp.json', read('.cursor/mcp.json').replace('"mcp"', '"mcp","--offline"'))
    write('.agents/skills/recallite/SKILL.md', 'My own.\n')
    const { exitCode, stderr } = await run('connect', '--undo')
    expect(exitCode).toBe(0)
    expect(stderr).toContain('~/.cursor/mcp.json: mcpServers.recallite was changed since, so it stays')
    expect(stderr).toContain('~/.agents/skills/recallite/SKILL.md: the skill was changed since, so it stays')
    expect(JSON.parse(read('.claude.json'))).toEqual({
      ...JSON.parse(hostFiles['.claude.json'] ?? ''),
      numStartups: 42,
    })
    expect(read('.codex/config.toml')).toBe(
      `${hostFiles['.codex/config.toml']}\n[tools]\nweb_search = true\n`,
    )
    expect(read('.gemini/settings.json')).toBe(hostFiles['.gemini/settings.json']?.replace('GitHub', 'Ayu'))
    expect(read('.cursor/mcp.json')).toContain('--offline')
  })

  it("keeps the user's entries, and replaces its own if they are outdated", async () => {
    const mine = '{"mcpServers":{"recallite":{"command":"mine"}}}'
    const { run, read, tree } = hostMachine({ ...hostFiles, '.cursor/mcp.json': mine })
    const before = tree()
    expect((await run('connect', '--yes')).stderr).toContain(
      'has another entry for mcpServers.recallite, which stays',
    )
    expect(read('.cursor/mcp.json')).toBe(mine)
    await run('connect', '--yes', '--agent', 'scout')
    expect(read('.codex/config.toml').match(/scout/gu)).toHaveLength(1)
    expect(read('.claude/settings.json').match(/hook prompt/gu)).toHaveLength(1)
    await run('connect', '--yes', '--scope', 'user')
    expect(read('.codex/config.toml')).toContain('[mcp_servers.recallite-user]')
    expect(read('.codex/config.toml')).toContain('scout')
    await run('connect', '--undo')
    expect(tree()).toEqual(before)
  })

  it('undoes one host, and keeps the skill that others share', async () => {
    const { run, tree, read } = hostMachine()
    const before = tree()
    await run('connect', '--yes')
    await run('connect', '--undo', '--only', 'codex')
    expect(read('.codex/config.toml')).toBe(hostFiles['.codex/config.toml'])
    expect(read('.agents/skills/recallite/SKILL.md')).toContain('name: recallite')
    await run('connect', '--undo')
    expect(tree()).toEqual(before)
  })
})
