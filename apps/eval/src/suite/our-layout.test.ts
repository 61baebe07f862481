import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../__fixtures__/failure-of.js'
import { notesSuite, writeFiles } from '../__fixtures__/suite-folder.js'
import { readOurLayout } from './our-layout.js'

function query(relevant: unknown): string {
  return JSON.stringify({ id: 'q', text: 'x', kind: 'direct', relevant })
}

describe('readOurLayout', () => {
  it('reads the manifest and the queries; the corpus is a folder', () => {
    const folder = writeFiles(notesSuite)
    expect(readOurLayout(folder)).toEqual({
      name: 'notes',
      description: 'Three notes.',
      corpus: { kind: 'folder', path: join(folder, 'corpus') },
      queries: [
        { id: 'session', text: 'when do sessions end', kind: 'direct', grades: new Map([['auth.md', 1]]) },
        { id: 'billing', text: 'billing service', kind: 'direct', grades: new Map([['people/ada.md', 2]]) },
        { id: 'moon', text: 'phases of the moon', kind: 'absent', grades: new Map() },
      ],
    })
  })

  it('takes the corpus that the manifest names', () => {
    const folder = writeFiles({ ...notesSuite, 'suite.yaml': 'name: people\ncorpus: corpus/people\n' })
    writeFiles({ 'queries.jsonl': query([{ path: 'ada.md' }]) }, folder)
    expect(readOurLayout(folder).corpus).toEqual({ kind: 'folder', path: join(folder, 'corpus/people') })
  })

  it.each([
    ['suite.yaml', 'name: "notes', 1, 'SUITE_MALFORMED'],
    ['suite.yaml', '', undefined, 'SUITE_MALFORMED'],
    ['suite.yaml', 'description: x', undefined, 'SUITE_MALFORMED'],
    ['suite.yaml', 'name: notes\ncorpus: nowhere', undefined, 'SUITE_NOT_FOUND'],
    ['queries.jsonl', '{"id": "q", "text": "x", "relevant": []}', 1, 'SUITE_MALFORMED'],
    ['queries.jsonl', '{"id": "q", "text": "x", "kind": "direct"}', 1, 'SUITE_MALFORMED'],
    ['queries.jsonl', query('auth.md'), 1, 'SUITE_MALFORMED'],
    ['queries.jsonl', query(['auth.md']), 1, 'SUITE_MALFORMED'],
    ['queries.jsonl', query([{}]), 1, 'SUITE_MALFORMED'],
    ['queries.jsonl', query([{ path: 'auth.md', grade: 0.5 }]), 1, 'SUITE_MALFORMED'],
    ['queries.jsonl', query([{ path: 'auth.md' }, { path: 'auth.md' }]), 1, 'SUITE_DUPLICATE'],
    ['queries.jsonl', `${query([])}\n${query([])}`, 2, 'SUITE_DUPLICATE'],
    ['queries.jsonl', query([{ path: 'nowhere.md' }]), 1, 'SUITE_UNKNOWN_ID'],
    ['queries.jsonl', query([{ path: './auth.md' }]), 1, 'SUITE_UNKNOWN_ID'],
    ['queries.jsonl', query([{ path: '../suite.yaml' }]), 1, 'SUITE_UNKNOWN_ID'],
    ['queries.jsonl', query([{ path: 'people' }]), 1, 'SUITE_UNKNOWN_ID'],
  ])('refuses %s with %j, and says where', (name, text, line, code) => {
    const folder = writeFiles({ ...notesSuite, [name]: text })
    expect(failureOf(() => readOurLayout(folder))).toMatchObject({
      name: 'SuiteError',
      code,
      file: join(folder, name),
      line,
    })
  })
})
