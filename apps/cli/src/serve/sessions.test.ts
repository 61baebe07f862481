import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { describe, expect, it } from 'vitest'
import { createSessions } from './sessions.js'

function tableOf(most: number) {
  const clock = { time: 0 }
  const ended: string[] = []
  const sessions = createSessions({ most, idle: 100, now: () => clock.time })
  const add = (id: string) => {
    const transport = { close: async () => void ended.push(id) }
    sessions.add(id, transport as unknown as StreamableHTTPServerTransport)
  }
  const use = (id: string) => {
    const response = new EventEmitter()
    sessions.use(id, response as unknown as ServerResponse)
    return response
  }
  return { clock, ended, sessions, add, use }
}

describe('sessions', () => {
  it('end after a time without a request, but not while one is open', () => {
    const { clock, ended, sessions, add, use } = tableOf(9)
    add('idle')
    add('streaming')
    const stream = use('streaming')
    clock.time = 99
    sessions.endIdle()
    expect(ended).toEqual([])
    clock.time = 1000
    sessions.endIdle()
    expect([ended, sessions.get('idle')]).toEqual([['idle'], undefined])
    stream.emit('close')
    clock.time = 1099
    sessions.endIdle()
    expect(sessions.get('streaming')).toBeDefined()
    clock.time = 1100
    sessions.endIdle()
    expect(ended).toEqual(['idle', 'streaming'])
  })

  it('make room by ending the one that is out of use for longest, unless all are in use', () => {
    const { clock, ended, sessions, add, use } = tableOf(2)
    add('first')
    clock.time = 1
    add('second')
    clock.time = 2
    use('first').emit('close')
    expect([sessions.hasSpace(), ended]).toEqual([true, ['second']])
    add('third')
    use('first')
    use('third')
    expect([sessions.hasSpace(), ended]).toEqual([false, ['second']])
  })

  it('all end at the end', async () => {
    const { ended, sessions, add } = tableOf(9)
    add('a')
    add('b')
    await sessions.endAll()
    expect([ended, sessions.get('a')]).toEqual([['a', 'b'], undefined])
  })
})
