import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { runEval } from './__fixtures__/run-eval.js'
import { beirSuite, notesSuite, writeFiles } from './__fixtures__/suite-folder.js'
import { findSuiteFolder } from './suite/read-suite.js'
import { suiteOf } from './__fixtures__/plain-run.js'
import { queryOf, respond, runOf } from './__fixtures__/sample-run.js'
import { writeRun } from './__fixtures__/write-run.js'

const memoryNotes = join(findSuiteFolder('memory'), 'corpus')

/** A terminal of 80 columns. */
const screen = { isOutputTerminal: true, columns: 80 }

const kinds = ['direct', 'vague', 'absent']
const queries = Array.from({ length: 30 }, (_, index) => {
  const kind = kinds[index % 3] ?? ''
  const grades = kind === 'absent' ? {} : { [`note-${index}.md`]: 2 }
  return queryOf({ id: `q${index}`, text: `Where is thing number ${index}?`, kind, grades })
})
const foreign = queryOf({
  id: 'q90',
  kind: 'foreign:mail',
  text: 'Who wrote it?',
  grades: {},
  foreign: 'mail',
})
const strategies = ['keyword', 'vector', 'recallite', 'rrf']

/** Every strategy shows its first documents, unless its confidence is low. */
const answer: typeof respond = (query, strategy) => {
  const answered = respond(query, strategy)
  const place = { startLine: 1, endLine: 3, score: 0.5, hasPassage: true }
  const confidence = answered.unfiltered?.confidence ?? 0
  const visible = confidence < 0.1 ? [] : answered.documents.slice(0, 6)
  return { ...answered, results: visible.map((document) => ({ document, confidence, ...place })) }
}

/** Runs in a folder, and returns the output without machine-dependent parts. */
async function print(folder: string, ...args: string[]): Promise<string> {
  const { written, talked } = await runEval(args, screen)
  return `${written}${talked && `--- messages ---\n${talked}`}`
    .replaceAll(folder, 'FOLDER')
    .replaceAll(memoryNotes, 'NOTES')
    .replaceAll(/(?<=ms p50 \/ p95) .*/gu, ' TIMES')
}

/** A folder whose path has the same length on every machine, so that lines break at the same words. */
function steadyFolder(): string {
  const around = temporaryFolder()
  return join(around, 'f'.repeat(Math.max(1, 59 - around.length)))
}

function folderWithRuns() {
  const folder = steadyFolder()
  const file = (name: string) => join(folder, name)
  writeRun(file('before.jsonl'), runOf([suiteOf(queries)], ['keyword', 'recallite'], answer))
  writeRun(file('after.jsonl'), runOf([suiteOf(queries)], strategies, answer))
  writeRun(file('foreign.jsonl'), runOf([suiteOf([...queries, foreign])], ['recallite'], answer))
  return { folder, file }
}

/** On a terminal of 80 columns; run vitest with -u to rewrite them, and read them. */
describe('the output of', () => {
  it.each([
    ['show', ['show', 'after.jsonl']],
    ['show-foreign', ['show', 'foreign.jsonl']],
    [
      'compare',
      [
        'compare',
        'before.jsonl',
        'after.jsonl',
        '--strategies',
        'keyword,recallite',
        '--limit',
        '2',
        '--measure',
        'found@limit',
      ],
    ],
    ['report', ['report', 'after.jsonl', '--out', 'report.html']],
  ])('%s', async (name, args) => {
    const { folder, file } = folderWithRuns()
    const words = args.map((word) => (/\.(?:jsonl|html)$/u.test(word) ? file(word) : word))
    const text = await print(folder, ...words)
    const [printed = ''] = text.split('--- messages')
    expect(printed.split('\n').filter((line) => line.length > 80 && !line.includes('FOLDER'))).toEqual([])
    await expect(text).toMatchFileSnapshot(`__outputs__/${name}.txt`)
  })

  it.each([
    ['run', ['run', 'notes', '--provider', 'none', '--out', 'run.jsonl', '--work', 'work']],
    ['run-without-model', ['run', 'notes', '--model', 'no-such-model']],
    ['make-suite', ['make-suite', memoryNotes, '--per-file', '1', '--out', 'made']],
    ['add', ['add', 'notes', 'who looks after billing', '--expect', 'people/ada.md']],
    ['import', ['import', 'beir', 'harbour', '--out', 'imported']],
    ['unknown-suite', ['run', 'notess']],
  ])('%s', async (name, args) => {
    const folder = steadyFolder()
    writeFiles(notesSuite, join(folder, 'notes'))
    writeFiles(beirSuite, join(folder, 'harbour'))
    const words = args.map((word) =>
      /^(?:notes.*|harbour|made|imported|work|run\.jsonl)$/u.test(word) ? join(folder, word) : word,
    )
    await expect(await print(folder, ...words)).toMatchFileSnapshot(`__outputs__/${name}.txt`)
  })
})
