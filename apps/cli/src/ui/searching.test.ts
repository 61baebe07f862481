import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { ExplainAnswer } from '@recallite/ui/api'
import { withMemory } from '../open/open-memory.js'
import type { Service } from '../serve/answer-route.js'
import { settingsWorkspace } from '../settings/__fixtures__/settings-workspace.js'
import { createPage } from './page.js'
import { searchingRoutes } from './searching.js'

it('explains the configured search, keyword-only without vectors, with the same ranking', async () => {
  const { write, run, search, home, userFile, set } = settingsWorkspace()
  const database = join(home, 'notes.sqlite')
  for (const name of ['one', 'two', 'three'])
    write(`notes/${name}.md`, `# ${name}\n\nThe [harbour](a_b.md) of **${name}**.\n`)
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
  const answered = (await searchingRoutes['/api/explain'].answer(asked, service)) as ExplainAnswer
  const { timings: _, results, ranking, used, ...searched } = answered
  expect(answer).toMatchObject(searched)
  expect(used).toMatchObject({ vectorWeight: 0, limit: 2, perDocument: 1 })
  const ids = answer.results.map(({ id }) => id)
  expect(results.map(({ id }) => id)).toEqual(ids)
  expect(ids).toHaveLength(2)
  expect(ranking.map(({ id, omission }) => (omission ? null : id))).toEqual([...ids, null])
  expect(results[0]?.snippet).toEqual(['', 'two', ' · The ', 'harbour', ' of ', 'two', '.'])
})
