import { countTokens } from '@recallite/chunker'
import { expect, it } from 'vitest'
import { notedMemory } from './__fixtures__/noted-memory.js'
import { memoryGetTool } from './get-tool.js'
import { memorySearchTool } from './search-tool.js'

it('A22: tools cost a model few tokens in each conversation, and each field says what it is for', async () => {
  const { memory } = await notedMemory({})
  const tools = [memorySearchTool(memory), memoryGetTool(memory)]
  const seen = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))
  expect(countTokens(JSON.stringify(seen))).toBeLessThanOrEqual(1_000)
  const fields = tools.flatMap(({ inputSchema }) => Object.entries(inputSchema['properties'] as object))
  expect(fields).toHaveLength(16)
  for (const [, field] of fields) expect(field).toMatchObject({ description: expect.stringMatching(/\.$/) })
})
