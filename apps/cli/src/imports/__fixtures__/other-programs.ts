import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { sharedFile } from '@recallite/test-kit'

/*
 * Programs of other makers, which write what is imported; tests that need one are skipped where it is missing. Each is named by a
 * variable: RECALLITE_OPENCLAW is the path of `openclaw.mjs` (`npm install --ignore-scripts openclaw`), RECALLITE_QMD that of
 * `dist/cli/qmd.js` (`npm install @tobilu/qmd`), RECALLITE_BASIC_MEMORY that of the program (`pip install basic-memory`) and
 * RECALLITE_MEM0 that of a Python which has it (`pip install mem0ai`).
 */
export const programs = {
  openclaw: process.env['RECALLITE_OPENCLAW'] ?? sharedFile('openclaw/node_modules/openclaw/openclaw.mjs') ?? '',
  qmd: process.env['RECALLITE_QMD'] ?? '',
  basicMemory: process.env['RECALLITE_BASIC_MEMORY'] ?? '',
  mem0: process.env['RECALLITE_MEM0'] ?? '',
}

const execute = promisify(execFile)

/** Runs programs that keep their files in one home folder. */
function runnerIn(home: string, variables: Readonly<Record<string, string>> = {}) {
  const env = { PATH: process.env['PATH'], HOME: home, NO_COLOR: '1', VITEST: '', NODE_ENV: '', ...variables }
  return (program: string, ...words: string[]) => execute(program, words, { cwd: home, env })
}

/** Has OpenClaw make a second agent, and set up its search. */
export async function runOpenClaw(home: string): Promise<void> {
  const variables = { OPENCLAW_HOME: home, OPENCLAW_GATEWAY_TOKEN: 'token' }
  const run = (...words: string[]) => runnerIn(home, variables)(process.execPath, programs.openclaw, ...words)
  await run('config', 'set', 'agents.defaults.workspace', join(home, 'space'))
  await run('config', 'set', 'memory.search.query.maxResults', '8')
  await run('config', 'set', 'memory.search.extraPaths', JSON.stringify([join(home, 'team')]))
  await run('agents', 'add', 'ops', '--workspace', join(home, 'ops'), '--non-interactive')
}

/** Has QMD make a collection with a context. */
export async function runQmd(home: string): Promise<void> {
  const run = (...words: string[]) => runnerIn(home)(process.execPath, programs.qmd, ...words)
  await run('collection', 'add', join(home, 'wiki'), '--name', 'wiki', '--mask', '**/*.{md,txt}')
  await run('context', 'add', 'qmd://wiki/', 'How the mill works')
}

/** Has basic-memory make a project and write a note. */
export async function runBasicMemory(home: string): Promise<void> {
  const run = runnerIn(home)
  await run(programs.basicMemory, 'project', 'add', 'research', join(home, 'research'))
  const note = ['--title', 'Turbines', '--folder', 'specs', '--content', 'The turbine has nine blades.']
  await run(programs.basicMemory, 'tool', 'write-note', ...note, '--project', 'research')
}

/** Has mem0 add, change and delete memories; `url` is a service that embeds like OpenAI's. */
export async function runMem0(home: string, url: string): Promise<void> {
  mkdirSync(join(home, '.mem0'), { recursive: true })
  const script = join(home, 'write.py')
  writeFileSync(script, mem0Script)
  await runnerIn(home, { MEM0_TELEMETRY: 'False', OPENAI_API_KEY: 'k', SERVICE: url })(programs.mem0, script)
}

const mem0Script = `
import os
from mem0 import Memory
home = os.path.expanduser("~/.mem0")
service = {"openai_base_url": os.environ["SERVICE"], "api_key": "k"}
memory = Memory.from_config({
    "vector_store": {"provider": "qdrant", "config": {"path": home + "/qdrant", "on_disk": True, "embedding_model_dims": 8}},
    "embedder": {"provider": "openai", "config": {**service, "embedding_dims": 8}},
    "llm": {"provider": "openai", "config": service},
    "history_db_path": home + "/history.db",
})
def add(text, **about):
    return memory.add([{"role": "user", "content": text}], infer=False, **about)["results"][0]["id"]
tea = add("Alice drinks coffee.", user_id="alice", run_id="r1", metadata={"topic": "drinks"})
memory.update(tea, "Alice drinks tea.")
add("Bob drives a van.", user_id="bob", agent_id="driver")
memory.delete(add("Dan left.", user_id="dan"))
`
