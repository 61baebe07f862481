import { spawn } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { builtCli } from '../__fixtures__/run-cli.js'
import { startBatchService } from './__fixtures__/batch-service.js'
import { providerWorkspace, variablesFor } from './__fixtures__/provider-workspace.js'

const noteCount = 40

function notes(): Record<string, string> {
  const note = (number: number) => [`n${number}.md`, `# Note ${number}\n\nThe ferry ${number} is late.\n`]
  return Object.fromEntries(Array.from({ length: noteCount }, (_, number) => note(number)))
}

describe.each(['openai', 'gemini'] as const)('recallite index --batch with %s', (provider) => {
  it('A14: submits a job, can be killed, fetches the job and submits nothing twice', async () => {
    const service = await startBatchService(provider)
    const workspace = providerWorkspace(notes(), variablesFor(provider, service.url))
    const { folder, env, database, runJson } = workspace
    const index = ['index', workspace.notes, '--provider', provider, '--batch']
    const first = spawn(process.execPath, [builtCli, ...index, '--db', database], {
      cwd: folder,
      env: { ...process.env, ...env },
      stdio: 'ignore',
    })
    const ended = new Promise((resolve) => first.on('close', (_, signal) => resolve(signal)))
    await expect.poll(() => service.jobs.length, { timeout: 15_000 }).toBe(1)
    // It waits half a minute before it polls the job: enough to store its id and be killed.
    await setTimeout(1_500)
    first.kill('SIGKILL')
    expect(await ended).toBe('SIGKILL')
    expect(await runJson('status')).toMatchObject({ spaces: [{ vectors: 0, pending: noteCount }] })

    service.finish()
    expect(await runJson(...index)).toMatchObject({ embedded: noteCount, added: 0 })
    expect(await runJson(...index)).toMatchObject({ embedded: 0 })
    expect(service.jobs.map((texts) => texts.length)).toEqual([noteCount])
    // One text shows whether the job's vectors are of the same space.
    // Some are embedded again, to check that the ids in the job are right.
    const notesAtOnce = service.atOnce.filter((text) => service.jobs.flat().some((job) => job.text === text))
    expect(notesAtOnce.length).toBeLessThanOrEqual(3)
    expect(await runJson('status')).toMatchObject({ spaces: [{ vectors: noteCount, pending: 0 }] })
    expect(await runJson('search', 'ferry', '--provider', provider)).toMatchObject({
      mode: 'hybrid',
      degraded: [],
    })
  }, 60_000)
})
