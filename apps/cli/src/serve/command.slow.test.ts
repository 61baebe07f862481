import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { runProcess } from '@recallite/test-kit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { builtCli } from '../__fixtures__/run-cli.js'
import { startProgram } from '../mcp/__fixtures__/served-memory.js'
import { modelWorkspace, warm } from './__fixtures__/model-workspace.js'
import { readEndpoint } from './endpoint.js'
import { makeServeFolder, writeEndpoint } from './resident-files.js'

/** The part of the program that asks a resident program, without the rest. */
function clientAlone(home: string): string {
  const app = dirname(dirname(builtCli))
  mkdirSync(join(home, 'client/dist'), { recursive: true })
  for (const file of ['package.json', 'dist/bin.js']) cpSync(join(app, file), join(home, 'client', file))
  return join(home, 'client/dist/bin.js')
}

describe.skipIf(process.platform === 'win32')('a resident program', () => {
  it('runs a search for a client that loads neither flags nor settings, with the same output', async () => {
    const { start, cwd, env, home, write, files, server } = await modelWorkspace()
    const program = start()
    await warm(program, server)
    const client = clientAlone(home)
    const run = (script: string, words: readonly string[], { folder = cwd, more = {} } = {}) =>
      runProcess([script, 'search', ...words], { cwd: folder, env: { ...env, ...more } })
    // Neither files without an endpoint nor programs that have ended are in the way.
    write(join(files.folder, '0.json'), '{')
    writeEndpoint(join(files.folder, '1.json'), { ...readEndpoint(files.endpoint), port: 1 })
    for (const [words, how] of [
      [['vehicle']],
      [['sesions', '--max-tokens', '10']],
      [['zeppelin', '--threshold', '0.9']],
      [['vehicle'], { more: { FORCE_COLOR: '1' } }],
      [['vehicle', '--format', 'grep'], { folder: join(cwd, 'notes') }],
      [['vehicle', '--config', '../own.yaml'], { folder: join(cwd, 'notes') }],
    ] as const) {
      write('own.yaml', '{}')
      const answered = await run(client, words, how)
      expect(answered).toEqual(await run(builtCli, [...words, '--in-process'], how))
      expect(answered.exitCode).toBe(0)
    }
    // Otherwise it loads the program, which is missing here.
    const isLeft = async (...[words, how]: [readonly string[], Parameters<typeof run>[2]?]) =>
      expect((await run(client, words, how)).stderr).toMatch(/ENOENT.*program\.cjs/)
    for (const words of [['--help'], ['tea', '--bogus'], ['tea', '--in-process'], [' ']]) await isLeft(words)
    await isLeft(['tea', '--provider', 'none'])
    await isLeft(['tea'], { more: { RECALLITE_QUERY_MAX_RESULTS: '2' } })
    await isLeft(['tea'], { more: { HOME: join(home, 'work') } })
    write('notes/.recallite.yaml', 'query: { maxResults: 2 }')
    await isLeft(['tea'], { folder: join(cwd, 'notes') })
    chmodSync(files.folder, 0o755)
    await isLeft(['tea'])
    chmodSync(files.folder, 0o700)
    program.child.kill('SIGSTOP')
    await isLeft(['tea'])
    program.child.kill('SIGCONT')
  })

  it('gets a command only after its proof, and of the environment only what settings may read', async () => {
    const { run, cwd, env, files } = await modelWorkspace()
    makeServeFolder(files.folder)
    const received: string[] = []
    let answer = 'HTTP/1.1 200 OK\r\n\r\n'
    const other = createServer((socket) => {
      socket
        .on('error', () => {})
        .on('data', (text) => {
          received.push(String(text))
          socket.write(answer)
        })
    })
    onTestFinished(() => void other.close())
    await once(other.listen(0, '127.0.0.1'), 'listening')
    const { port } = other.address() as AddressInfo
    const endpoint = { port, token: 'the-token', proof: 'the-proof', version: '0.0.0' }
    writeEndpoint(files.endpoint, endpoint)
    const found = { exitCode: 0, stdout: expect.stringContaining('cars.md') as unknown, stderr: '' }
    expect(await run('search', 'vehicle')).toEqual(found)
    expect(received.length).toBeGreaterThan(0)
    expect(received.filter((text) => /vehicle|POST/.test(text))).toEqual([])
    answer = 'HTTP/1.1 500 Error\r\nrecallite-proof: the-proof\r\n\r\n'
    const secret = { ...env, MY_SECRET: 'keep', RECALLITE_CHUNKING_TOKENS: '300' }
    const asking = startProgram([builtCli, 'search', 'vehicle'], { cwd, env: secret })
    await expect.poll(() => received.join('')).toContain('vehicle')
    expect(received.join('')).toMatch(/"RECALLITE_CHUNKING_TOKENS":"300"/)
    expect(received.join('')).not.toContain('keep"')
    asking.child.kill('SIGINT')
    expect(await asking.ended).toBe(130)
  })
})
