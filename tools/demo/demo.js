/*
 * `pnpm demo`: indexes the example memory from scratch and runs three queries with keyword search; with
 * `pnpm demo --model FILE.gguf`, hybrid search. `--build` builds the programs first. You can type each line after a `$`.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const repository = fileURLToPath(new URL('../../', import.meta.url))
const program = join(repository, 'apps/cli/dist/bin.js')
const database = '.demo/index.sqlite'

const questions = {
  'A natural question; the note uses different words.':
    'why did every terminal freeze while the database was idle',
  'An exact name.': 'DB_STATEMENT_TIMEOUT_MS',
  'A question in Chinese: why is there no third rehearsal?': '为什么不做第三次演练',
}

function readFlags() {
  try {
    const { values } = parseArgs({
      options: { model: { type: 'string' }, build: { type: 'boolean', default: false } },
    })
    // pnpm runs this script in the folder of the repository. INIT_CWD is the original folder.
    const model = values.model === undefined ? undefined : resolve(process.env.INIT_CWD ?? '', values.model)
    return { model, isBuiltFirst: values.build }
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\npnpm demo [--model FILE.gguf]`)
    process.exit(2)
  }
}

/**
 * Builds the program, which bundles the sources of the packages, and the package that runs a model. Building all packages
 * with types takes a minute.
 * @param {string | undefined} model
 */
function build(model) {
  const tool = (/** @type {string} */ name) => join(repository, 'node_modules', name)
  // The build of the program includes the page.
  const page = join(repository, 'apps/ui')
  run([join(page, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'error'], page)
  run([tool('tsup/dist/cli-default.js'), '--silent'], join(repository, 'apps/cli'))
  if (model === undefined) return
  const quiet = ['--output-logs=errors-only', '--log-prefix=none']
  run([tool('turbo/bin/turbo'), 'run', 'build', '--filter=@recallite/embeddings-llama...', ...quiet])
}

/** Prints a command, as typed in this repository and a POSIX shell, and its output. @param {readonly string[]} args */
function show(args) {
  const words = args.map((word) => (/^[\w./~:=@%+-]+$/.test(word) ? word : JSON.stringify(word)))
  console.log(`\n$ pnpm recallite ${words.join(' ')}`)
  run([program, ...args])
}

/** @param {readonly string[]} args */
function run(args, cwd = repository) {
  const env = `--env-file=${join(repository, 'tools/turbo.env')}`
  const { status } = spawnSync(process.execPath, [env, ...args], { cwd, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

const { model, isBuiltFirst } = readFlags()
if (isBuiltFirst) build(model)
if (!existsSync(program)) {
  console.error('The program is not built. Run: pnpm build')
  process.exit(1)
}
rmSync(join(repository, '.demo'), { recursive: true, force: true })
mkdirSync(join(repository, '.demo'))
console.log(
  model === undefined
    ? 'Keyword search only, ranked by BM25. For hybrid search: pnpm demo --model FILE.gguf'
    : `Hybrid search with the model ${model}.`,
)
// Without --model, ignores models in the user's folder, so that the demo is the same everywhere.
const keywordsOnly = model === undefined ? ['--provider', 'none'] : []
const how = model === undefined ? keywordsOnly : ['--model', model]
show(['index', 'examples/memory', '--db', database, ...how])
for (const [title, query] of Object.entries(questions)) {
  console.log(`\n${title}`)
  show(['search', query, '--limit', '2', '--db', database, ...keywordsOnly])
}
console.log(
  `\nNext: pnpm recallite index ~/notes, then pnpm recallite search "…". The demo's index is ${database}.`,
)
