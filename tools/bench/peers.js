/*
 * `pnpm bench:peers`: the same work by us and by other programs, in turn. Installs them into the user's cache.
 * `pnpm bench:peers qmd --corpus cranfield`: QMD over the abstracts that lie beside the checkout.
 * `pnpm bench:peers orama minisearch --items 10000`: libraries over so many chunks with vectors.
 * Exit status: 0 measured, 1 failed, 2 not understood.
 */
import { parseArgs } from 'node:util'
import { describeMachine } from './src/describe-machine.js'
import { readCorpus } from './src/peers/corpora.js'
import { libraries } from './src/peers/libraries.js'
import { measureLibraries } from './src/peers/measure-libraries.js'
import { measurePrograms } from './src/peers/measure-programs.js'
import { programs } from './src/peers/programs.js'
import { renderPeerRun, withRun } from './src/peers/render-peers.js'
import { keepRows, readRows } from './src/results-page.js'
import { positiveInteger, runProgram } from './src/run-program.js'
import { workspaceOf } from './src/workspace.js'

/** Ours is the first, what is possible the last. */
const ours = 'recallite'
const least = 'limit'
const isPeer = (/** @type {string} */ name) => name !== ours && name !== least
const programNames = Object.keys(programs).filter(isPeer)
const libraryNames = Object.keys(libraries).filter(isPeer)

const usage = `pnpm bench:peers [${programNames.join('|')}…] [--corpus generated|cranfield] [--files N] [--runs N] [--json] [--keep]
pnpm bench:peers ${libraryNames.join('|')}… [--items N] [--runs N] [--json] [--keep]`

function request() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      corpus: { type: 'string', default: 'generated' },
      files: { type: 'string', default: '2000' },
      items: { type: 'string', default: '10000' },
      runs: { type: 'string', default: '5' },
      json: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
    },
  })
  const names = positionals.length > 0 ? positionals : ['qmd']
  const unknown = names.filter((name) => ![...programNames, ...libraryNames].includes(name))
  if (unknown.length > 0) throw new TypeError(`No peer is called ${unknown.join(', ')}.`)
  const kind = names.every((name) => programNames.includes(name)) ? 'programs' : 'libraries'
  const mixed = kind === 'libraries' && names.some((name) => programNames.includes(name))
  if (mixed) throw new TypeError('Programs and libraries are measured apart.')
  const { json, keep } = values
  return { json, keep, kind, ...sizesOf(values), ids: [ours, ...names, least], corpus: corpusOf(values) }
}

const mostDigits = 7

/** @param {Record<'files' | 'items' | 'runs', string>} values */
function sizesOf(values) {
  const [files = 0, items = 0, runs = 0] = [values.files, values.items, values.runs].map((text) =>
    positiveInteger(text, mostDigits),
  )
  return { files, items, runs }
}

/** @param {{ corpus: string }} values @returns {'generated' | 'cranfield'} */
function corpusOf({ corpus }) {
  if (corpus === 'generated' || corpus === 'cranfield') return corpus
  throw new TypeError(`No corpus is called ${corpus}.`)
}

/** @param {ReturnType<typeof request>} asked */
async function measure({ kind, ids, corpus: name, files, items, runs }) {
  const corpus = kind === 'programs' ? readCorpus(name, files) : readCorpus('generated', items)
  // A library is given the texts, and needs no files.
  const space = await workspaceOf(kind === 'programs' ? corpus.notes : [])
  try {
    const measured = await (kind === 'programs' ? measurePrograms : measureLibraries)(ids, {
      space,
      corpus,
      runs,
    })
    const { machine, date } = describeMachine()
    const text = kind === 'programs' ? corpus.text : `${corpus.text} with a vector each`
    return { kind, corpus: text, ...measured, machine, date: date.slice(0, 10) }
  } finally {
    space.remove()
  }
}

/** @param {ReturnType<typeof request>} wanted */
async function run(wanted) {
  const measured = /** @type {import('./src/peers/render-peers.js').PeerRun} */ (await measure(wanted))
  console.log(wanted.json ? JSON.stringify(measured, null, 2) : renderPeerRun(measured))
  if (wanted.keep) keepRows('peers', withRun(readRows('peers'), measured))
}

await runProgram({ usage, request, run })
