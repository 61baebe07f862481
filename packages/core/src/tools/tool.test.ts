import { countTokens } from '@recallite/chunker'
import { expect, it } from 'vitest'
import { notedMemory } from './__fixtures__/noted-memory.js'
import { memoryGetTool } from './get-tool.js'
import { memorySearchTool } from './search-tool.js'

it('A22: tools cost a model few tokens in each conversation, and each field has a description', async () => {
  const { memory } = await notedMemory({})
  const tools = [memorySearchTool(memory), memoryGetTool(memory)]
  const seen = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))
  expect(countTokens(JSON.stringify(seen))).toBeLessThanOrEqual(1_000)
  const fields = tools.flatMap(({ inputSchema }) => Object.entries(inputSchema['properties'] as object))
  expect(fields).toHaveLength(17)
  for (const [, field] of fields) expect(field).toMatchObject({ description: expect.stringMatching(/\.$/) })
})

it('C11: memory_search is narrowed by a filter over front matter, and rejects an invalid one with its code', async () => {
  const { memory } = await notedMemory({
    'done.md': '---\nstatus: done\npriority: 3\n---\nThe zeppelin has landed.\n',
    'open.md': '---\nstatus: open\nrobot:\n  type: UR5\n---\nThe zeppelin flies.\n',
  })
  const ask = async (filter: unknown) => {
    const { structured } = await memorySearchTool(memory).execute({ query: 'zeppelin', filter })
    return structured.results.map(({ path }) => path).toSorted()
  }
  expect(await ask({ status: 'done', priority: { $gte: 2 } })).toEqual(['done.md'])
  expect(await ask({ 'robot.type': 'UR5' })).toEqual(['open.md'])
  expect(await ask(null)).toEqual(['done.md', 'open.md'])
  await expect(ask({ status: { $is: 'done' } })).rejects.toMatchObject({
    code: 'FILTER_UNKNOWN_OPERATOR',
  })
  await expect(ask('status=done')).rejects.toMatchObject({
    message: expect.stringMatching(/'filter' is "status=done"; it must be a JSON object, or leave it out/),
  })
})
