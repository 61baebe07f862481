import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/*
 * Files of other programs in a home folder, in the format of the named versions. The slow test next to this folder imports files
 * that these programs write.
 */

/** Writes files in a folder and creates their folders; values other than strings are written as JSON. */
export function writeFiles(folder: string, files: Readonly<Record<string, unknown>>): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content, null, 2))
  }
}

/** OpenClaw 2026.9.6: two agents, one of them with separate settings. */
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
