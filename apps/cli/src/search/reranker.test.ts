import { answerJson, preferring, startReranker } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { settingsWorkspace, type PlainSettings } from '../settings/__fixtures__/settings-workspace.js'

const notes = ['one', 'two', 'three', 'four'].map(
  (name) => [name, `The marsh has a heron${name === 'three' ? ' that limps' : ''}.\n`] as const,
)

/** Notes, indexed without vectors, with a reranker in the user's settings. */
async function workspaceWith(rerank: PlainSettings) {
  const workspace = settingsWorkspace()
  for (const [name, text] of notes) workspace.write(`notes/${name}.md`, text)
  workspace.set({ provider: 'none', rerank })
  await workspace.run('index', 'notes')
  return workspace
}

describe('a reranker of the settings', () => {
  it('orders the results of search, and is shown by --explain, status and doctor', async () => {
    const service = await startReranker(preferring('limps'))
    const workspace = await workspaceWith({ baseUrl: service.url, model: 'small' })
    const { results, degraded } = await workspace.search('marsh', 'heron')
    expect(degraded).toEqual([])
    expect(results[0]).toMatchObject({ path: 'three.md', rerankScore: 0.9 })
    expect(service.asked()).toEqual([
      {
        model: 'small',
        documents: expect.arrayContaining(['The marsh has a heron that limps.']),
        key: undefined,
      },
    ])
    const { stdout: explained } = await workspace.run('search', 'marsh', 'heron', '--explain')
    expect(explained).toMatch(/rerank +[\d.]+ ms +4 of 4 items scored by http\/small/)
    expect(explained).toMatch(/reranker score 0\.9000; rank \d before/)
    expect((await workspace.run('status')).stdout).toMatch(/^reranker {7}http\/small$/m)
    expect((await workspace.run('doctor')).stdout).toMatch(
      /reranker.*http\/small on this machine scores a text/,
    )
  })

  it('is disabled by --rerank off', async () => {
    const service = await startReranker(preferring('limps'))
    const workspace = await workspaceWith({ baseUrl: service.url })
    const { results } = await workspace.search('marsh', 'heron', '--rerank', 'off')
    expect(results[0]).not.toHaveProperty('rerankScore')
    expect(service.asked()).toEqual([])
  })

  it('that fails does not change the order, and the answer says why without the key', async () => {
    const service = await startReranker(answerJson({ message: 'no: sk-secret-0123456789' }, { status: 401 }))
    const workspace = await workspaceWith({ baseUrl: service.url, apiKey: '${MINE}' })
    Object.assign(workspace.variables, { MINE: 'sk-secret-0123456789' })
    const { stdout, stderr } = await workspace.run('search', 'marsh', 'heron')
    expect(service.asked()[0]?.key).toBe('Bearer sk-secret-0123456789')
    expect(stdout).toContain('three.md')
    expect(stderr).toMatch(/reranker: .*does not accept the key/)
    expect(stdout + stderr).not.toContain('sk-secret')
  })

  it.each<[string, PlainSettings, RegExp]>([
    ['a model file that is missing', { model: 'nowhere.gguf' }, /there is no model nowhere.gguf/],
    [
      'a key that is not set',
      { baseUrl: 'https://rerank.invalid', apiKey: '${NOT_SET}' },
      /NOT_SET is not set/,
    ],
    ['an address that is not encrypted', { baseUrl: 'http://rerank.invalid' }, /unencrypted/],
  ])('with %s is reported and costs no results', async (_, rerank, reason) => {
    const workspace = await workspaceWith(rerank)
    const { results, degraded } = await workspace.search('marsh', 'heron')
    expect(results).toHaveLength(4)
    expect(degraded).toContainEqual({ retriever: 'reranker', reason: expect.stringMatching(reason) })
  })

  it('on another machine is not used with --offline', async () => {
    const workspace = await workspaceWith({ baseUrl: 'https://rerank.invalid' })
    const { degraded } = await workspace.search('marsh', 'heron', '--offline')
    expect(degraded).toEqual([])
  })

  it.each(['model', 'baseUrl', 'apiKey'])('is not chosen by a workspace file: rerank.%s', async (key) => {
    const value = { model: 'x', baseUrl: 'http://127.0.0.1:9', apiKey: '${OPENAI_API_KEY}' }[key] ?? ''
    const workspace = await workspaceWith({})
    workspace.write('.recallite.json', JSON.stringify({ rerank: { [key]: value } }))
    const { stderr, exitCode } = await workspace.run('search', 'marsh')
    expect(exitCode).not.toBe(0)
    expect(stderr).toContain(`rerank.${key}`)
  })
})
