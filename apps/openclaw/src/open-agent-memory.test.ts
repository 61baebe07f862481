import { expect, it } from 'vitest'
import { addressOfAgent } from './open-agent-memory.js'

const addressOf = (url: string, agentId: string) =>
  addressOfAgent({ display: url, id: url, reveal: () => url }, agentId)

it.each([
  ['postgres://me@db/notes?schema=team', 'main', 'postgres://me@db/notes?schema=team'],
  ['postgres://me@db/notes?schema=team', 'scout', 'postgres://me@db/notes?schema=team_scout'],
  ['postgres://me@db/notes', 'Scout', 'postgres://me@db/notes?schema=recallite_scout'],
  ['postgres://me@db/notes?service=x', 'a-b', 'postgres://me@db/notes?service=x&schema=recallite_a_2d_b'],
  ['opensearch://me@a,b:9200/?shards=3&prefix=t', 'x', 'opensearch://me@a,b:9200/?shards=3&prefix=t_x'],
  ['opensearch://a/', 'a_b', 'opensearch://a/?prefix=recallite_a_5f_b'],
])('the index at %s has a separate part for the agent %s', (url, agentId, expected) => {
  expect(addressOf(url, agentId)).toBe(expected)
})
