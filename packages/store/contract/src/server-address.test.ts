import { describe, expect, it } from 'vitest'
import { parseServerAddress } from './server-address.js'

const textsOf = (address: string) => parseServerAddress(address)?.hosts.map(({ text }) => text)

describe('the address of a server', () => {
  it('may have several hosts', () => {
    const { url, hosts } = parseServerAddress('postgres://me:a,b@h1,[::1]:5433,h3:1/team?x=1') ?? {}
    expect(url?.href).toBe('postgres://me:a,b@h1/team?x=1')
    expect(hosts).toEqual([
      { host: 'h1', port: '', text: 'h1' },
      { host: '::1', port: '5433', text: '[::1]:5433' },
      { host: 'h3', port: '1', text: 'h3:1' },
    ])
  })

  it.each([
    ['postgres:///db?host=a,b&port=1,2', ['a:1', 'b:2']],
    ['postgres:///db?host=a,b&port=3', ['a:3', 'b:3']],
    ['postgres://c:4/db?host=a,b', ['a:4', 'b:4']],
    ['postgres://c/db?host=/var/run', ['/var/run']],
    ['postgres://%2Fvar%2Frun/db', ['/var/run']],
    ['postgres://', ['']],
  ])('may have hosts in parameters: %s', (address, texts) => {
    expect(textsOf(address)).toEqual(texts)
  })

  it.each([
    'h1',
    'postgres:/h1',
    'postgres://h1:x,h2',
    'postgres://h1,h2:99999',
    'postgres://h1,h 2',
    'postgres://h1,,h2',
    'postgres://%zz/db',
    'postgres://h1?port=x',
    'postgres://h1?host=a,b&port=1,-2',
    'postgres://h1?port=65536',
    'postgres://h1?host=a,',
  ])('is invalid: %s', (address) => {
    expect(parseServerAddress(address)).toBeUndefined()
  })
})
