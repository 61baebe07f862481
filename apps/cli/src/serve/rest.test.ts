import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { schemaErrors } from '../__fixtures__/schema.js'
import { indexedWorkspace } from '../__fixtures__/run-cli.js'
import { startHttp } from '../mcp/__fixtures__/served-memory.js'
import { answerFields, fieldsOf } from './testing/rest-reference.js'

const files = {
  'decisions/auth.md': '# Auth\n\n## Tokens\n\nWe keep JWT_EXPIRY at 900 seconds.\n',
  'people/lena.md': '---\nstatus: done\npriority: 3\n---\n# Lena\n\nLena designs the onboarding.\n',
}

async function servedRest() {
  const workspace = await indexedWorkspace(files)
  const { url, headers } = await startHttp(workspace)
  const ask = async (path: string, body?: unknown) => {
    const sent = {
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body !== undefined && {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    }
    const response = await fetch(new URL(path, url), sent)
    return { status: response.status, value: (await response.json()) as Record<string, unknown> }
  }
  return { workspace, url, ask }
}

/** Whether a value has a field, by its path; `[]` stands for the first item of a list. */
function hasField(value: unknown, path: string): boolean {
  const [name = '', ...rest] = path.replaceAll('[]', '.0').split('.')
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return false
  return rest.length === 0 || hasField((value as Record<string, unknown>)[name], rest.join('.'))
}

describe('the REST API', () => {
  it('answers with the fields in its documentation', async () => {
    const { ask, workspace } = await servedRest()
    const lines = JSON.stringify({ id: 'heron', content: 'The heron is imported.', createdAt: '2026-01-01' })
    writeFileSync(join(workspace.folder, 'heron.jsonl'), lines)
    await workspace.run('import', join(workspace.folder, 'heron.jsonl'), '--provider', 'none')
    const search = { query: 'JWT_EXPIRY', limit: 3, path: ['decisions'], matchMode: 'any' }
    const asked: Record<keyof typeof answerFields, readonly [path: string, body?: unknown]> = {
      'POST /v1/search': ['/v1/search', search],
      'POST /v1/why': ['/v1/why', { query: 'JWT_EXPIRY', document: 'people/lena.md' }],
      'GET /v1/get': ['/v1/get?place=notes:decisions/auth.md:5'],
      'POST /v1/remember': ['/v1/remember', { content: 'The heron limps.', client: 'notebook' }],
      'POST /v1/recall': ['/v1/recall', { query: 'heron', minScore: 0 }],
      'POST /v1/records': ['/v1/records', {}],
      'POST /v1/forget': ['/v1/forget', { id: 'heron' }],
      'GET /v1/status': ['/v1/status'],
      'GET /v1/health': ['/v1/health'],
    }
    for (const route of Object.keys(answerFields) as (keyof typeof answerFields)[]) {
      const { status, value } = await ask(...asked[route])
      expect([route, status]).toEqual([route, 200])
      expect(fieldsOf(route).filter((field) => !hasField(value, field))).toEqual([])
    }
    expect(schemaErrors('status', (await ask('/v1/status')).value)).toEqual([])
    expect((await ask('/v1/search', search)).value).toMatchObject({
      answer: { results: [{ path: 'decisions/auth.md', startLine: 1 }] },
      roots: [{ name: 'notes', path: workspace.notes }],
    })
    const empty = { limit: null, path: [], since: '', filter: [], rerank: '' }
    expect((await ask('/v1/search', { query: 'JWT_EXPIRY', ...empty })).value).toMatchObject({
      answer: { results: [{ path: 'decisions/auth.md' }] },
    })
    expect((await ask('/v1/get?place=notes:decisions/auth.md:5')).value).toMatchObject({
      text: 'We keep JWT_EXPIRY at 900 seconds.',
    })
    expect((await ask('/v1/health')).value).toMatchObject({
      status: 'ok',
      program: { pid: expect.any(Number), database: workspace.database },
    })
  })

  it('remembers with the origin api, which no request can change, recalls, lists and forgets', async () => {
    const { ask, workspace } = await servedRest()
    const remember = (content: string, fields: object = {}) => ask('/v1/remember', { content, ...fields })
    const { value: first } = await remember('The code is 1.', { client: 'notebook', tags: ['code'] })
    expect([schemaErrors('remember', first), first]).toEqual([
      [],
      expect.objectContaining({
        outcome: 'added',
        record: expect.objectContaining({ origin: 'api', client: 'notebook', tags: ['code'] }),
      }),
    ])
    const { id } = first['record'] as { id: string }
    expect((await remember('The code is 1.')).value).toMatchObject({ outcome: 'duplicate', record: { id } })
    const { value: second } = await remember('The code is 2.', { supersedes: id })
    expect(second).toMatchObject({ outcome: 'added', record: { origin: 'api', client: null } })
    await workspace.run('remember', 'The code is for people.', '--provider', 'none')
    const contents = async (path: string, body: object) => {
      const { status, value } = await ask(path, body)
      const entries = (value['results'] ?? value['records'] ?? []) as {
        record?: { content: string }
        content: string
      }[]
      return [status, ...entries.map((each) => each.record?.content ?? each.content)]
    }
    const recall = { query: 'code', minScore: 0 }
    expect(await contents('/v1/recall', { ...recall, origins: ['api'] })).toEqual([200, 'The code is 2.'])
    expect(await contents('/v1/recall', { ...recall, asOf: '2020-01-01' })).toEqual([200])
    expect((await contents('/v1/recall', { ...recall, includeSuperseded: true })).length).toBe(4)
    expect(schemaErrors('recall', (await ask('/v1/recall', recall)).value)).toEqual([])
    expect(await contents('/v1/records', { origins: ['user'] })).toEqual([200, 'The code is for people.'])
    expect(await contents('/v1/records', { status: 'superseded' })).toEqual([200, 'The code is 1.'])
    const page = await ask('/v1/records', { limit: 1, isLatestFirst: true })
    expect(
      await contents('/v1/records', { limit: 1, isLatestFirst: true, after: page.value['next'] }),
    ).toEqual([200, 'The code is 2.'])
    const wrong: readonly [string, object, number, string, RegExp][] = [
      ['/v1/remember', { content: 'x', origin: 'user' }, 400, 'OPTION_INVALID', /'origin' is not a field/],
      [
        '/v1/remember',
        { content: 'x', createdAt: '2020-01-01' },
        400,
        'OPTION_INVALID',
        /'createdAt' is not/,
      ],
      ['/v1/remember', { content: ' ' }, 400, 'RECORD_BLANK', /blank/],
      ['/v1/remember', { content: 'x', client: 'a\nb' }, 400, 'RECORD_INVALID_NAME', /control/],
      ['/v1/remember', { content: 'x'.repeat(20_001) }, 400, 'RECORD_TOO_LARGE', /20000/],
      ['/v1/remember', { content: 'x', confidence: 2 }, 400, 'OPTION_INVALID', /from 0 to 1/],
      ['/v1/remember', { content: 'x', supersedes: 'nothing' }, 404, 'RECORD_UNKNOWN', /nothing/],
      ['/v1/remember', { content: 'x', supersedes: id }, 409, 'RECORD_SUPERSEDED', /superseded by/],
      ['/v1/recall', { query: ' ' }, 400, 'QUERY_EMPTY', /query/],
      ['/v1/recall', { query: 'x', origins: ['me'] }, 400, 'OPTION_INVALID', /a list of user, agent/],
      ['/v1/recall', { query: 'x', asOf: 'soon' }, 400, 'OPTION_INVALID', /'soon' is not a date/],
      ['/v1/recall', { query: 'x', filter: { a: { $is: 1 } } }, 400, 'FILTER_UNKNOWN_OPERATOR', /\$is/],
      ['/v1/recall', { query: 'x', maxTokens: 5 }, 400, 'OPTION_INVALID', /'maxTokens' is not a field/],
      ['/v1/records', { status: 'old' }, 400, 'OPTION_INVALID', /active, superseded/],
      ['/v1/records', { after: '!' }, 400, 'RECORD_INVALID_OPTION', /cursor/],
      ['/v1/forget', {}, 400, 'OPTION_INVALID', /'id' is missing/],
      ['/v1/forget', { id: 'nothing' }, 404, 'RECORD_UNKNOWN', /no record nothing/],
    ]
    for (const [path, body, status, code, reason] of wrong) {
      const error = { code, message: expect.stringMatching(reason) }
      expect([path, body, await ask(path, body)]).toEqual([path, body, { status, value: { error } }])
    }
    expect((await ask('/v1/forget', { id })).value).toEqual({ id, forgotten: true })
    expect((await ask('/v1/forget', { id })).status).toBe(404)
    expect((await ask('/v1/remember')).status).toBe(405)
  })

  it('C11: filters by front matter as an object or as a command does', async () => {
    const { ask } = await servedRest()
    const found = async (fields: object) => {
      const { status, value } = await ask('/v1/search', { query: 'Lena', threshold: 0, ...fields })
      const { results } = value['answer'] as { results: { path: string }[] }
      return [status, results.map(({ path }) => path)]
    }
    for (const [filter, paths] of [
      [{ status: 'done', priority: { $gte: 2 } }, ['people/lena.md']],
      [{ status: 'done', priority: { $gt: 3 } }, []],
      [{ status: { $exists: false } }, []],
    ] as const) {
      expect(await found({ filter })).toEqual([200, paths])
      expect(await found({ where: [JSON.stringify(filter)] })).toEqual([200, paths])
    }
  })

  it('explains what is wrong with a request', async () => {
    const { ask } = await servedRest()
    const wrong: readonly [string, unknown, number, RegExp][] = [
      ['/v1/search', {}, 400, /'query' is missing/],
      ['/v1/search', [], 400, /object/],
      ['/v1/search', '{', 400, /not JSON/],
      ['/v1/search', { query: 'x', lmit: 3 }, 400, /'lmit' is not a field.*Did you mean "limit"/],
      ['/v1/search', { query: 'x', limit: '3' }, 400, /'limit' is "3"; it must be a whole number/],
      ['/v1/search', { query: 'x', matchMode: 'some' }, 400, /one of any, all/],
      ['/v1/search', { query: 'x', path: 'a' }, 400, /a list of strings/],
      ['/v1/search', { query: 'x', threshold: 7 }, 400, /threshold/],
      ['/v1/search', { query: 'x', filter: '{"a":1}' }, 400, /'filter' is .*; it must be a JSON object/],
      ['/v1/search', { query: 'x', filter: [1] }, 400, /'filter' is \[1\]; it must be a JSON object/],
      ['/v1/search', { query: 'x', filter: { a: { $is: 1 } } }, 400, /no operator "\$is"/],
      ['/v1/search', { query: 'x', where: ['{'] }, 400, /is not JSON/],
      ['/v1/search', { query: 'x', fusion: 'magic' }, 400, /magic/],
      ['/v1/search', { query: 'x', root: ['nowhere'] }, 400, /nowhere/],
      ['/v1/search', 'x'.repeat(1024 * 1024 + 1), 413, /1 MB/],
      ['/v1/search', { query: ' ' }, 400, /query/],
      ['/v1/why', { query: 'x' }, 400, /'document' is missing/],
      ['/v1/why', { query: 'x', document: 'no-such.md' }, 404, /no-such/],
      ['/v1/get?place=no-such.md', undefined, 404, /no-such/],
      ['/v1/get?place=../secret', undefined, 400, /secret/],
      ['/v1/search', undefined, 405, /POST/],
      ['/v1/get', undefined, 400, /place=/],
      ['/v2', undefined, 404, /\/v1\/search/],
    ]
    for (const [path, body, status, reason] of wrong) {
      const answer = await ask(path, body)
      expect([path, body, answer]).toEqual([
        path,
        body,
        { status, value: { error: { code: expect.any(String), message: expect.stringMatching(reason) } } },
      ])
    }
  })

  it('requires JSON, which no form of a web page can send', async () => {
    const { url, headers } = await startHttp(await indexedWorkspace(files))
    const response = await fetch(new URL('/v1/search', url), {
      method: 'POST',
      headers: { ...headers, 'content-type': 'text/plain' },
      body: '{"query":"x"}',
    })
    expect(response.status).toBe(415)
  })
})
