/*
 * `pnpm demo`: indexes the example memory afresh and asks it three questions, by words alone; with
 * `pnpm demo --model FILE.gguf` by meaning as well. `--build` builds what it runs first. Every line after a `$` can be typed as it stands.
 */
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { commandLine } from './src/command-line.js'
import { build } from './src/build.js'
import { isBuilt, repository, runRecallite } from './src/run-recallite.js'
import { database, demoFolder, indexing, searches } from './src/script.js'

function readFlags() {
  try {
    const { values } = parseArgs({
      options: { model: { type: 'string' }, build: { type: 'boolean', default: false } },
    })
    // pnpm runs us in the repository's folder and says where it was called.
    return {
      model: values.model === undefined ? undefined : resolve(process.env.INIT_CWD ?? '', values.model),
      isBuiltFirst: values.build,
    }
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\npnpm demo [--model FILE.gguf]`)
    process.exit(2)
  }
}

/** @param {readonly string[]} args */
async function show(args) {
  console.log(`\n$ ${commandLine(args)}`)
  const exitCode = await runRecallite(args)
  if (exitCode !== 0) process.exit(exitCode)
}

const { model, isBuiltFirst } = readFlags()
if (isBuiltFirst) build(model)
if (!isBuilt()) {
  console.error('The program is not built. Build it: pnpm build')
  process.exit(1)
}

rmSync(join(repository, demoFolder), { recursive: true, force: true })
console.log(
  model === undefined
    ? 'No model was named, so words alone are searched, by BM25; pnpm demo --model FILE.gguf adds search by meaning.'
    : `Words and meaning are searched side by side, with the model ${model}.`,
)
await show(indexing(model))
for (const { title, args } of searches(model)) {
  console.log(`\n${title}`)
  await show(args)
}
console.log(
  `\nNext: pnpm recallite index ~/notes, then pnpm recallite search "…". The demo's index is ${database}.`,
)
