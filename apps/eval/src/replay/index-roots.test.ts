import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runEval } from '../__fixtures__/run-eval.js'
import { jsonLines, writeFiles } from '../__fixtures__/suite-folder.js'

const moon = { id: 'moon', text: 'phases of the moon', kind: 'x', relevant: [{ path: 'some:b/moon.md' }] }
const auth = {
  id: 'auth',
  text: 'sessions end',
  kind: 'x',
  relevant: [{ path: 'all:auth.md', lines: [1, 1] }],
}
const all = { name: 'all', path: 'corpus' }
const some = { name: 'some', path: 'more', include: ['b/*.md'] }

function suiteOf(roots: readonly object[], ...queries: readonly object[]) {
  return {
    'suite.yaml': JSON.stringify({ name: 'own', corpus: { roots } }),
    'queries.jsonl': jsonLines(queries),
  }
}

async function hitRate(folder: string) {
  const work = join(folder, 'work')
  const { written, talked } = await runEval([
    'run',
    folder,
    '--strategies',
    'keyword',
    '--work',
    work,
    '--json',
  ])
  const { rows } = JSON.parse(written || talked) as { rows: readonly { measures: Record<string, number> }[] }
  return rows[0]?.measures['hit@1']
}

describe('a suite about the roots of a memory', () => {
  it('searches an index of these roots, as they are at each run', async () => {
    const folder = writeFiles({
      ...suiteOf([all, some], auth, moon),
      'corpus/auth.md': 'Sessions end after 900 seconds.\n',
      'more/moon.md': 'Phases of the moon, phases of the moon.\n',
      'more/b/moon.md': 'The moon has phases, and other things have none.\n',
    })
    expect(await hitRate(folder)).toBe(1)
    writeFiles(suiteOf([all, { ...some, include: ['**'] }], auth, moon), folder)
    expect(await hitRate(folder)).toBe(0.5)
    writeFiles(suiteOf([all], auth), folder)
    expect(await hitRate(folder)).toBe(1)
  })
})
