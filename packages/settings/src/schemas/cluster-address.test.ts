import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '@recallite/test-kit'
import { describe, expect, it } from 'vitest'
import { refusalOf } from '../__fixtures__/settings-error.js'
import type { Origin } from '../errors.js'
import { recordsUrl, storeUrl, withoutPassword, type StoreAddress } from './addresses.js'
import { readValue, type SettingSchema } from './schema.js'

const flag: Origin = { kind: 'flag', name: '--store' }
const userFile: Origin = { kind: 'file', file: '/user.yaml', line: 1, isWorkspace: false }

interface Given {
  readonly schema?: SettingSchema
  readonly origin?: Origin
  readonly variables?: Readonly<Record<string, string>>
}

function addressOf(
  text: string,
  { schema = storeUrl, origin = flag, variables = {} }: Given = {},
): StoreAddress {
  const surroundings = { home: '/h', cwd: '/w', variables }
  return readValue(schema, text, { key: 'store.url', origin })(surroundings) as StoreAddress
}

const withVariable = { variables: { OPENSEARCH_PASSWORD: 'a@b/$&' } }
const encoded = encodeURIComponent('a@b/$&')

describe('the address of an OpenSearch cluster', () => {
  it.each([
    ['opensearch://localhost', 'opensearch://localhost/', 'opensearch://localhost/'],
    ['opensearch://a:9200,b:9201/', 'opensearch://a:9200,b:9201/', 'opensearch://a/'],
    ['opensearch://[::1]:9200', 'opensearch://[::1]:9200/', 'opensearch://[::1]/'],
    [
      'opensearch://me@A,b.example:9200/?prefix=team&shards=3&replicas=0&ca=/etc/ca.pem',
      'opensearch://me@a,b.example:9200/?prefix=team&shards=3&replicas=0&ca=/etc/ca.pem',
      'opensearch://a/team',
    ],
    ['opensearch://me:secret@a/?prefix=team', 'opensearch://me@a/?prefix=team', 'opensearch://a/team'],
  ])('%s is displayed as %s; its local files are named after %s', (text, display, id) => {
    const address = addressOf(text)
    expect([address.display, address.id, withoutPassword(text)]).toEqual([display, id, display])
    expect([String(address), JSON.stringify({ address })].join()).not.toContain('secret')
  })

  it.each([
    'opensearch://',
    'opensearch://a b',
    'opensearch://a:x',
    'opensearch://a,,b',
    'opensearch://me:top@secret@a',
    'opensearch://me:secret%@a',
    'opensearch://a/path',
    'https://a:9200',
  ])('%s is refused without repeating it', (text) => {
    const refusal = refusalOf(() => addressOf(text))
    expect(refusal).toMatch(/^SETTINGS_INVALID_VALUE --store: store\.url must be .*address/u)
    expect(refusal).not.toContain('secret')
  })

  it('has no unknown parameters', () => {
    const text = 'opensearch://a/?prefix=x&password=secret'
    expect(refusalOf(() => addressOf(text))).toBe(
      'SETTINGS_REFUSED --store: store.url has no parameter "password" for OpenSearch. It has prefix, shards, replicas, ca.',
    )
    expect(withoutPassword(text)).toBe('opensearch://a/?prefix=x')
  })

  it('is refused for records', () => {
    expect(refusalOf(() => addressOf('opensearch://a/', { schema: recordsUrl }))).toContain(
      'records are stored in SQLite or PostgreSQL',
    )
    const variables = { URL: 'opensearch://a/' }
    const resolve = () => addressOf('${URL}', { schema: recordsUrl, origin: userFile, variables })
    expect(refusalOf(resolve)).toContain('records are stored in SQLite or PostgreSQL')
    expect(addressOf('postgres://me@db/notes', { schema: recordsUrl }).display).toBe('postgres://me@db/notes')
  })
})

describe('the password of a cluster', () => {
  it('comes from the address, or from OPENSEARCH_PASSWORD, if there is a user', () => {
    expect(addressOf('opensearch://me@a,b/', withVariable).reveal()).toBe(`opensearch://me:${encoded}@a,b/`)
    expect(addressOf('opensearch://me:$&@a/', withVariable).reveal()).toBe('opensearch://me:$&@a/')
    expect(addressOf('opensearch://a/', withVariable).reveal()).toBe('opensearch://a/')
    expect(addressOf('opensearch://me@a/').reveal()).toBe('opensearch://me@a/')
  })

  it('comes from a file that others cannot read', () => {
    const file = join(temporaryFolder(), 'password')
    const read = () =>
      addressOf('opensearch://me@a/', { variables: { OPENSEARCH_PASSWORD_FILE: file } }).reveal()
    expect(refusalOf(read)).toContain(`${file}, which OPENSEARCH_PASSWORD_FILE names: it cannot be read`)
    writeFileSync(file, 'a@b/$&\n', { mode: 0o600 })
    expect(read()).toBe(`opensearch://me:${encoded}@a/`)
    if (process.platform === 'win32') return
    chmodSync(file, 0o644)
    expect(refusalOf(read)).toContain(`other users can read it. To prevent that: chmod 600 ${file}`)
  })

  it('is not allowed in a settings file, except as a variable', () => {
    for (const text of ['opensearch://me:secret@a,b:9200/', 'opensearch://me:x${P}@a/']) {
      const refusal = refusalOf(() => addressOf(text, { origin: userFile, variables: { P: 'p' } }))
      expect(refusal).toMatch(
        /^SETTINGS_REFUSED .*OPENSEARCH_PASSWORD or a file that OPENSEARCH_PASSWORD_FILE/u,
      )
      expect(refusal).not.toContain('secret')
    }
    const given = { origin: userFile, variables: { P: 'p' } }
    expect(addressOf('opensearch://me:${P}@a/', given).reveal()).toBe('opensearch://me:p@a/')
  })
})
