import { describe, expect, it } from 'vitest'
import { indexedWorkspace } from '../__fixtures__/run-cli.js'
import { schemaErrors } from '../__fixtures__/schema.js'

const auth = '# Auth\n\n## Tokens\n\nWe keep JWT_EXPIRY at 900 seconds.\n'

async function why(...words: readonly string[]) {
  const { run } = await indexedWorkspace({ 'auth.md': auth, 'people/lena.md': '# Lena\n\nLena designs.\n' })
  const { exitCode, stdout, stderr } = await run('why', ...words, '--provider', 'none')
  return { exitCode, written: stdout, talked: stderr }
}

describe('why', () => {
  it('prints as JSON, matching its schema, what each stage did with a note', async () => {
    const { exitCode, written } = await why('JWT_EXPIRY', 'auth.md', '--json')
    const report: unknown = JSON.parse(written)
    expect([exitCode, schemaErrors('why', report)]).toEqual([0, []])
    expect(report).toMatchObject({ isShown: true, chunk: { position: 1 } })
    expect(report).toHaveProperty('chunk.retrievers.0', expect.objectContaining({ name: 'keyword', rank: 1 }))
  })

  it('explains it for people, with a line for each stage', async () => {
    const { exitCode, written } = await why('JWT_EXPIRY', 'auth.md')
    expect(exitCode).toBe(0)
    expect(written).toMatch(/^Shown: lines \d+–\d+ of auth\.md are result 1 \(limit \d+\)\.$/m)
    for (const stage of ['terms', 'keyword', 'vector', 'fuse', 'diversify', 'threshold', 'limit'])
      expect(written).toMatch(new RegExp(`^${stage} `, 'm'))
  })

  it('says how to make a search show a note', async () => {
    const { written } = await why('JWT_EXPIRY', 'auth.md', '--path', 'other.md')
    expect(written).toMatch(
      /^Not shown: the filters of this search exclude it\.\nTo see it, search without --root/,
    )
  })

  it('suggests paths for a note that does not exist', async () => {
    const { exitCode, talked } = await why('JWT_EXPIRY', 'auht.md')
    expect(exitCode).not.toBe(0)
    expect(talked).toMatch(/There is no document and no file auht\.md\. Did you mean .*:auth\.md/)
  })
})
