import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { runEval } from '../__fixtures__/run-eval.js'
import { writeFiles } from '../__fixtures__/suite-folder.js'
import { readRun } from '../run/run-file.js'
import { readSuite } from '../suite/read-suite.js'

const bread = [
  { role: 'user', content: 'My sourdough rises overnight in the cellar.' },
  { role: 'assistant', content: 'A cool cellar suits sourdough.', has_answer: false },
]
const kayak = [{ role: 'user', content: 'I bought a green kayak in Bremen.', has_answer: true }]
const sail = [{ role: 'user', content: 'I sold the green kayak to Mira.', has_answer: true }]

/** The distractor with bread is shared, and occurs twice in the first question, as some do in the original. */
const questions = [
  {
    question_id: 'k1',
    question_type: 'single-session-user',
    question: 'Where did I buy the green kayak?',
    answer: 'Bremen',
    question_date: '2023/05/30 (Tue) 23:40',
    haystack_session_ids: ['share_7', 'answer_k_1', 'share_7'],
    haystack_dates: ['2023/05/20 (Sat) 02:21', '2023/05/21 (Sun) 10:00', '2023/05/22 (Mon) 08:15'],
    haystack_sessions: [bread, kayak, bread],
    answer_session_ids: ['answer_k_1'],
  },
  {
    question_id: 'k2',
    question_type: 'knowledge-update',
    question: 'How many owners of the green kayak do I mention?',
    answer: 2,
    question_date: '2023/06/30 (Fri) 09:00',
    haystack_session_ids: ['answer_k_1', 'answer_k_2', 'share_7'],
    haystack_dates: ['2023/06/01 (Thu) 12:00', '2023/06/11 (Sun) 12:00', '2023/06/12 (Mon) 12:00'],
    haystack_sessions: [kayak, sail, bread],
    answer_session_ids: ['answer_k_1', 'answer_k_2'],
  },
  {
    question_id: 'k3_abs',
    question_type: 'single-session-user',
    question: 'Where did I buy the red kayak?',
    answer: 'You did not mention a red kayak.',
    question_date: '2023/05/30 (Tue) 23:40',
    haystack_session_ids: ['answer_k_1'],
    haystack_dates: ['2023/05/21 (Sun) 10:00'],
    haystack_sessions: [kayak],
    answer_session_ids: ['answer_k_1'],
  },
]

/** Imports a file with this text. */
async function importText(text: string, ...flags: string[]) {
  const out = join(temporaryFolder(), 'kayaks')
  const file = join(writeFiles({ 'file.json': text }), 'file.json')
  return { out, file, ...(await runEval(['import', 'longmemeval', file, '--out', out, ...flags])) }
}

describe('import longmemeval', () => {
  it('makes a folder with a document for each session of a question', async () => {
    const { out, written } = await importText(JSON.stringify(questions))
    expect(written).toBe(`kayaks: 3 queries, in ${out}; run it with --pool-by group\n`)
    const { corpus, queries } = readSuite(out, 'group')
    expect(queries.map(({ id, kind, grades }) => [id, kind, [...grades.keys()]])).toEqual([
      ['k1', 'single-session-user', ['k1/2']],
      ['k2', 'knowledge-update', ['k2/1', 'k2/2']],
      ['k3_abs', 'single-session-user', []],
    ])
    expect(corpus).toMatchObject({
      documents: [
        {
          id: 'k1/1',
          pool: 'k1',
          text: '---\ndate: "2023/05/20 (Sat) 02:21"\n---\n\nuser: My sourdough rises overnight in the cellar.\n\nassistant: A cool cellar suits sourdough.\n',
          replyTo: undefined,
        },
        ...['k1/2', 'k1/3', 'k2/1', 'k2/2', 'k2/3', 'k3_abs/1'].map((id) => ({ id, replyTo: undefined })),
      ],
    })
  })

  it('makes a suite in which each question only searches its own sessions', async () => {
    const { out } = await importText(JSON.stringify(questions))
    const work = temporaryFolder()
    const file = join(work, 'run.jsonl')
    const words = ['--provider', 'none', '--strategies', 'keyword', '--work', work, '--out', file]
    const { exitCode, written } = await runEval(['run', out, '--pool-by', 'group', ...words])
    expect([exitCode, written]).toEqual([
      0,
      expect.stringContaining('kayaks by group: 2 queries; not measured: 1'),
    ])
    expect(readRun(file).answers.map(({ query, documents }) => [query, ...documents])).toEqual([
      ['k1', 'k1/2'],
      ['k2', 'k2/2', 'k2/1'],
      ['k3_abs', 'k3_abs/1'],
    ])
  })

  it('writes JSON', async () => {
    const { out, written } = await importText(JSON.stringify(questions), '--json')
    expect(JSON.parse(written)).toEqual({ suite: 'kayaks', queries: 3, folder: out })
  })

  const [first] = questions
  const ids = 'Question "k1": haystack_session_ids must fit'
  it.each([
    ['text that is not JSON', '[{', 'This is not a JSON array'],
    ['an object', first, 'This is not a JSON array'],
    ['other items', [null], 'Question 1: "question_id" must be given'],
    ['no question', [first, { ...first, question: undefined }], 'Question "k1": "question" must be given'],
    [
      'a turn without content',
      [{ ...first, haystack_sessions: [bread, [{ role: 'user' }], bread] }],
      'Question "k1": "haystack_sessions.1.0.content" must be given',
    ],
    ['no dates', [{ ...first, haystack_dates: [] }], ids],
    ['no sessions', [{ ...first, haystack_sessions: [] }], ids],
    ['an answer in another session', [{ ...first, answer_session_ids: ['x'] }], ids],
  ])('rejects %s', async (_, content, message) => {
    const text = typeof content === 'string' ? content : JSON.stringify(content)
    const { out, file, exitCode, talked } = await importText(text)
    expect([exitCode, talked]).toEqual([2, expect.stringContaining(`${file}: ${message}`)])
    expect(existsSync(out)).toBe(false)
  })

  it('rejects a name, because folders in the format of BEIR have none', async () => {
    const { exitCode, talked } = await importText('[]', '--suite', 'boats')
    expect([exitCode, talked]).toEqual([2, expect.stringContaining('--suite is for beir')])
  })
})
