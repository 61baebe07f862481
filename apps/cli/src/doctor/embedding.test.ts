import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { silence } from '@recallite/test-kit'
import { playProvider, refuse } from '../embedding/__fixtures__/played-provider.js'
import { canaryKey, providerWorkspace, variablesFor } from '../embedding/__fixtures__/provider-workspace.js'
import { isCanary } from '../embedding/__fixtures__/text-vector.js'
import type { DoctorJson } from './__fixtures__/examined.js'

const files = { 'auth.md': '# Auth\n\nWe keep tokens for 900 seconds.\n' }

async function backends(run: () => Promise<{ stdout: string }>) {
  const { stdout } = await run()
  expect(stdout).not.toContain(canaryKey)
  return (JSON.parse(stdout) as DoctorJson).findings.filter(({ name }) => name === 'embedding')
}

describe('A25: the doctor tries every backend', () => {
  it('A25: sends one harmless sentence and names the host; with --offline it sends nothing', async () => {
    const { server, requests } = await playProvider('openai', { isFromTheFirst: true })
    const { start } = providerWorkspace(files, variablesFor('openai', server.url))
    const doctor = (...flags: string[]) =>
      backends(() => start(['doctor', '--json', '--provider', 'openai', ...flags]))
    const offline = await doctor('--offline')
    expect([server.requests.length, offline]).toEqual([
      0,
      [expect.objectContaining({ state: 'ok', detail: expect.stringMatching(/not tried \(--offline\)/) })],
    ])
    const [online] = await doctor()
    const { host } = new URL(server.url)
    expect(online).toMatchObject({ state: 'ok', detail: expect.stringContaining(`at ${host} embeds`) })
    expect(server.requests.length).toBe(1)
    expect([requests, isCanary(server.requests[0]?.body ?? '')]).toEqual([[], true])
  })

  it('A25: names the backend that refuses, and a possible fix', async () => {
    const { server } = await playProvider('openai', {
      isFromTheFirst: true,
      fault: (ask) => refuse(ask, 401),
    })
    const { start } = providerWorkspace(files, variablesFor('openai', server.url))
    const [refused] = await backends(() => start(['doctor', '--json', '--provider', 'openai']))
    expect(refused).toMatchObject({ state: 'failed', cause: expect.stringMatching(/401|key/) })
    expect(refused?.fix).toContain('recallite config providers.openai')
    const [keyless] = await backends(() =>
      start(['doctor', '--json', '--provider', 'openai'], { OPENAI_API_KEY: '' }),
    )
    expect(keyless).toMatchObject({ state: 'failed', fix: 'export OPENAI_API_KEY=…' })
  })

  it('A25: waits no longer than a query would', async () => {
    const { server } = await playProvider('ollama', { isFromTheFirst: true, fault: () => silence() })
    const { start } = providerWorkspace(files, variablesFor('ollama', server.url))
    const variables = { RECALLITE_QUERY_DEADLINE: '300ms' }
    const [silent] = await backends(() => start(['doctor', '--json', '--provider', 'ollama'], variables))
    expect(silent).toMatchObject({ state: 'failed', cause: expect.stringContaining('within 0.3 s') })
  })

  it('A25: recognises the model of the index', async () => {
    const { server } = await playProvider('ollama')
    const { run, notes } = providerWorkspace(files, variablesFor('ollama', server.url))
    await run('index', notes, '--provider', 'ollama')
    const [known] = await backends(() => run('doctor', '--json'))
    expect(known).toMatchObject({ state: 'ok', detail: expect.stringContaining('the model of the index') })
    const spaces = (JSON.parse((await run('doctor', '--json')).stdout) as DoctorJson).findings.filter(
      ({ name }) => name === 'spaces',
    )
    expect(spaces).toEqual([
      expect.objectContaining({ state: 'ok', detail: expect.stringMatching(/1 vectors, 0 pending$/) }),
    ])
  })

  it('A25: reports a missing model, and the command that downloads it', async () => {
    const { run, folder } = providerWorkspace(files, {})
    const [missing] = await backends(() => run('doctor', '--json', '--model', join(folder, 'tiny.gguf')))
    expect(missing).toMatchObject({ state: 'failed', fix: 'recallite models pull tiny' })
    const [unnamed] = await backends(() => run('doctor', '--json', '--provider', 'local'))
    expect(unnamed).toMatchObject({ state: 'failed', fix: 'recallite setup' })
    const [none] = await backends(() => run('doctor', '--json'))
    expect(none).toMatchObject({
      state: 'warning',
      detail: expect.stringContaining('only keyword search works'),
    })
  })
})
