import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { answerJson, type Answer, playServices, startServices } from '@recallite/test-kit'
import { builtCli } from '../../__fixtures__/run-cli.js'
import { proveSettings, type MakeProof } from '../__fixtures__/prove-settings.js'
import type { SettingsWorkspace } from '../__fixtures__/settings-workspace.js'

const refused = answerJson(
  { error: { code: 400, status: 'INVALID_ARGUMENT', message: 'No more.' } },
  { status: 400 },
)

/** Files are taken, and as many jobs as are wanted: https://ai.google.dev/api/batch-api, https://ai.google.dev/api/files */
function takeJobs(wanted: number): Answer {
  let taken = 0
  return (request, response) => {
    const file = { name: 'files/input', mimeType: 'application/jsonl', state: 'ACTIVE' }
    if (request.path.startsWith('/upload/')) return answerJson({ file })(request, response)
    taken += 1
    const name = `batches/job-${taken}`
    const job = answerJson({ name, metadata: { name, state: 'BATCH_STATE_PENDING' } })
    return (taken > wanted ? refused : job)(request, response)
  }
}

/** Words that are cut into somewhat more pieces than two jobs hold. */
const words = Array.from({ length: 16_000 }, (_, n) => `word${n}`).join(' ')

/** Runs the program until it ends by itself, or has nothing more to ask for and waits for its jobs. */
function indexUntilIdle({ cwd, environment }: SettingsWorkspace, asked: () => number): Promise<void> {
  const child = spawn(process.execPath, [builtCli, 'index', 'notes'], {
    cwd,
    env: { ...process.env, ...environment() },
    stdio: 'ignore',
  })
  return new Promise((resolve) => {
    let seen = 0
    const timer = setInterval(() => {
      if (asked() === seen && seen > 0) child.kill('SIGKILL')
      seen = asked()
    }, 4000)
    child.on('close', () => {
      clearInterval(timer)
      resolve()
    })
  })
}

async function prepare({ variables, write }: SettingsWorkspace, jobs: number, text: string) {
  const services = await startServices(playServices(takeJobs(jobs)))
  variables['GEMINI_API_KEY'] = 'gemini-test'
  write('notes/long.md', `${text}\n`)
  const given = {
    provider: 'gemini',
    providers: { gemini: services.gemini },
    chunking: { tokens: 16, overlap: 0 },
  }
  const askedFor = (part: string) => services.server.requests.filter(({ path }) => path.includes(part)).length
  return { given, askedFor }
}

const enabled: MakeProof = async (workspace) => {
  const { given, askedFor } = await prepare(workspace, 0, 'Sessions end after 900 seconds.')
  return {
    given,
    value: true,
    async observe() {
      await workspace.run('index', join(workspace.cwd, 'notes'))
      return askedFor(':asyncBatchEmbedContent')
    },
    unset: 0,
    set: 1,
  }
}

/** The third job is refused, which ends the program; if only two are under way at a time, it is not asked for. */
const concurrency: MakeProof = async (workspace) => {
  const { given, askedFor } = await prepare(workspace, 2, words)
  const submitted = () => askedFor(':asyncBatchEmbedContent')
  return {
    given: { ...given, batch: { enabled: true } },
    value: 3,
    async observe() {
      await indexUntilIdle(workspace, submitted)
      return submitted()
    },
    unset: 2,
    set: 3,
  }
}

proveSettings('batch', { 'batch.enabled': enabled, 'batch.concurrency': concurrency })
