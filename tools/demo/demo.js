/*
 * `pnpm demo`: indexes the example memory afresh and asks it three questions, by words alone; with
 * `pnpm demo --model FILE.gguf` by meaning as well. Every line after a `$` can be typed as it stands.
 */
import { rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { commandLine } from './src/command-line.js'
import { isBuilt, repository, runRecallite } from './src/run-recallite.js'
import { database, demoFolder, indexing, searches } from './src/script.js'

function readModel() {
  try {
    const { model } = parseArgs({ options: { model: { type: 'string' } } }).values
    // pnpm runs us in the repository's folder and says where it was called.
    return model === undefined ? undefined : resolve(process.env.INIT_CWD ?? '', model)
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

const model = readModel()
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
