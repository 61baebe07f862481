/*
 * `pnpm bench:recall cisi cranfield --model MODEL.gguf --data FOLDER`: what the codes of vectors cost. Embeds sets like BEIR's, or with
 * --joined all of them as one, and compares searches by codes with searches that compare every vector. Exit status: 0 measured, 1 failed, 2 not understood.
 */
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { describeMachine } from './src/describe-machine.js'
import { copyWithoutCodes, countVectors, evaluate } from './src/recall/evaluate.js'
import { writeJoined } from './src/recall/join-sets.js'
import { recallOfCodes } from './src/recall/recall-of-codes.js'
import { renderRecall, withRecalls } from './src/recall/render-recall.js'
import { keepRows, readRows } from './src/results-page.js'
import { runProgram } from './src/run-program.js'

const usage = 'pnpm bench:recall SET… --model FILE --data FOLDER [--joined] [--work FOLDER] [--json] [--keep]'
const allSets = 'all-sets'
/** With so many blocks a search goes by the codes. */
const leastBlocks = 8

function request() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      model: { type: 'string' },
      data: { type: 'string' },
      work: { type: 'string', default: '.recallite-eval/recall' },
      joined: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
    },
  })
  const { model, data } = values
  if (model === undefined || data === undefined || positionals.length === 0) {
    throw new TypeError('Name sets, the model and the folder of the sets.')
  }
  return { ...values, model, data, sets: positionals }
}

/** @param {ReturnType<typeof request>} asked */
async function measureAll({ sets, data, model, work: base, joined }) {
  const name = basename(model).replace(/\.gguf$/u, '')
  const how = { name, work: join(base, name), model }
  const folders = sets.map((set) => join(data, set))
  if (joined) {
    const target = join(how.work, 'joined', allSets)
    writeJoined(
      folders.map((folder) => ({ name: basename(folder), folder })),
      target,
    )
    return [{ ...(await measureSet(target, how)), joined: sets }]
  }
  const measured = []
  for (const folder of folders) measured.push(await measureSet(folder, how))
  return measured
}

/**
 * @param {string} set
 * @param {{ name: string, work: string, model: string }} how
 * @returns {Promise<import('./src/recall/render-recall.js').MeasuredCodes>}
 */
async function measureSet(set, { name, work, model }) {
  const tape = join(work, 'tape')
  const folder = join(work, basename(set))
  const byCodes = evaluate(set, { work, tape, model })
  const { vectors, blocks, chunks } = countVectors(folder)
  const { machine, date } = describeMachine()
  const about = { model: name, set: basename(set), vectors, chunks, machine, date: date.slice(0, 10) }
  // A search there compares every vector anyway.
  if (blocks < leastBlocks) return { ...about, isCoded: false, byCodes }
  const exactWork = join(work, 'exact')
  copyWithoutCodes(basename(set), { work, exactWork })
  const exact = evaluate(set, { work: exactWork, tape, model })
  if (countVectors(join(exactWork, basename(set))).blocks > 0)
    throw new Error(`The codes of ${set} came back.`)
  const recalls = await recallOfCodes(set, { folder, tape })
  return { ...about, isCoded: true, byCodes, exact, ...recalls }
}

/** @param {ReturnType<typeof request>} wanted */
async function run(wanted) {
  const measured = await measureAll(wanted)
  console.log(wanted.json ? JSON.stringify(measured, null, 2) : renderRecall(measured))
  if (wanted.keep) keepRows('recall', withRecalls(readRows('recall'), measured))
}

await runProgram({ usage, request, run })
