import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hasCitations } from '@recallite/core/tools'
import { type Plain, type SettingKey, keyTable, listSettings, settingKeys } from '@recallite/settings'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { watchOptions } from '../open/open-memory.js'
import { whyOptions } from '../search/answer-here.js'
import {
  batch,
  connection,
  type Effect,
  firstEntry,
  type Given,
  isOff,
  memory,
  models,
  opening,
  recall,
  recallFields,
  reranker,
  search,
  settingsIn,
  sources,
  usedKey,
  userFileOf,
  watch,
} from './__fixtures__/setting-effects.js'

/** A valid value, an invalid one, the resolved value, its effect, and other settings for both. */
type Row = readonly [value: Plain, wrong: Plain, becomes: unknown, effect: Effect, given?: Given]

const ollama = { provider: 'ollama' }
const openai = { provider: 'openai' }
const gemini = { provider: 'gemini' }
const service = { 'rerank.baseUrl': 'http://localhost:1/v1' }
const here = 'http://127.0.0.1:9'
const server = 'postgres://me@db.example/notes?schema=team'
const vectorExtension: Effect = async (resolved) => (await connection(resolved)).vectorExtension
const memoryOf = { kind: 'memory', folder: '/p' }
const talksIn = (part: object) => [expect.objectContaining(part), memoryOf]
const talks = { 'sessions.enabled': true }

const rows: Readonly<Record<SettingKey, Row>> = {
  enabled: [false, 'yes', expect.stringContaining('Memory is switched off'), isOff],
  provider: ['ollama', 'olama', ['ollama nomic-embed-text'], models],
  fallback: [
    'gemini',
    'auto',
    ['openai text-embedding-3-small', 'gemini gemini-embedding-001'],
    models,
    openai,
  ],
  model: ['all-minilm', '', ['ollama all-minilm'], models, ollama],
  chain: [[ollama], 'x', ['ollama nomic-embed-text'], models, { provider: 'none' }],
  sources: [['sessions'], 'memory', [expect.objectContaining({ kind: 'sessions' })], sources],
  extraPaths: [['/x/*.md'], '/x', [{ kind: 'paths', paths: ['/x/*.md'] }, memoryOf], sources],
  citations: ['off', 'no', false, ({ settings }) => hasCitations(settings)],
  'query.maxResults': [2, 101, 2, search('limit')],
  'query.minScore': [0.9, 1.1, 0.9, search('threshold')],
  'query.perDocument': [1, -1, 1, search('perDocument')],
  'query.recency': [30, 0, 30, search('recency')],
  'query.time': [false, 1, false, search('time')],
  'query.status': [false, 1, false, search('status')],
  'query.fusion': ['rrf', 'rff', 'rrf', search('fusion')],
  'query.hybrid.enabled': [false, 1, 0, (resolved) => whyOptions({}, resolved).textWeight],
  'query.hybrid.vectorWeight': [0, -1, 0, search('vectorWeight')],
  'query.hybrid.textWeight': [0, -1, 0, search('textWeight')],
  'query.hybrid.textNormalization': ['none', 'no', 'none', search('textNormalization')],
  'query.hybrid.rrfK': [7, 0, 7, search('rrfK')],
  'query.hybrid.candidateMultiplier': [1, 0, 1, search('candidateMultiplier')],
  'query.deadline': ['200ms', 200, 200, (resolved) => memory(resolved).queryDeadline],
  'recall.threshold': [0.9, 2, 0.9, recall('threshold')],
  'recall.minConfidence': [0.5, 2, 0.5, recall('minConfidence')],
  'recall.positions': [true, 1, true, recallFields],
  'recall.halfLife': [30, 0, { halfLife: 30 }, recall('decay')],
  // apps/cli/src/hook/hook.slow.test.ts shows what they do.
  'hooks.recall': [false, 'no', false, ({ settings }) => settings.hooks.recall],
  'hooks.threshold': [0.9, 2, 0.9, ({ settings }) => settings.hooks.threshold],
  'hooks.deadline': ['1s', 1, 1000, ({ settings }) => settings.hooks.deadline],
  'hooks.origins': [['user'], 'me', ['user'], ({ settings }) => settings.hooks.origins],
  'hooks.beforeCompaction': [true, 1, true, ({ settings }) => settings.hooks.beforeCompaction],
  // apps/cli/src/open/retrievers.test.ts shows what they do.
  retrievers: [['/x/by-name.js'], '/x/by-name.js', ['/x/by-name.js'], ({ settings }) => settings.retrievers],
  'rerank.model': ['small', '', 'small', (resolved) => reranker(resolved)?.model, service],
  'rerank.baseUrl': [
    'https://x.example/v1',
    'x.example',
    'x.example',
    (resolved) => reranker(resolved)?.host,
  ],
  'rerank.apiKey': [
    '${NONE}',
    'sk-1',
    'there is no key: NONE is not set',
    (resolved) => reranker(resolved)?.findObstacle()?.cause,
    service,
  ],
  'rerank.candidates': [2, 0, 2, search('rerankCandidates')],
  'rerank.deadline': ['50ms', '1ms', 50, search('rerankDeadline')],
  // apps/cli/src/ui/other-programs.test.ts shows what it does.
  'ui.editor': ['code -g {path}:{line}', '', 'code -g {path}:{line}', ({ settings }) => settings.ui.editor],
  'chunking.tokens': [100, 15, { target: 100, overlap: 20 }, (resolved) => memory(resolved).chunking],
  'chunking.overlap': [300, -1, { target: 400, overlap: 300 }, (resolved) => memory(resolved).chunking],
  'store.path': ['/x/y.sqlite', '', '/x/y.sqlite', async (resolved) => (await connection(resolved)).path],
  'store.url': [server, 'http://x', server, async (resolved) => (await connection(resolved)).server?.display],
  'records.url': [
    server,
    'opensearch://db.example/',
    server,
    async (resolved) => (await connection(resolved)).recordServer?.display,
  ],
  // apps/cli/src/commands/origins.test.ts shows what it does.
  'records.origin': ['agent', 'user', 'agent', ({ settings }) => settings.records.origin],
  'store.vector.enabled': [false, 0, false, vectorExtension],
  'store.vector.extensionPath': ['/x/vec.so', '', '/x/vec.so', vectorExtension],
  'store.keepUnusedVectors': [0, '1s', 0, (resolved) => memory(resolved).keepUnusedVectors],
  'cache.enabled': [false, 0, 0, (resolved) => memory(resolved).cachedAnswers],
  'cache.maxEntries': [1, 0, 1, (resolved) => memory(resolved).cachedAnswers],
  'batch.enabled': [true, 1, { concurrency: 2 }, batch, gemini],
  'batch.concurrency': [3, 0, { concurrency: 3 }, batch, { ...gemini, 'batch.enabled': true }],
  'update.onBoot': [false, 0, false, ({ settings }) => watchOptions(settings).syncAtOnce],
  'update.interval': ['1s', '1ms', 1000, watch('interval')],
  'update.debounce': ['1m', 0, 60_000, watch('debounce')],
  'sessions.enabled': [true, 1, talksIn({ kind: 'sessions' }), sources],
  'sessions.agents': [['codex'], 'codex', ['codex'], ({ settings }) => settings.sessions.agents],
  'sessions.path': ['/talks', '', talksIn({ folder: '/talks' }), sources, talks],
  'sessions.retentionDays': [7, 0, talksIn({ retentionDays: 7 }), sources, talks],
  'providers.openai.apiKey': ['${MINE}', 'sk-1', 'mine', usedKey, openai],
  'providers.openai.baseUrl': [here, 'ftp://x', here, firstEntry('baseUrl'), openai],
  'providers.openai.dimensions': [512, 0, 512, firstEntry('dimensions'), openai],
  'providers.gemini.apiKey': ['${MINE}', 'sk-1', 'mine', usedKey, gemini],
  'providers.gemini.baseUrl': [here, 'x', here, firstEntry('baseUrl'), gemini],
  'providers.gemini.dimensions': [1536, 0, 1536, firstEntry('dimensions'), gemini],
  'providers.ollama.baseUrl': [here, 'x', here, firstEntry('baseUrl'), ollama],
  'providers.allowHttp': [
    true,
    1,
    'text-embedding-3-small',
    opening,
    { ...openai, 'providers.openai.baseUrl': 'http://x.example' },
  ],
  'models.path': [
    '~/elsewhere',
    '',
    ['local ~/elsewhere/mine.gguf'],
    models,
    { provider: 'local', model: 'mine' },
  ],
  'models.idle': ['200ms', 'x', 200, (resolved) => memory(resolved).modelIdle],
}

