import { readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { rankCandidates } from '@recallite/core/ranking'
import { expect, it } from 'vitest'
import type { CandidatesAnswer } from '@recallite/ui/api'
import { withMemory } from '../open/open-memory.js'
import type { Service } from '../serve/answer-route.js'
import { settingsWorkspace } from '../settings/__fixtures__/settings-workspace.js'
import { createPage } from './page.js'
import { searchingRoutes } from './searching.js'

it('candidates come with the configured search, keyword-only without vectors, and have the same ranking', async () => {
  const { write, run, search, home, userFile, set } = settingsWorkspace()
  const database = join(home, 'notes.sqlite')
  for (const name of ['one', 'two', 'three'])
    write(`notes/${name}.md`, `# ${name}\n\nThe harbour of ${name}.\n`)
  set({ provider: 'none', query: { perDocument: 1, maxResults: 2, hybrid: { enabled: false } } })
  expect((await run('index', 'notes', '--db', database)).exitCode).toBe(0)
  const answer = await search('harbour of two', '--db', database)
  const use: Service['held']['use'] = (work) => withMemory({ db: database, config: userFile }, {}, work)
  const asked = {
    parameters: new URLSearchParams(),
    body: { query: 'harbour of two' },
    signal: AbortSignal.timeout(60_000),
  }
  const service = { held: { use }, page: createPage() } as Service
  const answered = (await searchingRoutes['/api/candidates'].answer(asked, service)) as CandidatesAnswer
  const { timings: _, explanation: __, ...searched } = answered.report.answer
  expect(answer).toMatchObject(searched)
  expect(answered.options).toMatchObject({ vectorWeight: 0, limit: 2, perDocument: 1 })
  expect(answered.options).not.toHaveProperty('signal')
  const { results } = await rankCandidates(answered.candidates, answered.options)
  expect(results.map(({ id }) => id)).toEqual(answer.results.map(({ id }) => id))
  expect(results).toHaveLength(2)
})

it('saving keeps the other settings of the file, and accepts only search settings that are in range', async () => {
  const { write, run, home, userFile, set } = settingsWorkspace()
  const database = join(home, 'notes.sqlite')
  write('notes/one.md', '# One\n\nThe harbour.\n')
  set({ provider: 'none', query: { recency: 30 } })
  expect((await run('index', 'notes', '--db', database)).exitCode).toBe(0)
  const how = { db: database, config: userFile }
  const held = await withMemory(how, {}, async (open) => open)
  const use: Service['held']['use'] = (work) => work(held)
  const service = { held: { use }, page: createPage() } as Service
  const save = async (body: unknown) => {
    const asked = { parameters: new URLSearchParams(), body, signal: AbortSignal.timeout(60_000) }
    return searchingRoutes['/api/settings'].answer(asked, service)
  }
  const before = readFileSync(userFile, 'utf8')
  for (const wrong of [{ provider: 'openai' }, { 'query.maxResults': 0 }, { 'query.fusion': 'rff' }, []])
    await expect(save(wrong), JSON.stringify(wrong)).rejects.toMatchObject({
      code: 'OPTION_INVALID',
    })
  expect(readFileSync(userFile, 'utf8')).toBe(before)
  const better = { 'query.fusion': 'rrf', 'query.hybrid.rrfK': 7, 'query.maxResults': 4 }
  expect(await save(better)).toEqual({ file: userFile })
  const kept = { provider: 'none', query: { recency: 30, fusion: 'rrf', hybrid: { rrfK: 7 }, maxResults: 4 } }
  expect(JSON.parse(readFileSync(userFile, 'utf8'))).toEqual(kept)
  await save({ 'query.fusion': 'calibrated', 'query.hybrid.rrfK': null, 'query.minScore': null })
  expect(JSON.parse(readFileSync(userFile, 'utf8'))).toMatchObject({
    query: { fusion: 'calibrated', hybrid: {} },
  })
  for (const broken of ['a: [', 'query: [1]\n']) {
    writeFileSync(userFile, broken)
    await expect(save(better), broken).rejects.toThrow(/Fix it by hand/u)
    expect(readFileSync(userFile, 'utf8')).toBe(broken)
  }
  renameSync(userFile, `${userFile}.own`)
  symlinkSync(`${userFile}.own`, userFile)
  await expect(save(better)).rejects.toThrow(/is a symbolic link/u)
})
