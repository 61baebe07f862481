import { existsSync } from 'node:fs'
import { runProcess, silence, playServices } from '@recallite/test-kit'
import { describe, expect, it, vi } from 'vitest'
import { builtCli } from '../__fixtures__/run-cli.js'
import { startProgram } from '../mcp/__fixtures__/served-memory.js'
import { modelWorkspace, serving, warm } from './__fixtures__/model-workspace.js'

// A busy machine may take more than a minute.
vi.setConfig({ testTimeout: 240_000 })

const byResident = /Answered by the resident program, process (\d+)/
const byItself = /Answered in this process\./

/** An answer without its duration. */
function untimed(stdout: string): unknown {
  const isTime = (key: string, value: unknown) =>
    key === 'time' || (key === 'timings' && typeof value === 'object')
  return JSON.parse(stdout, (key, value: unknown) => (isTime(key, value) ? 'some time' : value))
}

describe.skipIf(process.platform === 'win32')('a resident program', () => {
  it('gives commands the same answer as they compute themselves, without loading their code and model', async () => {
    const { run, runHere, start, asked, write, server } = await modelWorkspace()
    await warm(start(), server)
    for (const words of [
      ['vehicle'],
      ['sessions', '--limit', '1', '--threshold', '0', '--fusion', 'rrf'],
      ['tea', '--path', 'tea.md', '--since', '2020', '--strict', '--per-document', '1'],
      ['tea', '--where', '{"kind":{"$exists":false}}'],
      ['tea', '--where', '{"kind":"green"}'],
      ['zeppelin'],
      ['sesions'],
    ]) {
      const before = asked().length
      const resident = await run('search', ...words, '--json', '--explain')
      expect(resident.stderr).toMatch(byResident)
      const alone = await runHere('search', ...words, '--json', '--explain', '--in-process')
      expect(alone.stderr).toMatch(byItself)
      expect(untimed(resident.stdout)).toEqual(untimed(alone.stdout))
      expect(asked().length).toBeGreaterThan(before)
    }
    for (const format of ['text', 'md', 'files']) {
      const printed = ['search', 'vehicle', '--format', format]
      expect(await run(...printed)).toEqual(await runHere(...printed, '--in-process'))
    }
    // A new note is found, as by a command without the program.
    write('notes/new.md', '# New\n\nA zeppelin has landed.\n')
    expect((await run('search', 'zeppelin', '--format', 'files')).stdout).toContain('new.md')
    for (const wrong of [
      ['search', ' '],
      ['search', 'x', '--root', 'nowhere'],
      ['search', 'x', '--where', '{"kind":{"$is":1}}'],
      ['search', 'x', '--where', '{"kind"'],
    ]) {
      expect(await run(...wrong)).toEqual(await runHere(...wrong, '--in-process'))
    }
  })

  it('is not used by a command with other settings or flags, which says so in explanations', async () => {
    const { run, start, status, variables, environment, cwd } = await modelWorkspace()
    const program = start()
    await serving(program)
    const { resident } = await status()
    expect(resident).toMatchObject({ pid: program.child.pid, unusedBecause: null })
    const other = await run('search', 'tea', '--provider', 'none', '--explain')
    expect(other.stderr).toMatch(/not used: it runs with other settings or flags/)
    const explained = async (name: string, value: string) => {
      variables[name] = value
      return (await runProcess([builtCli, 'search', 'tea', '--explain'], { cwd, env: environment() })).stderr
    }
    expect(await explained('RECALLITE_QUERY_MAX_RESULTS', '2')).toMatch(
      /not used: it runs with other settings/,
    )
    expect(await explained('RECALLITE_SERVE_USE', 'false')).toMatch(byItself)
  })

  it('is the only one of its memory; a second one names the first, and --stop ends it', async () => {
    const { run, start, status, files } = await modelWorkspace()
    const first = start()
    await serving(first)
    const second = await run('serve', '--port', '0')
    expect([second.exitCode, second.stderr]).toEqual([
      1,
      expect.stringContaining(`Process ${first.child.pid} already serves this memory`),
    ])
    expect(second.stderr).toMatch(/serve --stop.*SERVE_RUNNING/)
    expect((await run('serve', '--stop')).stderr).toBe(`Process ${first.child.pid} has ended.\n`)
    expect(await first.ended).toBe(0)
    expect(existsSync(files.endpoint)).toBe(false)
    expect((await status()).resident).toBeNull()
    expect((await run('serve', '--stop')).stderr).toMatch(
      /^No program serves (?:the memory of|your own memory)/u,
    )
  })

  it('may be killed: commands answer by themselves, even during a request, and another program can start', async () => {
    const { run, start, status, server, files } = await modelWorkspace()
    const program = start()
    await warm(program, server)
    const before = server.requests.length
    server.answerWith(silence())
    const asking = run('search', 'sessions', '--explain')
    await expect.poll(() => server.requests.length, { timeout: 30_000 }).toBeGreaterThan(before)
    program.child.kill('SIGKILL')
    await program.ended
    server.answerWith(playServices())
    const answered = await asking
    expect([answered.exitCode, answered.stdout, answered.stderr]).toEqual([
      0,
      expect.stringContaining('auth.md'),
      expect.stringMatching(byItself),
    ])
    expect(existsSync(files.endpoint)).toBe(true)
    expect((await run('search', 'sessions', '--explain')).stderr).toMatch(byItself)
    expect((await status()).resident).toBeNull()
    await serving(start())
    expect((await run('search', 'sessions', '--explain')).stderr).toMatch(byResident)
  })

  it('may hang: commands answer by themselves', async () => {
    const { run, start, status, server, files } = await modelWorkspace()
    const program = start()
    await warm(program, server)
    // Earlier, it would be suspended while holding the lock for starting.
    await expect.poll(() => existsSync(`${files.endpoint}.lock`)).toBe(false)
    program.child.kill('SIGSTOP')
    const answered = await run('search', 'sessions', '--explain')
    expect([answered.exitCode, answered.stdout]).toEqual([0, expect.stringContaining('auth.md')])
    expect(answered.stderr).toMatch(/not used: it did not answer within 1 s/)
    expect((await status()).resident).toMatchObject({
      pid: null,
      unusedBecause: expect.stringContaining('1 s'),
    })
    expect((await run('serve', '--port', '0')).stderr).toMatch(/already serves this memory.*did not answer/)
    program.child.kill('SIGCONT')
    await expect
      .poll(async () => (await run('search', 'sessions', '--explain')).stderr, { timeout: 60_000 })
      .toMatch(byResident)
  })

  it('cancels a request when its command is interrupted', async () => {
    const { start, server, cwd, env } = await modelWorkspace()
    await warm(start(), server)
    server.answerWith(silence())
    const before = server.requests.length
    const asking = startProgram([builtCli, 'search', 'sessions'], { cwd, env })
    await expect.poll(() => server.requests.length, { timeout: 30_000 }).toBeGreaterThan(before)
    asking.child.kill('SIGINT')
    expect(await asking.ended).toBe(130)
    await expect.poll(() => server.underWay(), { timeout: 3000 }).toBe(0)
  })

  it('follows changes of the memory: another model, or another file', async () => {
    const { run, start, set, settings, files } = await modelWorkspace()
    set({ ...settings, provider: 'auto' })
    await serving(start())
    const modelOf = async () => {
      const { stdout, stderr } = await run('search', 'vehicle', '--json', '--explain')
      expect(stderr).toMatch(byResident)
      return (JSON.parse(stdout) as { model: string | null }).model
    }
    expect(await modelOf()).toBe('nomic-embed-text')
    await run('index', '--provider', 'ollama', '--model', 'mxbai-embed-large')
    expect(await modelOf()).toBe('mxbai-embed-large')
    expect(existsSync(files.endpoint)).toBe(true)
  })

  it('says what to do if its port is in use', async () => {
    const { run, start, server, cwd, env } = await modelWorkspace()
    const { port } = new URL(server.url)
    const refused = await runProcess([builtCli, 'serve', '--port', port], { cwd, env })
    expect([refused.exitCode, refused.stderr]).toEqual([2, expect.stringMatching(/EADDRINUSE.*--port/)])
    await serving(start())
    expect((await run('search', 'sessions', '--explain')).stderr).toMatch(byResident)
  })
})
