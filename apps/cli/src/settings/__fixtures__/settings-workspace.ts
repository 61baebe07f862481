import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFolder, type ProcessResult } from '@recallite/test-kit'
import type { SearchAnswer } from '@recallite/core'
import { runHere } from '../../__fixtures__/run-here.js'
import { settingEntries, variablesOf, type Plain } from '@recallite/settings'

/** A mapping of settings, as in a file. */
export interface PlainSettings {
  readonly [name: string]: Plain
}

const keys = ['OPENAI_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_API_KEY']
const noVariables = Object.fromEntries(
  [...keys, ...settingEntries.flatMap(([key, setting]) => variablesOf(key, setting))].map((name) => [name, '']),
)

/** A home without settings, a working folder in it, and the program to run there. */
export function settingsWorkspace() {
  const home = temporaryFolder()
  const cwd = join(home, 'work')
  const userFile = join(home, '.recallite/config.json')
  const variables: Record<string, string> = {}
  /** Writes a file, in the working folder unless the path is absolute. */
  const write = (path: string, content: string): string => {
    const file = path.startsWith(home) ? path : join(cwd, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content)
    return file
  }
  mkdirSync(cwd)
  const environment = () => ({ ...noVariables, HF_ENDPOINT: '', ...variables, HOME: home, NO_COLOR: '', FORCE_COLOR: '' })
  const run = (...args: string[]): Promise<ProcessResult> =>
    runHere(args, { cwd, env: environment() })
  const runJson = async <Answer>(...args: string[]): Promise<Answer> => {
    const { stdout, stderr } = await run(...args, '--json')
    // An error message explains a failed test better than other output.
    return JSON.parse(stdout === '' ? stderr : stdout) as Answer
  }
  return {
    home,
    cwd,
    userFile,
    /** Variables of all further runs. */
    variables,
    environment,
    write,
    /** Replaces the user's settings. */
    set: (settings: PlainSettings) => write(userFile, JSON.stringify(settings, null, 2)),
    run,
    runJson,
    search: (...args: string[]) => runJson<SearchAnswer>('search', ...args),
  }
}
