import { runProcess, type ProcessResult } from '@recallite/test-kit'
import { builtCli, cliWorkspace } from '../../__fixtures__/run-cli.js'
import { runHere } from '../../__fixtures__/run-here.js'
import { dimensions } from './text-vector.js'
import type { PlayedName } from './wire.js'

/** A key unlike any real one; parts of it differ in a URL. */
export const canaryKey = 'sk-CANARY+e2e/9f8e7d6c5b4a3f2e1d=='

/** Variables of this machine that could send a run elsewhere. */
const unset = {
  OPENAI_API_KEY: '',
  OPENAI_BASE_URL: '',
  GEMINI_API_KEY: '',
  GOOGLE_API_KEY: '',
  OLLAMA_HOST: '',
}

/** Variables that make the program use a simulated provider. */
export function variablesFor(provider: PlayedName, url: string): Record<string, string> {
  const length = String(dimensions)
  if (provider === 'ollama') return { OLLAMA_HOST: url }
  if (provider === 'gemini')
    return {
      GEMINI_API_KEY: canaryKey,
      RECALLITE_PROVIDERS_GEMINI_BASE_URL: url,
      RECALLITE_PROVIDERS_GEMINI_DIMENSIONS: length,
    }
  return {
    OPENAI_API_KEY: canaryKey,
    OPENAI_BASE_URL: `${url}/v1`,
    RECALLITE_PROVIDERS_OPENAI_DIMENSIONS: length,
  }
}

/** A folder of notes, and the program to run on them with these variables. */
export function providerWorkspace(
  files: Readonly<Record<string, string>>,
  variables: Readonly<Record<string, string>>,
) {
  const workspace = cliWorkspace(files)
  const env = { ...unset, ...workspace.env, ...variables }
  const start = (args: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<ProcessResult> =>
    runHere([...args, '--db', workspace.database], { cwd: workspace.folder, env: { ...env, ...more } })
  /** Like `start`, but as a separate process. */
  const startProcess = (args: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<ProcessResult> =>
    runProcess([builtCli, ...args, '--db', workspace.database], { cwd: workspace.folder, env: { ...env, ...more } })
  const run = (...args: string[]) => start(args)
  const runJson = async (...args: string[]): Promise<unknown> =>
    JSON.parse((await run(...args, '--json')).stdout)
  return { ...workspace, env, start, startProcess, run, runJson }
}
