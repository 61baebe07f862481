import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'

/** Formats objects as JSON lines. */
export function jsonLines(items: readonly unknown[]): string {
  return items.map((item) => `${JSON.stringify(item)}\n`).join('')
}

/** Writes files (texts by path) into a folder, by default a temporary one. */
export function writeFiles(files: Readonly<Record<string, string>>, folder = temporaryFolder()): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

/** A small suite with `suite.yaml`: three notes, two answerable queries, and one without an answer. */
export const notesSuite: Readonly<Record<string, string>> = {
  'suite.yaml': 'name: notes\ndescription: Three notes.\n',
  'corpus/auth.md': '# Authentication\n\nSessions end after 900 seconds.\n',
  'corpus/people/ada.md': '# Ada\n\nAda looks after the billing service.\n',
  'corpus/garden.md': '# Garden\n\nTomatoes want sun, and billing has nothing to do with them.\n',
  'queries.jsonl': jsonLines([
    { id: 'session', text: 'when do sessions end', kind: 'direct', relevant: [{ path: 'auth.md' }] },
    { id: 'billing', text: 'billing service', kind: 'direct', relevant: [{ path: 'people/ada.md', grade: 2 }] },
    { id: 'moon', text: 'phases of the moon', kind: 'absent', relevant: [], note: 'nothing' },
  ]),
}

/** A small suite in BEIR format, with a blank query and one that only has judgements of grade 0. */
export const beirSuite: Readonly<Record<string, string>> = {
  'corpus.jsonl': jsonLines([
    { id: 'd/1', title: 'Harbour', text: 'Ships wait at the quay.' },
    { id: 'd/2', title: '', text: 'Trains leave at noon.' },
    { id: 'D/1', title: 'Airport', text: '# Airport\n\nAeroplanes wait at the gate.' },
  ]),
  'queries.jsonl': jsonLines([
    { id: 'q1', text: 'ships at the quay', category: 'direct' },
    { id: 'q2', text: 'aeroplanes at the gate' },
    { id: 'q3', text: ' ' },
    { id: 'q4', text: 'submarines' },
  ]),
  'qrels.tsv': 'q1\td/1\t1\nq2\tD/1\t2\nq2\td/1\t1\nq4\td/2\t0\n',
}

/** A small suite in BEIR format about two towns that share a document. */
export const pooledSuite: Readonly<Record<string, string>> = {
  'corpus.jsonl': jsonLines([
    { id: 'b/1', title: 'Bridge', text: 'The bridge was painted red.', town: 'Bonn' },
    { id: 'k/1', title: 'Ferry', text: 'The ferry leaves at noon.', town: 'Kiel' },
    { id: 'b/2', title: 'Ferry', text: 'The ferry leaves at noon.', town: 'Bonn' },
    { id: 'k/2', title: 'Bridge', text: 'The bridge opens for ships.', town: 'Kiel' },
  ]),
  'queries.jsonl': jsonLines([
    { id: 'q1', text: 'which colour has the bridge', category: 'vague', town: 'Bonn' },
    { id: 'q2', text: 'when does the ferry leave', category: 'direct', town: 'Bonn' },
    { id: 'q3', text: 'when does the ferry leave', category: 'direct', town: 'Kiel' },
  ]),
  'qrels.tsv': 'q1\tb/1\t1\nq1\tk/2\t0\nq2\tb/2\t1\nq3\tk/1\t1\n',
}

/** A query about the records of `recordSuite`. */
export const recordQuery = { id: 'q', text: 'glass', kind: 'direct', relevant: [{ record: 'cup' }] }

/** A suite of two records and a session. */
export const recordSuite: Readonly<Record<string, string>> = {
  'suite.yaml': 'name: robot\ncorpus:\n  records: records.jsonl\n  sessions: sessions.jsonl\nat: 2026-07-01T09:00:00Z\n',
  'records.jsonl': jsonLines([
    { id: 'cup', content: 'Glass breaks at 9 N.', session: 'drill', context: { place: [1, 2] } },
    { id: 'lamp', content: 'The lamp flickers.', confidence: 0.4 },
  ]),
  'sessions.jsonl': jsonLines([{ kind: 'session', id: 'drill', startedAt: '2026-02-27T13:00:00Z' }]),
  'queries.jsonl': jsonLines([recordQuery]),
}
