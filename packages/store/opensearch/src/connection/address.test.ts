import { expect, it } from 'vitest'
import { readAddress } from './address.js'

it.each([
  ['opensearch://localhost', ['http://localhost:9200'], 'opensearch://localhost/?prefix=recallite'],
  [
    'opensearch://me:s%40cret@[::1]:9201,127.0.0.1/?prefix=team',
    ['http://[::1]:9201', 'http://127.0.0.1:9200'],
    'opensearch://me@[::1]:9201,127.0.0.1/?prefix=team',
  ],
  [
    'opensearch://me@a.example.org,localhost:9201',
    ['https://a.example.org:9200', 'https://localhost:9201'],
    'opensearch://me@a.example.org,localhost:9201/?prefix=recallite',
  ],
  [
    'opensearch://127.0.0.1.example.org',
    ['https://127.0.0.1.example.org:9200'],
    'opensearch://127.0.0.1.example.org/?prefix=recallite',
  ],
])('%s has these nodes', (url, nodes, displayUrl) => {
  const address = readAddress({ url })
  expect([address.connection.nodes, address.displayUrl]).toEqual([nodes, displayUrl])
})

it('takes the password from the URL, or else separately', () => {
  const url = 'opensearch://me:s%40cret@localhost'
  expect(readAddress({ url })).toMatchObject({
    connection: { auth: { username: 'me', password: 's@cret' } },
    secrets: ['s@cret', 's%40cret'],
  })
  expect(readAddress({ url, password: 'other' }).connection).toMatchObject({ auth: { password: 'other' } })
})

it.each([
  'http://localhost:9200',
  'opensearch://',
  'opensearch://me:hunter2@a b',
  'opensearch://me:hunter2@host:port',
  'opensearch://me:hunter2@host,,other',
  'opensearch://me:hunter2@host/path',
  'opensearch://me:hunter2@host/?prefix=Team',
  'opensearch://me:hunter2@host/?prefix=..',
  'opensearch://me:hunter2@host/?index=a',
  'opensearch://me:hunter2@host/?shards=0',
  'opensearch://me:hunter2@host/?replicas=-1',
  'opensearch://me:hunter2@host/?ca=/no/such/file',
])('refuses %s without its password', (url) => {
  const read = () => readAddress({ url })
  expect(read).toThrow(expect.objectContaining({ code: 'STORE_UNAVAILABLE' }))
  expect(read).not.toThrow(/hunter2/)
})