/** A home folder with a model. */
function homeFolder(): string {
  const home = temporaryFolder()
  mkdirSync(join(home, 'elsewhere'))
  writeFileSync(join(home, 'elsewhere/mine.gguf'), 'GGUF')
  return home
}

const inHome = (value: unknown, home: string): unknown =>
  JSON.parse((JSON.stringify(value) ?? 'null').replaceAll(home, '~'))

describe('a setting', () => {
  it.each(settingKeys)('A24: %s has an effect, is shown, and is validated', async (key) => {
    expect(rows, `add a row for ${key} to the table of this test`).toHaveProperty([key])
    const [value, wrong, becomes, effect, given = {}] = rows[key]
    const home = homeFolder()
    const before = await effect(await settingsIn(home, given))
    const resolved = await settingsIn(home, { ...given, [key]: value })
    const after = inHome(await effect(resolved), home)
    expect(after).toEqual(becomes)
    expect(before).not.toEqual(after)
    const origin = { kind: 'file', file: userFileOf(home), line: 1, isWorkspace: false }
    expect(inHome(listSettings(resolved, key), home)).toMatchObject([inHome({ key, value, origin }, home)])
    const refusal = await settingsIn(home, { ...given, [key]: wrong }).catch((error: unknown) =>
      String(error),
    )
    expect(refusal).toContain(`: ${key}`)
    expect(refusal).toContain(` must be ${keyTable[key].schema.message}.`)
  })
})
