import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pickledPoint } from './pickled-point.js'

/*
 * What other programs leave in a home folder, in the shape in which the named versions write it. The slow test beside this folder
 * imports what these programs write themselves.
 */

/** Writes files below a folder, whose folders are made; what is no text is written as JSON. */
export function writeFiles(folder: string, files: Readonly<Record<string, unknown>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content, null, 2))
  }
}

/** OpenClaw 2026.9.6: two agents, one of them with settings of its own. */
export function openclawHome(home: string, search: object = {}): void {
  writeFiles(home, {
    '.openclaw/workspace/MEMORY.md': 'The deploy key is kept by Ana.\n',
    '.openclaw/workspace/memory/2026-09-01.md': 'The harbour fee was paid.\n',
    '.openclaw/workspace/notes.md': 'Not a part of the memory.\n',
    '.openclaw/ops/MEMORY.md': 'The pager is on the shelf.\n',
    'team/guide.md': 'Releases are on Mondays.\n',
    '.openclaw/openclaw.json': {
      meta: { lastTouchedVersion: '2026.9.6' },
      memory: { search: { extraPaths: [{ path: join(home, 'team'), pattern: '**/*.md' }, '../gone'], ...search } },
      agents: {
        defaults: { workspace: join(home, '.openclaw/workspace') },
        entries: {
          main: { default: true },
          '../other': {},
          ops: { workspace: '~/.openclaw/ops', memory: { search: { query: { maxResults: 4 } } } },
        },
      },
    },
  })
}

/** QMD 2.8.3. */
export function qmdHome(home: string): void {
  writeFiles(home, {
    'wiki/a.md': 'The mill turns.\n',
    'wiki/b.txt': 'The wheel stands.\n',
    'wiki/c.html': '<p>The dam leaks.</p>\n',
    '.config/qmd/index.yml': `global_context: Notes of one person
collections:
  wiki:
    path: ${join(home, 'wiki')}
    pattern: "**/*.md,*.txt"
    ignore:
      - drafts/**
    context:
      "": How the mill works
      /: and the dam
      drafts: Not done
    update: git pull
  inner:
    path: ${join(home, 'wiki/sub')}
    context:
      "": ${'Long. '.repeat(200)}
  gone:
    path: ${join(home, 'gone')}
    pattern: "**/*.md"
`,
    'wiki/sub/d.md': 'The tail race.\n',
    'project/docs/e.md': 'The plan of the lock.\n',
    'project/.qmd/index.yml': `collections:
  docs: { path: docs, context: { "": Plans } }
  wiki: { path: ~/wiki }
`,
  })
}

/** basic-memory 0.24.1. */
export function basicMemoryHome(home: string): void {
  writeFiles(home, {
    'basic-memory/specs/Search.md': '---\ntitle: Search\npermalink: main/specs/search\n---\n# Search\n\n- [idea] The index is derived.\n',
    '.basic-memory/config.json': {
      env: 'user',
      default_project: 'main',
      projects: {
        main: { path: join(home, 'basic-memory'), mode: 'local' },
        old: join(home, 'gone'),
        shared: { path: '', mode: 'cloud' },
      },
    },
  })
}

/** mem0ai 2.2.1 with qdrant-client 1.20: a folder of Qdrant and a history. */
export function mem0Home(home: string): void {
  writeFiles(home, { '.mem0/qdrant/meta.json': { collections: { mem0: {} }, aliases: {} } })
  mkdirSync(join(home, '.mem0/qdrant/collection/mem0'), { recursive: true })
  const points = new DatabaseSync(join(home, '.mem0/qdrant/collection/mem0/storage.sqlite'))
  points.exec('CREATE TABLE points (id TEXT PRIMARY KEY, point BLOB)')
  const insert = points.prepare('INSERT INTO points VALUES (?, ?)')
  for (const [id, payload] of Object.entries(memories)) insert.run(id, pickledPoint({ id, payload }))
  insert.run('m9', Buffer.from(manyInOne, 'base64'))
  points.close()
  writeHistory(join(home, '.mem0/history.db'))
}

