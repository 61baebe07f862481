import { expect, it } from 'vitest'
import { refusalOf } from '../__fixtures__/settings-error.js'
import { ollamaAddress, storeUrl, withoutPassword, type StoreAddress } from './addresses.js'
import { readValue } from './schema.js'

it.each([
  ['127.0.0.1', 'http://127.0.0.1:11434'],
  ['127.0.0.1:9', 'http://127.0.0.1:9'],
  ['0.0.0.0', 'http://127.0.0.1:11434'],
  ['0.0.0.0:80', 'http://127.0.0.1'],
  [':5000', 'http://127.0.0.1:5000'],
  ['[::1]:5000', 'http://[::1]:5000'],
  ['http://box', 'http://box'],
  ['https://box:8443/ollama/', 'https://box:8443/ollama'],
  ['localhost', 'http://localhost:11434'],
  ['a b', 'a b'],
])('OLLAMA_HOST=%s means %s', (text, address) => {
  expect(ollamaAddress(text)).toBe(address)
})

function addressOf(text: string): StoreAddress {
  const entry = { key: 'store.url', origin: { kind: 'flag', name: '--store' } } as const
  return readValue(storeUrl, text, entry)({ home: '/none', cwd: '/w', variables: {} }) as StoreAddress
}

it.each([
  [
    'postgres://me@h1:5432,[::1]/db?schema=team',
    'me@h1:5432,[::1]/db?schema=team',
    'me@h1:5432/db?schema=team',
  ],
  [
    'postgres://me:secret@h1,h2:5433/db?target_session_attrs=prefer-standby',
    'me@h1,h2:5433/db?target_session_attrs=prefer-standby',
    'me@h1/db',
  ],
  ['postgres://h1,h2?schema=a&sslmode=require&x=secret', 'h1,h2?sslmode=require&schema=a', 'h1?schema=a'],
  ['postgres:///db?host=a,b&port=1,2&password=secret', 'a:1,b:2/db', 'a:1/db'],
  ['postgres:///db?host=/var/run/postgresql', '/db', '/db'],
])('%s is displayed as %s; its local files are named after %s', (text, display, id) => {
  const address = addressOf(text)
  expect([address.display, address.id]).toEqual([`postgres://${display}`, `postgres://${id}`])
  expect(withoutPassword(text)).toBe(address.display)
})

it.each(['h1:x,h2', 'h1,,h2', 'h1?port=secret', 'h1?host=a,b&port=1,x', 'h1,h2/db#x'])(
  'postgres://%s is not an address of a store',
  (rest) => {
    const refusal = refusalOf(() => addressOf(`postgres://${rest}`))
    expect(refusal).toContain('store.url must be a postgres:// address')
    expect(refusal).not.toContain('secret')
  },
)
