import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { builtCli } from '../__fixtures__/run-cli.js'
import { hostFiles, hostMachine } from '../connect/__fixtures__/host-machine.js'
import { listeningAt, startProgram } from '../mcp/__fixtures__/served-memory.js'

/** A machine with a memory, records and connected hosts. */
async function usedMachine() {
  const machine = hostMachine({
    ...hostFiles,
    'notes/a.md': 'The zeppelin is red.',
    '.recallite/sessions/main/a.jsonl': '{}',
  })
  const before = machine.tree()
  for (const words of [
    ['index', 'notes', '--provider', 'none'],
    ['remember', 'Deploys are on Mondays.', '--provider', 'none'],
    ['connect', '--yes'],
  ]) {
    const { exitCode, stderr } = await machine.run(...words)
    expect([exitCode, stderr]).toEqual([0, expect.any(String)])
  }
  return { ...machine, before }
}

describe('recallite uninstall', () => {
  it('lists and removes everything but notes, transcripts and records', async () => {
    const { run, tree, before, home } = await usedMachine()
    const connected = tree()
    const listed = await run('uninstall', '--dry-run')
    expect([listed.exitCode, tree()]).toEqual([0, connected])
    expect(listed.stdout).toMatch(/~\/\.claude\.json +mcpServers\.recallite\n[^]*~\/\.recallite\/memory +\d/u)
    expect(listed.stderr).toContain('It leaves ~/.recallite/memory/main.records.sqlite\n')
    expect((await run('uninstall')).exitCode).toBe(2)
    expect(tree()).toEqual(connected)
    expect(await run('uninstall', '--yes')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('npm uninstall'),
    })
    expect(readdirSync(join(home, '.recallite/memory'))).toContain('main.records.sqlite')
    expect(Object.keys(tree()).filter((path) => /main\.sqlite|connect\.json/u.test(path))).toEqual([])
    expect(await run('uninstall', '--yes', '--records')).toMatchObject({ exitCode: 0 })
    expect(tree()).toEqual(before)
    expect((await run('uninstall', '--yes')).stderr).toContain('There is nothing to remove.')
  })

  it.skipIf(!existsSync(builtCli))('first stops a program that serves a memory', async () => {
    const { run, home, env } = await usedMachine()
    const args = [builtCli, 'serve', '--port', '0', '--provider', 'none']
    const running = startProgram(args, {
      cwd: home,
      env: { ...(process.env as Record<string, string>), ...env },
    })
    await listeningAt(running)
    expect(await run('uninstall', '--yes', '--records')).toMatchObject({
      exitCode: 0,
      stderr: expect.stringMatching(/Process \d+ has ended/u),
    })
    expect(await running.ended).toBe(0)
    expect(readdirSync(join(home, '.recallite'))).toEqual(['sessions'])
  })
})
