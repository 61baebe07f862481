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

/** Has QMD make a collection with contexts: of all collections, of this one and of a folder in it. */
export async function runQmd(home: string): Promise<void> {
  const run = (...words: string[]) => runnerIn(home)(process.execPath, programs.qmd, ...words)
  await run('collection', 'add', join(home, 'wiki'), '--name', 'wiki', '--mask', '**/*.{md,txt}')
  await run('context', 'add', '/', 'Notes of one person')
  await run('context', 'add', 'qmd://wiki/', 'How the mill works')
  await run('context', 'add', 'qmd://wiki/old', 'Before the flood')
}

/** Has basic-memory make a project and write notes, of which one links to the other. */
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

/**
 * Has mem0 add, change and delete memories, with the names in them; `url` is a service that embeds like OpenAI's. Names are found by a
 * model of language that no registry of packages has: here all words with a capital letter are names.
 */
export async function runMem0(home: string, url: string): Promise<void> {
  mkdirSync(join(home, '.mem0'), { recursive: true })
  const script = join(home, 'write.py')
  writeFileSync(script, mem0Script)
  await runnerIn(home, { MEM0_TELEMETRY: 'False', OPENAI_API_KEY: 'k', SERVICE: url })(programs.mem0, script)
}

const mem0Script = `
import os, re
from mem0 import Memory
import mem0.memory.main as main
main.extract_entities = lambda text: [("PERSON", name) for name in re.findall("[A-Z][a-z]+", text)]
main.extract_entities_batch = lambda texts, **_: [main.extract_entities(text) for text in texts]
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
tea = add("Alice drinks coffee.", user_id="alice", run_id="r1", metadata={"topic": "drinks", "tags": ["taste"]})
memory.update(tea, "Alice drinks tea.")
add("Bob drives a van.", user_id="bob", agent_id="driver", expiration_date="2999-12-31")
add("Eve is ill today.", user_id="eve", expiration_date="2020-01-01")
memory.delete(add("Dan left.", user_id="dan"))
`
