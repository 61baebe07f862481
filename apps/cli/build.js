/*
 * Builds the program. A process that answers one search spends more time on finding and compiling modules than on searching:
 * what every search evaluates is one file, `ask`; what it evaluates besides to search in its own process is one other,
 * `search-here`; and what prints the results for people a third. All other code is divided by its dynamic imports and loaded
 * when it is used.
 */
import { chmodSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { divideFile } from './script-of-file.js'

const folder = fileURLToPath(new URL('.', import.meta.url))
const packages = join(folder, '../../packages')

/** The program, and what it starts in threads, at the paths at which its packages look for them. */
const input = {
  bin: join(folder, 'src/bin.ts'),
  'sync-task': join(packages, 'core/src/sync-task.ts'),
  'cutting-thread': join(packages, 'core/src/cutting-thread.ts'),
  'watch/watch-thread': join(packages, 'core/src/watch/watch-thread.ts'),
  'threads/store-thread': join(packages, 'store/sqlite/src/threads/store-thread.ts'),
}

const runner = join(folder, 'src/compiled-code.ts')

/** The modules whose static imports, all of them, make one file; a module that two of them import is in the first. */
const files = [
  { name: 'ask', roots: ['src/main.ts', 'src/commands/search.ts'] },
  { name: 'search-here', roots: ['src/answer-here.ts'] },
  { name: 'print-text', roots: ['src/render/answer.ts'] },
]

/** Those of `files` that are run as scripts, whose compiled code is kept (`src/compiled-code.ts`). */
const scripts = new Set(['ask', 'search-here'])

/** @type {{ dependencies: object, peerDependencies: object }} */
const { dependencies, peerDependencies } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
const installed = ['recallite', ...Object.keys(dependencies), ...Object.keys(peerDependencies)]

/** What is not installed with the program is part of it. */
const options = {
  cwd: folder,
  input,
  platform: /** @type {const} */ ('node'),
  // The table of commands names search, which is evaluated with it here, as any other.
  checks: { ineffectiveDynamicImport: false },
  resolve: { conditionNames: ['@recallite/source', 'import', 'node', 'default'] },
  external: (/** @type {string} */ id) =>
    id.startsWith('node:') || installed.some((name) => id === name || id.startsWith(`${name}/`)),
}

/**
 * The modules that are evaluated with others, as far as anything of them is used, for each of `files`.
 * @param {import('rolldown').RolldownOutput['output']} output of a build that is divided by dynamic imports alone
 */
function modulesOfFiles(output) {
  const chunks = output.filter((each) => each.type === 'chunk')
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  /** @param {string} module */
  const chunkOf = (module) => {
    const found = chunks.find(({ moduleIds }) => moduleIds.includes(join(folder, module)))
    if (found) return found
    throw new Error(`${module} is in no chunk.`)
  }
  return files.map(({ name, roots }) => {
    const evaluated = new Set(roots.map(chunkOf))
    for (const { imports } of evaluated) {
      for (const file of imports) {
        const chunk = byName.get(file)
        if (chunk) evaluated.add(chunk)
      }
    }
    return { name, modules: new Set([...evaluated].flatMap(({ moduleIds }) => moduleIds)) }
  })
}

/**
 * The licenses of the packages that are part of the program.
 * @param {readonly string[]} modules
 */
function licensesOf(modules) {
  const folders = modules.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? [])
  const texts = [...new Set(folders)].map((path) => {
    const { name, version } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'))
    const file = readdirSync(path).find((each) => /^licen[cs]e/i.test(each))
    if (file === undefined) throw new Error(`${name} is bundled, and its license is not there.`)
    return `${name} ${version}\n\n${readFileSync(join(path, file), 'utf8').trim()}\n`
  })
  return texts.toSorted().join(`\n${'-'.repeat(80)}\n\n`)
}

const divided = await rolldown(options)
const fixed = modulesOfFiles((await divided.generate({ format: 'esm' })).output)
await divided.close()

/** @param {string} id */
function fileOf(id) {
  if (id === runner) return 'compiled-code'
  return id === input.bin ? null : (fixed.find(({ modules }) => modules.has(id))?.name ?? null)
}

const output = join(folder, 'dist')
for (const each of [output, join(folder, 'compiled')]) rmSync(each, { recursive: true, force: true })
const program = await rolldown(options)
const { output: written } = await program.write({
  dir: output,
  format: 'esm',
  comments: { legal: true, annotation: false, jsdoc: false },
  chunkFileNames: '[name]-[hash].js',
  minifyInternalExports: false,
  codeSplitting: {
    groups: [
      {
        debugName: 'files',
        name: fileOf,
      },
    ],
  },
})
await program.close()
const chunks = written.filter((each) => each.type === 'chunk')
const runnerFile = chunks.find(({ moduleIds }) => moduleIds.includes(runner))?.fileName
for (const { fileName, name } of chunks) {
  if (!scripts.has(name)) continue
  const path = join(output, fileName)
  const names = { script: `./${fileName.replace(/js$/u, 'cjs')}`, runner: `./${runnerFile}` }
  const { script, module } = divideFile(readFileSync(path, 'utf8'), names)
  writeFileSync(join(output, names.script), script)
  writeFileSync(path, module)
}
const modules = chunks.flatMap(({ moduleIds }) => moduleIds)
writeFileSync(join(output, 'third-party-notices.txt'), licensesOf(modules))
chmodSync(join(output, 'bin.js'), 0o755)
