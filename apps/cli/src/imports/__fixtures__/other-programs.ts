import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sharedFile } from '@recallite/test-kit'

/*
 * Other programs, which write what is imported; tests that need one are skipped if it is missing. Each is named by a variable:
 * RECALLITE_OPENCLAW is the path of `openclaw.mjs` (`npm install --ignore-scripts openclaw`), RECALLITE_QMD that of
 * `dist/cli/qmd.js` (`npm install @tobilu/qmd`) and RECALLITE_BASIC_MEMORY that of the program (`pip install basic-memory`).
 */
export const programs = {
  openclaw: process.env['RECALLITE_OPENCLAW'] ?? sharedFile('openclaw/node_modules/openclaw/openclaw.mjs') ?? '',
  qmd: process.env['RECALLITE_QMD'] ?? '',
  basicMemory: process.env['RECALLITE_BASIC_MEMORY'] ?? '',
}

const execute = promisify(execFile)

/** Runs programs that store their files in one home folder. */
function runnerIn(home: string, variables: Readonly<Record<string, string>> = {}) {
  const env = { PATH: process.env['PATH'], HOME: home, NO_COLOR: '1', VITEST: '', NODE_ENV: '', ...variables }
  return (program: string, ...words: string[]) => execute(program, words, { cwd: home, env })
}

/** Creates a second agent of OpenClaw, and sets up its search. */
export async function runOpenClaw(home: string): Promise<void> {
  const variables = { OPENCLAW_HOME: home, OPENCLAW_GATEWAY_TOKEN: 'token' }
  const run = (...words: string[]) => runnerIn(home, variables)(process.execPath, programs.openclaw, ...words)
  await run('config', 'set', 'agents.defaults.workspace', join(home, 'space'))
  await run('config', 'set', 'memory.search.query.maxResults', '8')
  await run('config', 'set', 'memory.search.extraPaths', JSON.stringify([join(home, 'team')]))
  await run('agents', 'add', 'ops', '--workspace', join(home, 'ops'), '--non-interactive')
}

/** Creates a collection of QMD with contexts of all collections, of this one and of a folder in it. */
export async function runQmd(home: string): Promise<void> {
  const run = (...words: string[]) => runnerIn(home)(process.execPath, programs.qmd, ...words)
  await run('collection', 'add', join(home, 'wiki'), '--name', 'wiki', '--mask', '**/*.{md,txt}')
  await run('context', 'add', '/', 'Notes of one person')
  await run('context', 'add', 'qmd://wiki/', 'How the mill works')
  await run('context', 'add', 'qmd://wiki/old', 'Before the flood')
}

/** Creates a project of basic-memory with two notes, one of which links to the other. */
export async function runBasicMemory(home: string): Promise<void> {
  const run = runnerIn(home)
  await run(programs.basicMemory, 'project', 'add', 'research', join(home, 'research'))
  const write = async (title: string, content: string) => {
    const note = ['--title', title, '--folder', 'specs', '--content', content, '--tags', 'power/hydro']
    await run(programs.basicMemory, 'tool', 'write-note', ...note, '--project', 'research')
  }
  await write('Turbines', 'The turbine has nine blades. See [[research/specs/mill-wheel]].')
  await write('Mill Wheel', '- [fact] The wheel is of oak #wood\n- drives [[Turbines]]\n')
}