const memories = {
  m1: { data: 'Alice drinks tea.', hash: 'h', created_at: '2026-09-01T10:00:00.123456+00:00', user_id: 'alice', run_id: 'r1', topic: 'drinks' },
  m2: { data: 'Bob drives a van.', hash: 'i', created_at: '2026-09-02T10:00:00+00:00', user_id: 'bob' },
  m3: { about: 'no text' },
  m6: { data: 'Alice drinks tea.', user_id: 'bob', tags: ['taste', 7], category: 'habit', expiration_date: '2999-12-31' },
  m7: { data: 'Eve is ill.', expiration_date: '2020-01-01' },
  m8: { data: 'x'.repeat(20_001) },
  e1: { data: 'Alice', entity_type: 'PERSON', linked_memory_ids: ['m1', 'm6'] },
}

/** A memory with the text “Many in one” and a list of two lists that are one, of two lists that are one, and so on 40 times. */
const manyInOne =
  'gASV2gEAAAAAAACMIHFkcmFudF9jbGllbnQuaHR0cC5tb2RlbHMubW9kZWxzlIwLUG9pbnRTdHJ1Y3SUk5QpgZR9lCiMCF9fZGljdF9flH2UKIwCaWSUjAJtOZSMBnZlY3RvcpRdlEc/uZmZmZmZmmGMB3BheWxvYWSUfZQojARkYXRhlIwLTWFueSBpbiBvbmWUjAFhlF2UKF2UKF2UKF2UKF2UKF2UKF2UKF2UKF2UKF2UKF2UKF2UKF2UKF2UKF2UKF2UKF2UKF2UKF2UKF2UKF2UKF2UKF2UKF2UKF2UKF2UKF2UKF2UKF2UKF2UKF2UKF2UKF2UKF2UKF2UKF2UKF2UKF2UKF2UKF2UKF2UjAF5lGFoOGVoN2VoNmVoNWVoNGVoM2VoMmVoMWVoMGVoL2VoLmVoLWVoLGVoK2VoKmVoKWVoKGVoJ2VoJmVoJWVoJGVoI2VoImVoIWVoIGVoH2VoHmVoHWVoHGVoG2VoGmVoGWVoGGVoF2VoFmVoFWVoFGVoE2VoEmVoEWV1dYwSX19weWRhbnRpY19leHRyYV9flE6MF19fcHlkYW50aWNfZmllbGRzX3NldF9flI+UKGgJaAtoB5CMFF9fcHlkYW50aWNfcHJpdmF0ZV9flE51Yi4='

function writeHistory(file: string): void {
  const history = new DatabaseSync(file)
  history.exec(
    'CREATE TABLE history (id TEXT PRIMARY KEY, memory_id TEXT, old_memory TEXT, new_memory TEXT, event TEXT, created_at DATETIME, updated_at DATETIME, is_deleted INTEGER, actor_id TEXT, role TEXT)',
  )
  const rows = [
    ['m1', null, 'Alice drinks coffee.', 'ADD', '2026-09-01T10:00:00+00:00'],
    ['m1', 'Alice drinks coffee.', 'Alice drinks tea.', 'UPDATE', '2026-09-01T10:00:00+00:00'],
    ['m4', null, 'Carol sings.', 'ADD', '2026-09-03T10:00:00+00:00'],
    ['m5', null, 'Dan left.', 'ADD', '2026-09-04T10:00:00+00:00'],
    ['m5', 'Dan left.', null, 'DELETE', null],
  ] as const
  const insert = history.prepare('INSERT INTO history VALUES (?, ?, ?, ?, ?, ?, NULL, 0, NULL, ?)')
  for (const [index, row] of rows.entries()) insert.run(`h${index}`, ...row, 'user')
  history.close()
}
